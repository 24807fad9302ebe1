;;; journal-tests.el --- Tests of the journal package without a daemon  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; Tests of the pure files: the session, the rows of lists and the text
;; for display.  A test is named after the behaviour that it checks.

;;; Code:

(require 'ert)
(require 'journal)

(defun journal-tests-run (pattern)
  "Run the tests whose names match PATTERN, and exit with a status."
  (let* ((tests (ert-select-tests pattern t))
         (failed 0))
    (dolist (test tests)
      (let* ((started (float-time))
             (inhibit-message t)
             (result (ert-run-test test))
             (passed (ert-test-passed-p result)))
        (unless passed
          (cl-incf failed)
          (journal-tests--print "%S" (ert-test-result-with-condition-condition
                                      result)))
        (journal-tests--print
         "%s  %s (%.2f s)" (if passed "passed" "FAILED")
         (string-replace "-" " " (symbol-name (ert-test-name test)))
         (- (float-time) started))))
    (journal-tests--print "%d checks, %d failed" (length tests) failed)
    (kill-emacs (if (and tests (zerop failed)) 0 1))))

(defun journal-tests--print (format &rest arguments)
  "Print a line from FORMAT and ARGUMENTS."
  (princ (concat (apply #'format format arguments) "\n")))

;;;; The session

(defun journal-tests--bytes (&rest objects)
  "Return OBJECTS as lines."
  (mapconcat #'journal-session-encode objects ""))

(defun journal-tests--receive (session &rest objects)
  "Return the events that OBJECTS cause in SESSION."
  (journal-session-receive session
                           (apply #'journal-tests--bytes objects)))

(defun journal-tests--changes (sub to items &optional more)
  "Return a notification for SUB up to TO with ITEMS, and MORE."
  `((jsonrpc . "2.0") (method . "changes")
    (params (sub . ,sub) (from . "0") (to . ,to) (items . ,(vconcat items))
            ,@(and more '((more . t))))))

(ert-deftest session-assembles-lines-from-single-bytes ()
  (let* ((session (journal-session-create))
         (calls nil))
    (journal-session-request session "entry.get" nil
                             (lambda (result _error) (push result calls)))
    (let* ((line (journal-tests--bytes
                  '((jsonrpc . "2.0") (id . 1) (result (text . "Grüße 👋 日本")))))
           (events (cl-loop for byte across line
                            append (journal-session-receive
                                    session (unibyte-string byte)))))
      (should (equal (length events) 1))
      (apply (nth 1 (car events)) (nthcdr 2 (car events)))
      (should (equal calls '(((text . "Grüße 👋 日本"))))))))

(ert-deftest session-processes-several-lines-of-one-chunk-in-order ()
  (let ((session (journal-session-create)))
    (dotimes (number 3)
      (journal-session-request session "entry.get" nil
                               (lambda (&rest _) number)))
    (let ((events (journal-tests--receive
                   session
                   '((id . 3) (result)) '((id . 1) (result)) '((id . 2) (result)))))
      (should (equal (mapcar (lambda (event) (funcall (nth 1 event) nil nil))
                             events)
                     '(2 0 1))))))

(ert-deftest session-ignores-what-is-unknown ()
  (let ((session (journal-session-create)))
    (should-not (journal-session-receive session "\n\r\n[1,2]\n5\nnull\n{\n"))
    (should-not (journal-tests--receive
                 session
                 '((method . "weather") (params (sun . t)))
                 '((method . "changes") (params (sub . "other") (items . [])))
                 '((id . 99) (result))
                 '((id . "other") (result))))))

(ert-deftest session-survives-invalid-messages ()
  (let ((session (journal-session-create)) replies)
    (journal-session-request session "m" nil
                             (lambda (result _error) (push result replies)))
    (let ((events (journal-session-receive
                   session "{\"method\":\"changes\",\"params\":\"x\"}
{\"id\":1,\"result\":{\"a\":1}}\n")))
      (should (equal (mapcar #'car events) '(fault call)))
      (apply (cadr (nth 1 events)) (cddr (nth 1 events)))
      (should (equal replies '(((a . 1))))))))

(ert-deftest session-reads-texts-with-control-characters ()
  (should (equal (journal-session-decode
                  "{\"id\":1,\"result\":{\"text\":\"a\\u0000b\\u001b\",\"tags\":[],\"starred\":false}}")
                 '((id . 1) (result (text . "a\0b\e") (tags) (starred))))))

(ert-deftest session-encodes-texts-on-one-line ()
  (let ((line (journal-session-encode '((text . "a\nü\u2028\0b") (starred . :false)
                                        (tags . [])))))
    (should-not (multibyte-string-p line))
    (should (equal (cl-count ?\n line) 1))
    (should (equal (journal-session-decode line)
                   '((text . "a\nü\u2028\0b") (starred) (tags)))))
  (should-error (journal-session-encode `((text . ,(string-to-multibyte "\200"))))
                :type 'user-error))

(ert-deftest session-delivers-commits-as-a-whole ()
  (let* ((session (journal-session-create))
         (subscription (journal-session-subscribe session nil "ids" #'list))
         (id (journal-subscription-id subscription)))
    (journal-tests--receive session
                            `((id . ,id) (result (mode . "delta") (cursor . "1"))))
    (should-not (journal-tests--receive
                 session (journal-tests--changes id "2" '(((id . "a"))) t)))
    (should (equal (journal-subscription-cursor subscription) "1"))
    (should (equal (journal-tests--receive
                    session (journal-tests--changes id "3" '(((id . "b")))))
                   '((call list changes (((id . "a")) ((id . "b")))))))
    (should (equal (journal-subscription-cursor subscription) "3"))))

(ert-deftest session-resumes-subscriptions-and-repeats-requests ()
  (let* ((session (journal-session-create))
         (subscription (journal-session-subscribe session '((starred . t)) "ids"
                                                  #'list))
         (id (journal-subscription-id subscription)))
    (journal-tests--receive session
                            `((id . ,id) (result (mode . "delta") (cursor . "1")))
                            (journal-tests--changes id "2" nil)
                            (journal-tests--changes id "3" '(((id . "a"))) t))
    (journal-session-receive session "{\"incomp")
    (journal-session-request session "entry.create" '((id . "x") (text . "t"))
                             #'list)
    (let ((lines (mapcar #'journal-session-decode
                         (journal-session-start session "1"))))
      (should (equal (mapcar (apply-partially #'alist-get 'method) lines)
                     '("hello" "subscribe" "entry.create")))
      (should (equal (alist-get 'params (nth 1 lines))
                     '((filter (starred . t)) (include . "ids") (since . "2"))))
      (should (equal (alist-get 'params (nth 2 lines))
                     '((id . "x") (text . "t")))))
    ;; Neither the incomplete line nor the incomplete commit remains.
    (should (equal (journal-tests--receive
                    session (journal-tests--changes id "4" '(((id . "b")))))
                   '((call list changes (((id . "b")))))))))

(ert-deftest session-reads-again-after-a-reset ()
  (dolist (message '(((id . "subscription-1")
                      (result (mode . "reset") (cursor . "7")))
                     ((method . "reset")
                      (params (sub . "subscription-1") (to . "7")))))
    (let* ((session (journal-session-create))
           (subscription (journal-session-subscribe session nil "ids" #'list)))
      (should (equal (journal-tests--receive session message)
                     '((call list reset))))
      (should (equal (journal-subscription-cursor subscription) "7")))))

(ert-deftest session-subscribes-again-to-another-store ()
  (let* ((session (journal-session-create))
         (subscription (journal-session-subscribe session nil "ids" #'list)))
    (setf (journal-subscription-cursor subscription) "old")
    (pcase (journal-tests--receive
            session '((id . "subscription-1")
                      (error (data (kind . "cursor.foreign")))))
      (`((restart ,line list reset))
       (should-not (alist-get 'since (alist-get 'params (journal-session-decode
                                                         line)))))
      (events (ert-fail events)))))

(ert-deftest session-repeats-failed-subscriptions-on-the-next-connection ()
  (let* ((session (journal-session-create))
         (error '((data (kind . "store.failed")))))
    (journal-session-subscribe session nil "ids" #'list)
    (should (equal (journal-tests--receive
                    session `((id . "subscription-1") (error ,@error)))
                   `((call list failed ,error))))
    (should (equal (length (journal-session-start session "1")) 2))
    (should (equal (journal-tests--receive
                    session '((id . "subscription-1")
                              (result (mode . "delta") (cursor . "1"))))
                   '((call list reset))))))

(ert-deftest session-keeps-requests-that-a-stopping-daemon-rejects ()
  (let ((session (journal-session-create)))
    (journal-session-request session "entry.create" nil #'list)
    (should-not (journal-tests--receive
                 session '((id . 1) (error (data (kind . "shutting.down"))))))
    (should (equal (length (journal-session-pending session)) 1))
    (should (equal (journal-session-fail session 'reason)
                   '((call list nil reason))))
    (should-not (journal-session-pending session))))

(ert-deftest session-distinguishes-errors-of-requests-and-connections ()
  (let ((session (journal-session-create))
        (error '((message . "m") (data (kind . "store.tooNew")))))
    (should (equal (journal-tests--receive session `((id . :null) (error ,@error)))
                   `((fault ,error))))
    (should (equal (journal-tests--receive session `((id . "hello") (error ,@error)))
                   `((unsupported ,error))))))

(ert-deftest a-folder-of-others-has-no-socket ()
  (let ((folder (make-temp-file "journal" t)))
    (unwind-protect
        (let ((safe (lambda () (journal-connection--private-directory-p folder))))
          (set-file-modes folder #o700)
          (should (funcall safe))
          (set-file-modes folder #o755)
          (should-not (funcall safe))
          (make-symbolic-link folder (concat folder "-link"))
          (should-not (journal-connection--private-directory-p
                       (concat folder "-link")))
          (should (journal-connection--private-directory-p
                   (concat folder "-none"))))
      (delete-file (concat folder "-link"))
      (delete-directory folder))))

(ert-deftest reconnecting-slows-down ()
  (should (equal (journal-connection-delay 1 nil) 0))
  (should (< (journal-connection-delay 2 nil) (journal-connection-delay 5 nil)
             (journal-connection-delay 40 nil)))
  (should (equal (journal-connection-delay 1000 nil) 30))
  (should (equal (journal-connection-delay 1000 t) 2)))

;;;; Rows

(defun journal-tests--entry (id minute rev &rest members)
  "Return an entry with ID, created at MINUTE, with REV and MEMBERS."
  `(,@members (id . ,id) (rev . ,rev) (localDay . "2026-11-21")
    (createdAt . ,(format "2026-11-21T10:%02d:00.000+01:00" minute))
    (text . ,id)))

(defun journal-tests--item (op id &optional entry rev)
  "Return the item OP of the entry ID with ENTRY and REV."
  `((op . ,op) (kind . "entry") (id . ,id)
    (rev . ,(or rev (alist-get 'rev entry)))
    ,@(and entry `((entry . ,entry)))))

(defun journal-tests--ids (rows)
  "Return the days and ids in the lines of ROWS."
  (mapcar (lambda (line) (if (stringp line) line (alist-get 'id line)))
          (journal-rows-lines rows)))

(defun journal-tests--rows (&rest entries)
  "Return rows that contain ENTRIES completely."
  (let ((rows (journal-rows-create)))
    (journal-rows-add-page rows entries nil)
    rows))

(ert-deftest rows-are-ordered-by-time-in-any-offset ()
  (let ((rows (journal-tests--rows (journal-tests--entry "b" 20 1)
                                   (journal-tests--entry "a" 10 2))))
    (journal-rows-apply
     rows
     (list (journal-tests--item
            "create" "c"
            (journal-tests--entry "c" 0 3 '(createdAt . "2026-11-21T09:15:00Z")))))
    (should (equal (journal-tests--ids rows) '("2026-11-21" "b" "c" "a")))))

(ert-deftest rows-have-headers-of-days ()
  (let ((rows (journal-tests--rows
               (journal-tests--entry "b" 20 1)
               (journal-tests--entry "a" 10 2 '(localDay . "2026-11-20")))))
    (should (equal (journal-tests--ids rows)
                   '("2026-11-21" "b" "2026-11-20" "a")))
    (journal-rows-apply rows (list (journal-tests--item "delete" "b" nil 3)))
    (should (equal (journal-tests--ids rows) '("2026-11-20" "a")))))

(ert-deftest rows-keep-the-latest-revision ()
  (let ((rows (journal-tests--rows (journal-tests--entry "a" 10 5))))
    (journal-rows-apply
     rows (list (journal-tests--item "update" "a"
                                     (journal-tests--entry "a" 10 4))))
    (should (equal (alist-get 'rev (journal-rows-entry rows "a")) 5))
    (journal-rows-apply
     rows (list (journal-tests--item "update" "a"
                                     (journal-tests--entry "a" 10 6))
                (journal-tests--item "delete" "a" nil 7)))
    (should (zerop (journal-rows-count rows)))
    (should-not (journal-tests--ids rows))))

(ert-deftest rows-do-not-show-again-what-was-deleted-while-reading ()
  (let ((rows (journal-rows-create)))
    (journal-rows-add-page rows (list (journal-tests--entry "b" 20 1)) "page")
    (journal-rows-apply rows (list (journal-tests--item "delete" "a" nil 9)))
    (journal-rows-add-page rows (list (journal-tests--entry "a" 10 3)) nil)
    (should (equal (journal-tests--ids rows) '("2026-11-21" "b")))))

(ert-deftest rows-of-pages-that-were-not-read-stay-out ()
  (let ((rows (journal-rows-create)))
    (journal-rows-add-page rows (list (journal-tests--entry "c" 30 1)
                                      (journal-tests--entry "b" 20 1))
                           "page")
    (journal-rows-apply
     rows (list (journal-tests--item "update" "a"
                                     (journal-tests--entry "a" 10 4))))
    (should (equal (journal-tests--ids rows) '("2026-11-21" "c" "b")))
    (journal-rows-add-page rows (list (journal-tests--entry "a" 10 4)) nil)
    (should (equal (journal-rows-count rows) 3))))

(ert-deftest rows-name-entries-that-a-notification-omits ()
  (let ((rows (journal-tests--rows)))
    (should (equal (journal-rows-apply
                    rows (list (journal-tests--item "create" "a" nil 3)
                               '((op . "create") (kind . "tag") (id . "t")
                                 (rev . 3) (name . "x"))))
                   '("a")))
    (journal-rows-add rows (journal-tests--entry "a" 10 3))
    (should (equal (journal-tests--ids rows) '("2026-11-21" "a")))))

(ert-deftest rows-equal-a-sorted-table-after-random-changes ()
  (random "journal")
  (let ((rows (journal-tests--rows))
        (table (make-hash-table :test #'equal)))
    (dotimes (rev 400)
      (let ((items nil))
        (dotimes (_ (1+ (random 4)))
          (let ((id (format "%02d" (random 40))))
            (if (zerop (random 3))
                (progn (remhash id table)
                       (push (journal-tests--item "delete" id nil (1+ rev)) items))
              (let ((entry (journal-tests--entry
                            id (mod (* 7 (string-to-number id)) 20) (1+ rev))))
                (puthash id entry table)
                (push (journal-tests--item "update" id entry) items)))))
        (journal-rows-apply rows (nreverse items)))
      (should (equal (cdr (journal-tests--ids rows))
                     (mapcar #'cdr
                             (sort (mapcar (lambda (entry)
                                             (cons (alist-get 'createdAt entry)
                                                   (alist-get 'id entry)))
                                           (hash-table-values table))
                                   (lambda (a b)
                                     (if (equal (car a) (car b))
                                         (string> (cdr a) (cdr b))
                                       (string> (car a) (car b)))))))))))

(ert-deftest difference-covers-only-changed-lines ()
  (let ((a '((id . "a"))) (b '((id . "b"))) (c '((id . "c"))))
    (should (equal (journal-rows-difference (vector "d" a c) (vector "d" a b c))
                   '(2 2 3)))
    (should (equal (journal-rows-difference (vector "d" a c)
                                            (vector "d" (copy-alist a) c))
                   '(1 2 2)))
    (should (equal (journal-rows-difference (vector "d" a) (vector)) '(0 2 0)))
    (should (equal (journal-rows-difference (vector (copy-sequence "d") a)
                                            (vector (copy-sequence "d") a))
                   '(2 2 2)))))

;;;; Text

(ert-deftest text-shows-control-characters ()
  (should (equal (journal-text-first-line "\n \t\n ä\eb\0c\t日\u202e\u009b \nnext")
                 "ä^[b^@c 日\\u202E\\u009B"))
  (should (equal (journal-text-first-line "") "")))

(ert-deftest text-shows-snippets-on-one-line ()
  (let ((text (journal-text-snippet "the \2roof\3\nof\e the \2shed\3")))
    (should (equal text "the roof of^[ the shed"))
    (should (equal (get-text-property 4 'face text) 'match))
    (should-not (get-text-property 9 'face text))
    (should (equal (get-text-property 18 'face text) 'match))))

(ert-deftest text-reads-instants ()
  (should (equal (journal-text-milliseconds "1970-01-01T00:00:01Z") 1000))
  (should (equal (journal-text-milliseconds "1970-01-01T01:00:00.25+01:00") 250))
  (should (equal (journal-text-milliseconds "1969-12-31T19:00:00.001-05:00") 1))
  (should (equal (journal-text-milliseconds "1969-12-31T23:59:59.999Z") -1)))

(ert-deftest text-finds-tags ()
  (should (equal (journal-text-tags "#a x#b (#c-d) #1 # e #ünï/x- #A
#f http://x/#g ##h #include")
                 '("a" "c-d" "ünï/x" "f" "include")))
  (should (equal (journal-text-tags
                  "#a, #b… “#c” (#d“) #e—f #日本。 #g😀 #… #h.i #j_1")
                 '("a" "b" "d" "e" "日本" "g" "h" "j_1"))))

(ert-deftest tags-follow-the-changes-of-the-text-only ()
  (should (equal (journal-text-edited-tags '("kept" "Old" "both") "x #old #both"
                                           "x #both #new #NEW")
                 '("kept" "both" "new")))
  (should (equal (journal-text-edited-tags '("B") "" "#b") '("B")))
  (should (equal (journal-text-edited-tags nil "#include" "#include <a>") nil)))

(ert-deftest ids-are-random-uuids ()
  (let ((ids (cl-loop repeat 1000 collect (journal-entry-make-id))))
    (should (equal (length (delete-dups ids)) 1000))
    (should (string-match-p
             "\\`[0-9a-f]\\{8\\}-[0-9a-f]\\{4\\}-4[0-9a-f]\\{3\\}-[89ab][0-9a-f]\\{3\\}-[0-9a-f]\\{12\\}\\'"
             (car ids)))))

(provide 'journal-tests)

;;; journal-tests.el ends here
