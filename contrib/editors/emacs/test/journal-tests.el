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

(defun journal-tests--run-time ()
  "Return the time that the processor has worked for Emacs, in seconds.
Other processes do not change it, unlike the time of a clock."
  (float-time (get-internal-run-time)))

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
         (subscription (journal-session-subscribe session "subscribe" nil #'list))
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
         (subscription (journal-session-subscribe session "subscribe"
                                                  '((query . "x")) #'list))
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
                     '((query . "x") (since . "2"))))
      (should (equal (alist-get 'params (nth 2 lines))
                     '((id . "x") (text . "t")))))
    ;; Neither the incomplete line nor the incomplete commit remains.
    (should (equal (journal-tests--receive
                    session (journal-tests--changes id "4" '(((id . "b")))))
                   '((call list changes (((id . "b")))))))))

(ert-deftest session-drops-the-revision-of-a-save-in-another-store ()
  (pcase-dolist (`(,epoch ,expected) '(("e1" 7) ("e2" 0)))
    (let* ((session (journal-session-create))
           (hello (lambda (epoch)
                    (journal-tests--receive
                     session `((id . "hello") (result (epoch . ,epoch)))))))
      (should-not (funcall hello "e1"))
      (journal-session-request session "entry.update" '((id . "a") (ifRev . 7))
                               #'list)
      (journal-session-request session "entry.create" '((id . "b")) #'list)
      ;; The epoch is not known before the reply.
      (should (equal (mapcar (lambda (line)
                               (alist-get 'method (journal-session-decode line)))
                             (journal-session-start session "1"))
                     '("hello" "entry.create")))
      (pcase (funcall hello epoch)
        (`((send ,line))
         (should (equal (alist-get 'params (journal-session-decode line))
                        `((id . "a") (ifRev . ,expected)))))
        (events (ert-fail events)))
      ;; A save of this connection has a revision of its store.
      (should (equal (alist-get 'params
                                (journal-session-decode
                                 (journal-session-request
                                  session "entry.update"
                                  '((id . "c") (ifRev . 8)) #'list)))
                     '((id . "c") (ifRev . 8)))))))

(ert-deftest session-reads-again-after-a-reset ()
  (dolist (message '(((id . "subscription-1")
                      (result (mode . "reset") (cursor . "7")))
                     ((method . "reset")
                      (params (sub . "subscription-1") (to . "7")))))
    (let* ((session (journal-session-create))
           (subscription (journal-session-subscribe session "subscribe" nil #'list)))
      (should (equal (journal-tests--receive session message)
                     '((call list reset))))
      (should (equal (journal-subscription-cursor subscription) "7")))))

(ert-deftest session-subscribes-again-to-another-store ()
  (let* ((session (journal-session-create))
         (subscription (journal-session-subscribe session "subscribe" nil #'list)))
    (setf (journal-subscription-cursor subscription) "old")
    (pcase (journal-tests--receive
            session '((id . "subscription-1")
                      (error (data (kind . "cursor.foreign")))))
      (`((restart ,line list reset t))
       (should-not (alist-get 'since (alist-get 'params (journal-session-decode
                                                         line)))))
      (events (ert-fail events)))))

(ert-deftest session-repeats-failed-subscriptions-on-the-next-connection ()
  (let* ((session (journal-session-create))
         (error '((data (kind . "store.failed")))))
    (journal-session-subscribe session "subscribe" nil #'list)
    (should (equal (journal-tests--receive
                    session `((id . "subscription-1") (error ,@error)))
                   `((call list failed ,error))))
    (should (equal (length (journal-session-start session "1")) 2))
    (should (equal (journal-tests--receive
                    session '((id . "subscription-1")
                              (result (mode . "delta") (cursor . "1"))))
                   '((call list reset))))))

(ert-deftest session-repeats-subscriptions-after-a-locked-journal-was-read ()
  (let* ((session (journal-session-create))
         (error '((data (kind . "encryption.locked"))))
         (lines (lambda (events)
                  (pcase (assq 'send events)
                    (`(send . ,lines)
                     (mapcar (lambda (line)
                               (let-alist (journal-session-decode line)
                                 (list .id .method .params.since)))
                             lines))))))
    (journal-session-subscribe session "subscribe" nil #'list)
    (journal-session-subscribe session "list.open" nil #'list)
    (journal-tests--receive
     session '((id . "subscription-1") (result (mode . "delta") (cursor . "5"))))
    (journal-session-start session "1")
    (should-not (journal-session-retry-p session))
    (should (equal (journal-tests--receive
                    session
                    `((id . "subscription-1") (error ,@error))
                    `((id . "subscription-2") (error ,@error)))
                   `((call list failed ,error) (call list failed ,error))))
    (should (journal-session-retry-p session))
    ;; Neither the greeting nor another error shows that it can be read.
    (journal-session-request session "entry.get" nil #'list)
    (should-not (funcall lines (journal-tests--receive
                                session
                                '((id . "hello") (result (epoch . "e")))
                                `((id . 3) (error ,@error)))))
    (journal-session-request session "entry.get" nil #'list)
    (should (equal (funcall lines (journal-tests--receive
                                   session '((id . 4) (result))))
                   '(("subscription-1" "subscribe" "5")
                     ("subscription-2" "list.open" nil))))
    ;; They are in flight, and their ids cannot be used again.
    (should-not (journal-session-retry-p session))
    (journal-session-request session "entry.get" nil #'list)
    (should-not (funcall lines (journal-tests--receive
                                session '((id . 5) (result)))))
    ;; A change may have been missed.
    (should (equal (journal-tests--receive
                    session '((id . "subscription-1")
                              (result (mode . "delta") (cursor . "5"))))
                   '((call list reset))))
    ;; A new connection repeats all of them.
    (journal-tests--receive session `((id . "subscription-2") (error ,@error)))
    (should (equal (length (journal-session-start session "1")) 3))
    (should-not (journal-session-retry-p session))))

(ert-deftest session-repeats-a-list-that-the-daemon-could-not-read ()
  (let ((session (journal-session-create)))
    (journal-session-subscribe session "list.open" nil #'list)
    (journal-tests--receive
     session '((id . "subscription-1") (result (rows . [])))
     '((method . "end") (params (sub . "subscription-1") (reason . "failed"))))
    (should (equal (length (journal-session-retry session)) 1))
    (journal-tests--receive
     session '((id . "subscription-1")
               (error (data (kind . "notebook.notFound")))))
    (should-not (journal-session-retry-p session))))

(ert-deftest session-opens-lists-on-every-connection ()
  (let* ((session (journal-session-create))
         (list (journal-session-subscribe session "list.open" '((limit . 7))
                                          #'list))
         (changes (lambda (items &optional more)
                    `((method . "list.changes")
                      (params (list . "subscription-1") (to . "9")
                              (items . ,(vconcat items))
                              ,@(and more '((more . t))))))))
    (dotimes (_ 2)
      (pcase (mapcar #'journal-session-decode
                     (journal-session-start session "1"))
        (`(,hello ,open)
         (let-alist hello
           (should (equal .params.require '("list" "subscribe.query"))))
         (should (equal (cdr open)
                        '((id . "subscription-1") (method . "list.open")
                          (params (limit . 7))))))
        (lines (ert-fail lines))))
    (should (equal (journal-tests--receive
                    session '((id . "subscription-1") (result (rows . [((id . "a"))])))
                    (funcall changes '(((op . "x"))) t)
                    (funcall changes '(((op . "y")))))
                   '((call list rows (((id . "a"))) nil)
                     (call list changes (((op . "x")) ((op . "y")))))))
    ;; Rows that do not fit into the reply.
    (should (equal (journal-tests--receive
                    session '((id . "subscription-1")
                              (result (rows . [((id . "a"))]) (more . t)))
                    (funcall changes '(((op . "x"))) t)
                    (funcall changes '(((op . "y")))))
                   '((call list rows (((id . "a"))) (((op . "x")) ((op . "y")))))))
    (should (equal (journal-tests--receive
                    session '((method . "end") (params (sub . "subscription-1")
                                                       (reason . "failed"))))
                   '((call list failed
                           ((message . "the daemon cannot read the list"))))))
    (should (equal (journal-session-decode
                    (journal-session-unsubscribe session list))
                   '((jsonrpc . "2.0") (method . "list.close")
                     (params (list . "subscription-1")))))
    (should-not (journal-tests--receive session (funcall changes '(((op . "z"))))))))

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

(defun journal-tests--row (id day &rest members)
  "Return a row of the protocol with ID on DAY of November, with MEMBERS."
  (let ((group (format "2026-11-%02d" day)))
    `((id . ,id) (rev . 1) (group . ,group)
      (entry ,@members (id . ,id) (rev . 1) (localDay . ,group) (text . ,id)))))

(defun journal-tests--edit (op index row &rest members)
  "Return the item OP at INDEX with ROW, and MEMBERS."
  `(,@members (op . ,op) (index . ,index) ,@row))

(defun journal-tests--shape (lines)
  "Return the days and texts in LINES."
  (mapcar (lambda (line)
            (cond ((stringp line) (substring line 8))
                  ((symbolp line) line)
                  (t (alist-get 'text line))))
          lines))

(defun journal-tests--shown (rows)
  "Return the days and texts that show ROWS."
  (journal-tests--shape (journal-rows-lines rows)))

(defun journal-tests--rows (limit &rest values)
  "Return rows with LIMIT that contain VALUES."
  (let ((rows (journal-rows-create limit)))
    (journal-rows-open rows values)
    rows))

(ert-deftest rows-have-headers-of-days ()
  (should (equal (journal-tests--shown
                  (journal-tests--rows 9 (journal-tests--row "c" 22)
                                       (journal-tests--row "b" 21)
                                       (journal-tests--row "a" 21)))
                 '("22" "c" "21" "b" "a"))))

(ert-deftest positions-refer-to-the-rows-after-the-edits-before ()
  (let ((rows (journal-tests--rows 9 (journal-tests--row "d" 22)
                                   (journal-tests--row "c" 22)
                                   (journal-tests--row "b" 21)
                                   (journal-tests--row "a" 21))))
    (journal-rows-apply
     rows
     (list (journal-tests--edit "delete" 1 (journal-tests--row "c" 22))
           (journal-tests--edit "move" 0 (journal-tests--row "a" 23) '(from . 2))
           (journal-tests--edit "insert" 2 (journal-tests--row "e" 22))
           (journal-tests--edit "update" 3 (journal-tests--row "b" 21 '(text . "B")))))
    (should (equal (journal-tests--shown rows)
                   '("23" "a" "22" "d" "e" "21" "B")))
    (dotimes (_ 4)
      (journal-rows-apply
       rows (list (journal-tests--edit "delete" 0 (journal-tests--row "x" 22)))))
    (should-not (journal-tests--shown rows))))

(ert-deftest a-full-list-ends-with-a-note ()
  (let ((rows (journal-tests--rows 2 (journal-tests--row "b" 22)
                                   (journal-tests--row "a" 21))))
    (should (equal (journal-tests--shown rows) '("22" "b" "21" "a" full)))
    (should (equal (journal-rows-last-day rows) "2026-11-21"))
    (journal-rows-apply
     rows (list (journal-tests--edit "delete" 1 (journal-tests--row "a" 21))))
    (should (equal (journal-tests--shown rows) '("22" "b")))))

(ert-deftest a-row-without-its-entry-says-so ()
  (should (equal (journal-tests--shown
                  (journal-tests--rows 9 '((id . "x") (rev . 1) (truncated . t)
                                           (group . "2026-11-21"))))
                 '("21" "(too long to be listed)"))))

(ert-deftest a-list-that-is-opened-again-differs-where-entries-do ()
  (let* ((rows (journal-tests--rows 9 (journal-tests--row "d" 22)
                                    (journal-tests--row "c" 21)
                                    (journal-tests--row "b" 21)
                                    (journal-tests--row "a" 20)))
         (old (journal-rows-lines rows)))
    (journal-rows-open rows (list (journal-tests--row "e" 22)
                                  (journal-tests--row "d" 22)
                                  (journal-tests--row "b" 21 '(text . "B"))
                                  (journal-tests--row "a" 20)))
    (should (equal (mapcar (pcase-lambda (`(,start ,removed ,lines))
                             (list start removed (journal-tests--shape lines)))
                           (journal-rows-edits old (journal-rows-lines rows)))
                   '((1 0 ("e")) (4 2 ("B")))))))

(ert-deftest edits-between-random-lines-give-the-lines ()
  (random "journal")
  (dotimes (round 1000)
    (let* ((shuffled (cl-oddp round))
           (some (lambda (shuffled)
                   (let (lines)
                     (dotimes (number 12)
                       (when (zerop (random 2))
                         (push (number-to-string number) lines)))
                     (if shuffled
                         (sort lines (lambda (&rest _) (zerop (random 2))))
                       lines))))
           (old (funcall some nil))
           (new (funcall some shuffled))
           (lines old)
           (touched 0))
      (pcase-dolist (`(,start ,removed ,added)
                     (journal-rows-edits (vconcat old) (vconcat new)))
        (cl-incf touched (+ removed (length added)))
        (setq lines (append (seq-take lines start) added
                            (nthcdr (+ start removed) lines))))
      (should (equal lines new))
      (unless shuffled
        (should (equal touched (length (cl-set-exclusive-or
                                        old new :test #'equal))))))))

;;;; Text

(ert-deftest text-shows-control-characters ()
  (should (equal (journal-text-first-line "\n \t\n ä\eb\0c\t日\u202e\u009b \nnext")
                 "ä^[b^@c 日\\u202E\\u009B"))
  (should (equal (journal-text-first-line "") "")))

(ert-deftest the-mark-of-a-conflict-follows-the-star ()
  (let ((entry '((createdAt . "2026-11-21T10:15:00.000Z") (starred . t)
                 (localDay . "2026-11-21") (notebook (name . "journal"))
                 (snippet . "b") (text . "a"))))
    (should (equal (journal-list--row `((conflicts . 2) ,@entry))
                   "10:15 * ≠ a"))
    (should (equal (journal-list--row `((conflicts . 1) (starred) ,@entry))
                   "10:15   ≠ a"))
    (should (equal (journal-search--row `((conflicts . 1) ,@entry))
                   "2026-11-21 10:15 * ≠ b"))
    (should (equal (journal-list--row entry) "10:15 * a"))))

(ert-deftest text-shows-snippets-on-one-line ()
  (let ((text (journal-text-snippet "the \2roof\3\nof\e the \2shed\3")))
    (should (equal text "the roof of^[ the shed"))
    (should (equal (get-text-property 4 'face text) 'match))
    (should-not (get-text-property 9 'face text))
    (should (equal (get-text-property 18 'face text) 'match))))

(ert-deftest a-word-that-is-typed-matches-as-a-prefix ()
  (should (equal (mapcar #'journal-search-prefixed
                         '("" "roo" "a OR" "tag:x" "\"a b" "x größ" "-no" "roof "
                           "(rai" "x…" "…"))
                 '("" "roo*" "a OR" "tag:x" "\"a b" "x größ*" "-no" "roof "
                   "(rai*" "x…*" "…"))))

(ert-deftest text-quotes-names-in-conditions ()
  (should (equal (journal-text-condition "tag" "a-b") "tag:a-b"))
  (should (equal (journal-text-condition "notebook" "To \"do\" \\")
                 "notebook:\"To \\\"do\\\" \\\\\"")))

(defun journal-tests--tag-cases ()
  "Return the cases that the command line is tested with, too."
  (with-temp-buffer
    (insert-file-contents "text-tags.jsonl")
    (mapcar #'journal-session-decode
            (split-string (buffer-string) "\n" t))))

(ert-deftest tags-of-a-text-follow-the-rule-of-the-command-line ()
  (let ((cases (journal-tests--tag-cases)))
    (should (> (length cases) 50))
    (dolist (case cases)
      (let-alist case
        (should (equal (cons .rule (journal-text-edited-tags
                                    .given (or .former "") .text))
                       (cons .rule .tags)))
        (unless .former
          (should (equal (cons .rule (journal-text-tags .text))
                         (cons .rule .tags))))))))

(ert-deftest the-tag-at-point-is-found ()
  (dolist (case '(("a |#bc d" "#bc") ("a #bc| d" "#bc") ("a #bc |d" nil)
                  ("x #home/gar|den y" "#home/garden") ("http://x/#a|" nil)
                  ("`#a|` #b" nil) ("`#a` #b|" "#b") ("```\n#a|" nil)
                  ("```\n#a\n```\n#b|\n" "#b")))
    (with-temp-buffer
      (insert (car case))
      (goto-char (point-min))
      (search-forward "|")
      (delete-char -1)
      (should (equal (cons (car case) (journal-names-at-point))
                     (cons (car case) (cadr case)))))))

(ert-deftest tags-outside-of-code-are-highlighted ()
  (with-temp-buffer
    (setq font-lock-defaults '(((journal-entry--fontify-tags)) t))
    (insert "#a `#b` “#c/d”, x#e\n```\n#f\n```\n#g")
    (font-lock-ensure)
    (goto-char (point-min))
    (let (found)
      (while (search-forward "#" nil t)
        (push (get-text-property (1- (point)) 'face) found))
      (should (equal (nreverse found)
                     '(journal-tag nil journal-tag nil nil journal-tag))))
    (should-not (get-text-property 3 'face))))

(ert-deftest an-edit-of-tags-is-repeated-with-other-tags ()
  (should (equal (journal-text-merged-tags '("A" "b") '("a" "c") '("a" "B" "d"))
                 '("a" "d" "c")))
  (should (equal (journal-text-merged-tags '("a") '("a" "C") '("c")) '("c")))
  (should-not (journal-text-merged-tags '("a") nil '("A"))))

(ert-deftest a-tag-has-at-most-255-bytes ()
  (let ((longest (make-string 255 ?x)))
    (should (equal (journal-text-tags (concat "#" longest " #" longest "y"))
                   (list longest))))
  (let ((dashes (apply #'concat (make-list 200 "-/"))))
    (should (equal (journal-text-tags (concat "#a" dashes " #" dashes "b"))
                   '("a"))))
  (dolist (character '(?x ?é ?… ?日))
    (should (equal (journal-text-tags
                    (concat "#" (make-string 500000 character) " #end"))
                   '("end")))))

(ert-deftest many-tags-are-compared-in-a-short-time ()
  (let ((many (mapconcat (lambda (number) (format "#tag%d" number))
                         (number-sequence 1 20000) " "))
        (start (journal-tests--run-time)))
    (should (equal (journal-text-edited-tags nil many (concat many " #new"))
                   '("new")))
    (should (< (- (journal-tests--run-time) start) 5))))

;;;; Names

(ert-deftest names-that-change-while-they-are-read-are-read-again ()
  (let ((journal-names--notebooks (make-hash-table :test #'equal))
        (journal-names--tags (make-hash-table :test #'equal))
        (journal-names--reads 0)
        journal-names-changed-hook
        journal-entries-changed-functions
        replies)
    (cl-letf* (((symbol-function 'journal-call)
                (lambda (_method _params callback)
                  (setq replies (append replies (list callback)))))
               (reply (lambda (name)
                        (dolist (callback (prog1 (cl-subseq replies 0 2)
                                            (setq replies (nthcdr 2 replies))))
                          (funcall callback `((tags ((id . "1") (name . ,name))))
                                   nil)))))
      (journal-names--read)
      (journal-names--changed
       'changes '(((kind . "tag") (op . "update") (id . "1") (name . "new"))))
      (funcall reply "old")
      (funcall reply "new")
      (should (equal (journal-names--sorted journal-names--tags) '("new")))
      (should-not replies)
      (should (equal journal-names--reads 0))
      ;; Without a request, the change is enough.
      (journal-names--changed
       'changes '(((kind . "tag") (op . "update") (id . "1") (name . "last"))))
      (should-not replies)
      (should (equal (journal-names--sorted journal-names--tags) '("last"))))))

(ert-deftest only-a-zone-of-the-time-zone-database-has-a-name ()
  (pcase-dolist (`(,variable ,zone)
                 '(("Europe/Berlin" "Europe/Berlin") (":Asia/Tokyo" "Asia/Tokyo")
                   ("America/Argentina/Ushuaia" "America/Argentina/Ushuaia")
                   ("UTC" "UTC") ("Etc/GMT+5" "Etc/GMT+5")
                   ("JST-9" nil) ("UTC0" nil) ("CET-1CEST" nil)
                   ("CET-1CEST,M3.5.0,M10.5.0/3" nil) ("<+03>-3" nil)
                   ("Foo/Bar" nil) ("Europe" nil) ("../zoneinfo/UTC" nil)
                   ("/etc/hostname" nil) ("" nil)))
    (let* ((process-environment (cons (concat "TZ=" variable)
                                      process-environment))
           (creation (journal-entry-creation "a" nil "")))
      (should (equal (list variable (alist-get 'zone creation))
                     (list variable zone)))
      (should (eq (and (assq 'zone creation) t) (and zone t)))
      (should (string-match-p "[+-][0-9]\\{2\\}:[0-9]\\{2\\}\\'"
                              (alist-get 'createdAt creation))))))

(ert-deftest the-zone-of-the-system-is-that-of-its-link ()
  (pcase-dolist (`(,link ,zone)
                 '(("/usr/share/zoneinfo/Europe/Paris" "Europe/Paris")
                   ("../usr/share/zoneinfo/posix/Europe/Paris" "Europe/Paris")
                   ("/usr/share/zoneinfo/Foo/Bar" nil)
                   ("/etc/zone" nil) (nil nil)))
    (cl-letf (((symbol-function 'file-symlink-p) (lambda (_file) link)))
      (let ((process-environment (cons "TZ" process-environment)))
        (should (equal (list link (journal-entry--zone)) (list link zone)))))))

(ert-deftest ids-are-random-uuids ()
  (let ((ids (cl-loop repeat 1000 collect (journal-make-id))))
    (should (equal (length (delete-dups ids)) 1000))
    (should (string-match-p
             "\\`[0-9a-f]\\{8\\}-[0-9a-f]\\{4\\}-4[0-9a-f]\\{3\\}-[89ab][0-9a-f]\\{3\\}-[0-9a-f]\\{12\\}\\'"
             (car ids)))))

(provide 'journal-tests)

;;; journal-tests.el ends here
