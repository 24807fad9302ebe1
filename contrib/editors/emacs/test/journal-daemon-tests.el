;;; journal-daemon-tests.el --- Tests of the journal package with a daemon  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; Tests of the buffers with a real daemon.  Other terminals are
;; processes of the command `journal', which the tests run synchronously.

;;; Code:

(require 'journal-tests)

(defvar journal-tests-limit 60
  "The number of seconds to wait for a condition.")

(defmacro journal-tests--wait (condition)
  "Wait until CONDITION is non-nil, and return its value."
  `(let ((limit (+ (float-time) journal-tests-limit))
         value)
     (while (not (or (setq value ,condition)
                     (> (float-time) limit)))
       (accept-process-output nil 0.02))
     (or value (ert-fail '(timeout ,condition)))))

(defmacro journal-tests--define (name &rest body)
  "Define the test NAME, which runs BODY and then kills all its buffers."
  (declare (indent 1))
  `(ert-deftest ,name ()
     (unwind-protect
         (save-window-excursion ,@body)
       (journal-tests--kill-buffers))))

(defun journal-tests--kill-buffers ()
  "Kill all buffers of the journal."
  (dolist (buffer (buffer-list))
    (when (string-prefix-p "*journal" (buffer-name buffer))
      (with-current-buffer buffer
        (set-buffer-modified-p nil)
        (kill-buffer)))))

(defun journal-tests--terminal (&rest arguments)
  "Run the command `journal' with ARGUMENTS, and return what it prints.
A busy machine may take longer than the 5 seconds that it waits otherwise."
  (with-temp-buffer
    (let ((status (apply #'call-process "journal" nil t nil
                         "--timeout" "60" arguments)))
      (unless (eql status 0)
        (ert-fail (list arguments status (buffer-string))))
      (string-trim (buffer-string)))))

(defun journal-tests--stored (id)
  "Return the entry with ID as another client reads it."
  (alist-get 'entry (journal-session-decode
                     (encode-coding-string
                      (journal-tests--terminal
                       "rpc" "entry.get" (format "{\"id\":\"%s\"}" id))
                      'utf-8))))

(defun journal-tests--text (buffer)
  "Return the text of BUFFER."
  (with-current-buffer buffer
    (buffer-substring-no-properties (point-min) (point-max))))

(defun journal-tests--wait-for-text (buffer regexp)
  "Wait until the text of BUFFER matches REGEXP."
  (journal-tests--wait (string-match-p regexp (journal-tests--text buffer))))

(defun journal-tests--list (&rest view)
  "Return the list buffer of VIEW once it is complete."
  (let ((buffer (journal-list-buffer view)))
    (journal-tests--wait
     (with-current-buffer buffer
       (not (or journal-list--loading journal-list--timer))))
    buffer))

(defun journal-tests--count (buffer text)
  "Return the number of occurrences of TEXT in BUFFER."
  (with-current-buffer buffer
    (how-many (regexp-quote text) (point-min) (point-max))))

(defmacro journal-tests--messages (&rest body)
  "Run BODY and return the messages that it shows, oldest first."
  `(let (messages)
     (cl-letf (((symbol-function 'message)
                (lambda (format &rest arguments)
                  (when format
                    (push (apply #'format-message format arguments)
                          messages)))))
       ,@body)
     (nreverse messages)))

(defun journal-tests--pid ()
  "Return the process id of the running daemon."
  (with-temp-buffer
    (insert-file-contents (concat (journal-connection-socket) ".lock"))
    (string-to-number (buffer-string))))

(defun journal-tests--stop (pid)
  "Stop the process with PID, so that it answers nothing any more."
  (call-process (getenv "STOP_PROCESS") nil nil nil (number-to-string pid)))

(defun journal-tests--end-daemon (signal)
  "Send SIGNAL to the daemon, and wait until it has exited."
  (let ((pid (journal-tests--pid)))
    (signal-process pid signal)
    (journal-tests--wait (let ((attributes (process-attributes pid)))
                           (or (null attributes)
                               (equal (alist-get 'state attributes) "Z"))))))

(defun journal-tests--entry-buffer (id)
  "Return the buffer of the entry with ID once its text is shown."
  (let ((buffer (journal-entry-buffer `((id . ,id)))))
    (journal-tests--wait (buffer-local-value 'journal-entry--base buffer))
    buffer))

;;;; Lists

(journal-tests--define a-list-starts-the-daemon
  (journal-disconnect)
  (when (file-exists-p (concat (journal-connection-socket) ".lock"))
    (journal-tests--end-daemon 'TERM))
  (journal-tests--list)
  (should (process-attributes (journal-tests--pid))))

(journal-tests--define a-list-follows-other-terminals
  (let* ((buffer (journal-tests--list))
         (id (journal-tests--terminal "new" "-N" "garden" "--create-notebook"
                                      "-t" "weather" "-s" "Rain all day\nand night")))
    (journal-tests--wait-for-text
     buffer "^  [0-9:]+ \\* Rain all day  garden #weather$")
    (should (string-match-p "^20..-..-.. [A-Z][a-z]+day\n" (journal-tests--text buffer)))
    (journal-tests--terminal "edit" id "--no-star" "Sun all day")
    (journal-tests--wait-for-text buffer "^  [0-9:]+   Sun all day  garden #weather$")
    (journal-tests--terminal "delete" id)
    (journal-tests--wait (not (string-match-p "Sun all day"
                                              (journal-tests--text buffer))))))

(journal-tests--define a-list-keeps-point-on-its-entry
  (journal-tests--terminal "new" "first of three")
  (let ((second (journal-tests--terminal "new" "second of three"))
        (third (journal-tests--terminal "new" "third of three")))
    (pop-to-buffer-same-window (journal-tests--list))
    (let ((window (selected-window))
          (other (split-window)))
      (journal-list-goto-entry second)
      (forward-char 3)
      (set-window-point other (save-excursion
                                (journal-list-goto-entry third)
                                (point)))
      (journal-tests--terminal "new" "fourth")
      (journal-tests--wait-for-text (current-buffer) "fourth")
      (should (equal (get-text-property (point) 'journal-id) second))
      (should (equal (current-column) 3))
      (should (equal (get-text-property (window-point other) 'journal-id) third))
      ;; The line of the entry itself is replaced.
      (journal-tests--terminal "edit" second "--star")
      (journal-tests--wait-for-text (current-buffer) "\\* second of three")
      (should (equal (get-text-property (window-point window) 'journal-id) second))
      (should (equal (current-column) 3))
      ;; The entry disappears: the next one takes its place.
      (journal-tests--terminal "delete" second)
      (journal-tests--wait (not (string-match-p
                                 "second of" (journal-tests--text
                                              (current-buffer)))))
      (should (looking-at-p ".*first of three")))))

(journal-tests--define lists-have-filters
  (let* ((id (journal-tests--terminal "new" "-N" "kitchen" "--create-notebook"
                                      "-t" "soup" "--at" "2024-02-29 12:00" "leek"))
         (views '((:tag "soup") (:notebook "kitchen") (:day "2024-02-29")))
         (lists (mapcar (lambda (view) (apply #'journal-tests--list view)) views))
         (starred (journal-tests--list :starred t))
         (trash (journal-tests--list :trashed t)))
    (journal-tests--terminal "new" "something else")
    (dolist (buffer lists)
      (should (string-match-p "\\`2024-02-29 Thursday\n  12:00   leek  kitchen #soup\n\\'"
                              (journal-tests--text buffer))))
    (with-current-buffer (car lists)
      (journal-list-goto-entry id)
      (journal-list-star))
    (journal-tests--wait-for-text starred "leek")
    (with-current-buffer (car lists)
      (journal-list-goto-entry id)
      (journal-list-delete))
    (journal-tests--wait (equal (journal-tests--text (car lists)) ""))
    (journal-tests--wait-for-text trash "leek")
    (with-current-buffer trash
      (journal-list-goto-entry id)
      (journal-list-restore))
    (journal-tests--wait-for-text (car lists) "leek")
    (with-current-buffer (car lists)
      (journal-list-goto-entry id)
      (journal-list-delete)
      (journal-tests--wait (equal (journal-tests--text (car lists)) ""))
      (journal-list-restore))
    (journal-tests--wait-for-text (car lists) "leek")
    (journal-tests--wait (not (string-match-p "leek" (journal-tests--text trash))))))

(journal-tests--define an-entry-that-is-being-deleted-is-restored
  (let ((id (journal-tests--terminal "new" "parsley"))
        (buffer (journal-tests--list))
        (pid (journal-tests--pid)))
    (with-current-buffer buffer
      (journal-list-goto-entry id)
      (unwind-protect
          (progn
            (journal-tests--stop pid)
            (journal-list-delete)
            (journal-list-restore))
        (signal-process pid 'CONT)))
    (should (equal (last (journal-tests--messages
                          (journal-tests--wait
                           (not (journal-connection--requests-p)))))
                   '("Restored")))
    (should-not (assq 'trashedAt (journal-tests--stored id)))))

(journal-tests--define changes-of-any-program-are-undone
  (let ((id (journal-tests--terminal "new" "radish"))
        (buffer (journal-tests--list)))
    (with-current-buffer buffer
      (journal-list-goto-entry id)
      (journal-list-delete))
    (journal-tests--wait (not (string-match-p "radish" (journal-tests--text buffer))))
    (journal-undo)
    (journal-tests--wait-for-text buffer "radish")
    (journal-redo)
    (journal-tests--wait (not (string-match-p "radish" (journal-tests--text buffer))))
    (should (equal (journal-tests--terminal "undo")
                   (concat id "\trestored from the trash")))
    (journal-tests--wait-for-text buffer "radish")))

(journal-tests--define commands-of-a-list-change-entries
  (let ((id (journal-tests--terminal "new" "to be moved"))
        (buffer (journal-tests--list)))
    (with-current-buffer buffer
      (journal-list-goto-entry id)
      (journal-list-move "cellar")
      (journal-list-set-tags '("one" "two")))
    (journal-tests--wait-for-text buffer "to be moved  cellar #one #two$")))

(journal-tests--define moving-by-entries-and-days
  (dolist (time '("2023-05-01 10:00" "2023-05-01 11:00" "2023-05-02 10:00"))
    (journal-tests--terminal "new" "-t" "may" "--at" time time))
  (with-current-buffer (journal-tests--list :tag "may")
    (goto-char (point-min))
    (journal-list-next 1)
    (should (looking-at-p "  10:00   2023-05-02"))
    (journal-list-next 1)
    (should (looking-at-p "  11:00"))
    (journal-list-next 5)
    (should (looking-at-p "  10:00   2023-05-01"))
    (journal-list-previous-day)
    (should (looking-at-p "  11:00"))
    (journal-list-previous-day)
    (should (looking-at-p "  10:00   2023-05-02"))
    (journal-list-next-day)
    (should (looking-at-p "  11:00"))
    (should (equal (mapcar #'car (funcall imenu-create-index-function))
                   '("2023-05-02" "2023-05-01")))))

(journal-tests--define a-list-stays-in-place-while-ten-thousand-entries-are-written
  (journal-tests--terminal "new" "-N" "large" "--create-notebook"
                           "--at" "2020-01-31 12:00" "the newest")
  (with-temp-file "calls.jsonl"
    (dotimes (batch 10)
      (insert (decode-coding-string
               (journal-session-encode
                `((jsonrpc . "2.0") (id . ,batch) (method . "batch")
                  (params (calls . ,(cl-loop
                                     for number from 1 to 1000
                                     vconcat
                                     `[((method . "entry.create")
                                        (params (notebook . "large")
                                                (createNotebook . t)
                                                (text . ,(format "Number %d of %d"
                                                                 number batch))
                                                (createdAt . ,(format "2020-01-%02dT00:00:00Z"
                                                                      (1+ batch)))))])))))
               'utf-8))))
  (let* ((buffer (journal-tests--list :notebook "large"))
         (last (journal-tests--run-time))
         (longest 0)
         (timer (run-with-timer
                 0 0.01
                 (lambda ()
                   (let ((now (journal-tests--run-time)))
                     (setq longest (max longest (- now last))
                           last now))))))
    (with-current-buffer buffer
      (search-forward "the newest"))
    (should (eql 0 (call-process "journal" "calls.jsonl" nil nil
                                   "rpc" "--stdin" "--timeout" "300")))
    (setq last (journal-tests--run-time)
          longest 0)
    ;; The list has followed when all its other entries are of the last batch.
    (journal-tests--wait (equal (journal-tests--count buffer " of 9  large\n") 999))
    (cancel-timer timer)
    (journal-tests--print "        longest work without a pause %.2f s" longest)
    (should (< longest 5))
    (with-current-buffer buffer
      (should (equal (journal-rows-count journal-list--rows) 1000))
      (should (string-suffix-p "older ones: RET\n" (journal-tests--text buffer)))
      (should (looking-back "the newest" (line-beginning-position)))
      (should (string-match-p "1000\\+ entries" (journal-list--header)))
      (goto-char (point-min))
      (forward-line 500)
      (let ((id (get-text-property (point) 'journal-id)))
        (journal-tests--terminal "new" "-N" "large" "--at" "2020-01-31 11:00"
                                 "inserted")
        (journal-tests--wait-for-text buffer "inserted")
        (should (equal (get-text-property (point) 'journal-id) id))
        (journal-list--revert)
        (journal-tests--wait (not (or journal-list--loading journal-list--timer)))
        (should (equal (get-text-property (point) 'journal-id) id))))))

(journal-tests--define a-change-touches-its-own-line
  (journal-tests--terminal "new" "-t" "lines" "--at" "2022-05-01 12:00" "below")
  (let ((id (journal-tests--terminal "new" "-t" "lines" "--at" "2022-05-02 12:00"
                                     "above"))
        changed)
    (with-current-buffer (journal-tests--list :tag "lines")
      (setq-local inhibit-modification-hooks nil)
      (cl-letf* ((insert-line (symbol-function 'journal-list--line))
                 ((symbol-function 'journal-list--line)
                  (lambda (line)
                    (push (if (consp line) (alist-get 'text line) line) changed)
                    (funcall insert-line line))))
        (goto-char (point-min))
        (forward-line 2)
        (should (equal (journal-list--key) '(journal-day . "2022-05-01")))
        (journal-tests--terminal "edit" id "--star")
        (journal-tests--wait-for-text (current-buffer) "\\* above")
        (journal-tests--terminal "new" "-t" "lines" "--at" "2022-05-02 11:00"
                                 "between")
        (journal-tests--wait-for-text (current-buffer) "between")
        (journal-tests--end-daemon 'KILL)
        (journal-tests--terminal "new" "-t" "lines" "--at" "2022-05-01 11:00"
                                 "lowest")
        (journal-tests--wait-for-text (current-buffer) "lowest")
        (should (equal (nreverse changed) '("above" "between" "lowest")))
        ;; Point stays on the header of its day.
        (should (equal (journal-list--key) '(journal-day . "2022-05-01")))))))

(journal-tests--define lists-follow-names
  (journal-tests--terminal "new" "-t" "oak" "under the tree")
  (let ((list (journal-tests--list :tag "oak"))
        (absent (journal-tests--list :notebook "yet to come"))
        (all (journal-tests--list)))
    (should (string-match-p "does not exist" (with-current-buffer absent
                                               (journal-list--header))))
    (journal-tests--terminal "new" "-N" "yet to come" "--create-notebook" "here")
    (journal-tests--wait-for-text absent "here  yet to come")
    (journal-tests--terminal "tag" "rename" "oak" "beech")
    (journal-tests--wait-for-text all "under the tree  #beech$")
    (journal-tests--wait (equal (journal-tests--text list) ""))
    (journal-tests--terminal "tag" "rename" "beech" "oak")
    (journal-tests--wait-for-text list "under the tree  #oak$")))

(journal-tests--define a-list-has-a-maximum
  (dotimes (number 5)
    (journal-tests--terminal "new" "-t" "maximum" "--at"
                             (format "2022-03-0%d" (1+ number))
                             (format "number %d" number)))
  (let* ((journal-list-maximum 2)
         (buffer (journal-tests--list :tag "maximum")))
    (with-current-buffer buffer
      (should (equal (journal-rows-count journal-list--rows) 2))
      (should (string-match-p "2\\+ entries" (journal-list--header)))
      (goto-char (point-max))
      (forward-line -1)
      (journal-list-open))
    (with-current-buffer "*journal #maximum until 2022-03-04*"
      (journal-tests--wait-for-text (current-buffer) "number 3.*\n.*\n.*number 2")
      (let ((journal-list-maximum 9))
        (journal-list-more)))
    (with-current-buffer "*journal #maximum until 2022-03-03*"
      (journal-tests--wait-for-text (current-buffer) "number 0")
      (should-error (journal-list-more) :type 'user-error)))
  (let ((journal-list-maximum 1))
    (with-current-buffer (journal-tests--list :tag "maximum" :day "2022-03-01")
      (should-error (journal-list-more) :type 'user-error))))

;;;; Writing

(journal-tests--define a-new-buffer-is-saved-with-save-buffer
  (with-current-buffer (journal-entry-new nil '((tags . ["fresh"])))
    (insert "Grüße\n\nno newline at the end")
    (save-buffer)
    (should (buffer-modified-p))
    (journal-tests--wait (not (buffer-modified-p)))
    (let-alist (journal-tests--stored journal-entry--id)
      (should (equal .text "Grüße\n\nno newline at the end"))
      (should (equal .tags '("fresh")))
      (should (equal .zone "Europe/Berlin"))
      (should (string-suffix-p (format-time-string "%:z") .createdAt)))
    (goto-char (point-max))
    (insert "\nmore")
    (save-buffer)
    (journal-tests--wait (not (buffer-modified-p)))
    (should (string-suffix-p "\nmore" (alist-get 'text (journal-tests--stored
                                                        journal-entry--id))))))

(journal-tests--define entries-are-created-while-tz-is-a-rule
  (unwind-protect
      (progn
        (setenv "TZ" "JST-9")
        (with-current-buffer (journal-entry-new "in a zone without a name")
          (save-buffer)
          (journal-tests--wait (not (buffer-modified-p)))
          (should (string-suffix-p
                   "+09:00" (alist-get 'createdAt (journal-tests--stored
                                                   journal-entry--id))))))
    (setenv "TZ" "Europe/Berlin")))

(journal-tests--define a-long-entry-is-opened-whole
  (let* ((text (concat "long\n" (make-string 100000 ?ü)))
         (parameters (journal-entry-creation text nil ""))
         (buffer (journal-tests--list)))
    (journal-call "entry.create" parameters #'ignore)
    (journal-tests--wait-for-text buffer " long$")
    (with-current-buffer buffer
      (journal-list-goto-entry (alist-get 'id parameters))
      (with-current-buffer (journal-entry-buffer (journal-list--entry))
        (should buffer-read-only)
        (journal-tests--wait journal-entry--base)
        (should-not buffer-read-only)
        (should (equal (journal-entry--text) text))))))

(journal-tests--define an-entry-that-could-not-be-read-is-read-when-opened-again
  (let ((id (journal-tests--terminal "new" "read later")))
    (journal-disconnect)
    (journal-tests--end-daemon 'KILL)
    (let* ((journal-program "/nonexistent/journal")
           (buffer (journal-entry-buffer `((id . ,id)))))
      (journal-tests--wait (not (journal-connection--requests-p)))
      (journal-tests--terminal "status")
      (should (eq (journal-tests--entry-buffer id) buffer))
      (should (equal (journal-tests--text buffer) "read later")))))

(journal-tests--define text-typed-while-saving-is-saved-too
  (with-current-buffer (journal-entry-new "one")
    (save-buffer)
    (insert " two")
    (save-buffer)
    (insert " three")
    (journal-tests--wait (and journal-entry--base (not journal-entry--saving)
                              (equal (alist-get 'text journal-entry--base)
                                     (journal-entry--text))))
    (should-not (buffer-modified-p))
    (should (equal (alist-get 'text (journal-tests--stored journal-entry--id))
                   (journal-entry--text)))))

(journal-tests--define the-region-becomes-an-entry
  (let ((buffer (journal-tests--list :tag "region")))
    (with-temp-buffer
      (insert "before\n#inside\nafter")
      (journal-write-region 8 15 nil '("region")))
    (journal-tests--wait-for-text buffer "inside  #region$")
    (should-not (string-match-p "before\\|after" (journal-tests--text buffer)))))

(journal-tests--define words-of-a-text-become-tags
  (let* ((stored-tags (lambda ()
                        (alist-get 'tags (journal-tests--stored journal-entry--id))))
         (save (lambda (text)
                 (erase-buffer)
                 (insert text)
                 (save-buffer)
                 (journal-tests--wait (not (buffer-modified-p))))))
    (with-current-buffer (journal-entry-new "" '((tags . ["kept"])))
      (funcall save "Rain #weather")
      (should (equal (funcall stored-tags) '("kept" "weather")))
      (funcall save "Sun #Sky")
      (should (equal (funcall stored-tags) '("Sky" "kept")))
      (should (string-match-p "#Sky #kept" (journal-entry--header)))
      (let ((journal-hashtags nil))
        (funcall save "Nothing"))
      (should (equal (funcall stored-tags) '("Sky" "kept")))))
  (let ((buffer (journal-tests--list :tag "typed")))
    (journal-write "one line #typed")
    (journal-tests--wait-for-text buffer "one line")))

(journal-tests--define an-empty-entry-is-not-saved
  (with-current-buffer (journal-entry-new " \n")
    (set-buffer-modified-p t)
    (should-error (save-buffer) :type 'user-error))
  (should-error (journal-write " ") :type 'user-error))

(journal-tests--define a-finished-entry-closes-its-buffer
  (let ((buffer (journal-entry-new "short")))
    (with-current-buffer buffer
      (journal-entry-finish))
    (journal-tests--wait (not (buffer-live-p buffer)))))

(journal-tests--define saving-after-a-failed-finish-keeps-the-buffer
  (let ((buffer (journal-entry-new)))
    (with-current-buffer buffer
      (should-error (journal-entry-finish) :type 'user-error)
      (insert (string-to-multibyte "\200"))
      (should-error (journal-entry-finish) :type 'user-error)
      (erase-buffer)
      (insert "written later")
      (save-buffer)
      (journal-tests--wait (not journal-entry--saving))
      (should (buffer-live-p buffer))
      (should-not (buffer-modified-p))
      ;; A text that is saved while it is being finished is not finished.
      (insert " and ")
      (journal-entry-finish)
      (insert "later")
      (save-buffer)
      (journal-tests--wait (not journal-entry--saving))
      (should (buffer-live-p buffer))
      (should (equal (alist-get 'text (journal-tests--stored journal-entry--id))
                     "written later and later")))))

(journal-tests--define saving-after-a-conflict-of-a-finish-keeps-the-buffer
  (let ((buffer (journal-tests--conflict)))
    (with-current-buffer buffer
      (cl-letf (((symbol-function 'yes-or-no-p) #'ignore))
        (should-error (journal-entry-finish) :type 'user-error))
      (kill-buffer (journal-entry--conflict-name "diff"))
      (journal-entry-finish)
      (should (get-buffer (journal-entry--conflict-name "diff")))
      (journal-entry-keep-mine)
      (journal-tests--wait (not journal-entry--saving))
      (should (buffer-live-p buffer)))))

(journal-tests--define a-text-with-bytes-that-are-not-utf-8-is-saved-without-them
  (let ((save (lambda ()
                (save-buffer)
                (journal-tests--wait (not journal-entry--saving))
                (should-not (buffer-modified-p))
                (alist-get 'text (journal-tests--stored journal-entry--id))))
        (insert-byte (lambda ()
                       (save-excursion
                         (insert (string-to-multibyte "\200")))
                       (should-error (save-buffer) :type 'user-error)
                       (should (buffer-modified-p))
                       (should-not (string-match-p
                                    "saving" (journal-entry--header)))
                       (delete-char 1))))
    (with-current-buffer (journal-entry-new)
      (funcall insert-byte)
      (insert "text")
      (should (equal (funcall save) "text"))
      (funcall insert-byte)
      (insert " and more")
      (should (equal (funcall save) "text and more"))
      ;; The second save begins when the first one has succeeded.
      (insert " again")
      (save-buffer)
      (insert (string-to-multibyte "\200"))
      (save-buffer)
      (should (member "The text contains bytes that are not UTF-8"
                      (journal-tests--messages
                       (journal-tests--wait (not journal-entry--saving)))))
      (should (buffer-modified-p))
      (delete-char -1)
      (insert "!")
      (should (equal (funcall save) "text and more again!")))))

(defun journal-tests--keys (&rest keys)
  "Type KEYS, as for `kbd', each as a macro."
  (dolist (sequence keys)
    (execute-kbd-macro (kbd sequence))))

(journal-tests--define undoing-saved-changes-modifies-the-buffer
  (let* ((id (journal-tests--terminal "new" "base text"))
         (stored (lambda () (alist-get 'text (journal-tests--stored id))))
         (saved (lambda (text)
                  (should (buffer-modified-p))
                  (journal-tests--keys "C-x C-s")
                  (journal-tests--wait (not journal-entry--saving))
                  (should-not (buffer-modified-p))
                  (should (equal (funcall stored) text)))))
    (pop-to-buffer-same-window (journal-tests--entry-buffer id))
    (goto-char (point-max))
    (journal-tests--keys "SPC added")
    (funcall saved "base text added")
    (journal-tests--keys "C-_")
    (should (equal (journal-entry--text) "base text"))
    (funcall saved "base text")
    ;; Undoing this undo.
    (journal-tests--keys "C-a" "C-_")
    (should (equal (journal-entry--text) "base text added"))
    (funcall saved "base text added")
    ;; What is undone up to the saved text is not modified.
    (journal-tests--keys "C-e" "x" "C-_")
    (should (equal (journal-entry--text) "base text added"))
    (should-not (buffer-modified-p))))

(journal-tests--define undoing-a-change-elsewhere-modifies-the-buffer
  (let ((id (journal-tests--terminal "new" "former")))
    (pop-to-buffer-same-window (journal-tests--entry-buffer id))
    (journal-tests--terminal "edit" id "latter")
    (journal-tests--wait-for-text (current-buffer) "latter")
    (should-not (buffer-modified-p))
    (journal-tests--keys "C-_")
    (should (equal (journal-entry--text) "former"))
    (should (buffer-modified-p))))

(journal-tests--define undoing-a-revert-or-theirs-modifies-the-buffer
  (pop-to-buffer-same-window (journal-tests--conflict))
  (undo-boundary)
  (journal-entry-take-theirs)
  (undo-boundary)
  (should-not (buffer-modified-p))
  (journal-tests--keys "C-_")
  (should (string-match-p "mine" (journal-entry--text)))
  (should (buffer-modified-p))
  (cl-letf (((symbol-function 'yes-or-no-p) #'always))
    (revert-buffer))
  (undo-boundary)
  (should (equal (journal-entry--text) "same\ntheirs\n"))
  (should-not (buffer-modified-p))
  (journal-tests--keys "C-a" "C-_")
  (should (string-match-p "mine" (journal-entry--text)))
  (should (buffer-modified-p)))

(journal-tests--define undoing-changes-that-are-being-saved-modifies-the-buffer
  (let ((id (journal-tests--terminal "new" "text")))
    (pop-to-buffer-same-window (journal-tests--entry-buffer id))
    (journal-tests--keys "x" "C-x C-s" "C-_")
    (should (equal (journal-entry--text) "text"))
    (journal-tests--wait (not journal-entry--saving))
    (should (equal (alist-get 'text (journal-tests--stored id)) "xtext"))
    (should (buffer-modified-p))))

(journal-tests--define unsaved-text-is-not-killed-silently
  (let ((buffer (journal-entry-new "precious"))
        (asked 0))
    (cl-letf (((symbol-function 'yes-or-no-p)
               (lambda (_prompt) (cl-incf asked) nil)))
      (kill-buffer buffer)
      (should (equal asked 1))
      (should (buffer-live-p buffer)))))

(journal-tests--define members-of-an-entry-are-changed-in-its-buffer
  (let* ((id (journal-tests--terminal "new" "members")))
    (with-current-buffer (journal-tests--entry-buffer id)
      (insert "unsaved ")
      (journal-entry-set-tags '("x" "y"))
      (journal-entry-star)
      (journal-entry-move "attic")
      (journal-tests--wait
       (string-match-p "attic #x #y \\*" (journal-entry--header)))
      (should (buffer-modified-p))
      (journal-tests--terminal "tag" "rename" "x" "renamed")
      (journal-tests--wait
       (string-match-p "attic #renamed #y" (journal-entry--header)))
      (should (equal (journal-entry--text) "unsaved members"))
      (save-buffer)
      (journal-tests--wait (not (buffer-modified-p)))
      (should (equal (alist-get 'text (journal-tests--stored id))
                     "unsaved members"))
      (let ((buffer (current-buffer)))
        (journal-entry-delete)
        (journal-tests--wait (not (buffer-live-p buffer)))))
    (should (alist-get 'trashedAt (journal-tests--stored id)))))

(journal-tests--define text-typed-while-an-entry-is-deleted-is-kept
  (let ((id (journal-tests--terminal "new" "deleted"))
        (pid (journal-tests--pid)))
    (with-current-buffer (journal-tests--entry-buffer id)
      (let ((buffer (current-buffer)))
        (unwind-protect
            (progn
              (journal-tests--stop pid)
              (journal-entry-delete)
              (insert "typed, "))
          (signal-process pid 'CONT))
        (journal-tests--wait
         (or (not (buffer-live-p buffer))
             (string-match-p "in the trash" (journal-entry--header))))
        (should (buffer-live-p buffer))
        (should (equal (journal-entry--text) "typed, deleted"))
        (should (buffer-modified-p))
        (save-buffer)
        (journal-tests--wait (not (buffer-modified-p)))
        (should (equal (alist-get 'text (journal-tests--stored id))
                       "typed, deleted"))))))

;;;; Changes elsewhere

(journal-tests--define tags-from-elsewhere-are-kept-when-tags-are-edited
  (let* ((id (journal-tests--terminal "new" "-t" "old" "-t" "kept" "tagged"))
         (list (journal-tests--list))
         (tags (lambda ()
                 (sort (alist-get 'tags (journal-tests--stored id))
                       #'string<)))
         shown)
    (with-current-buffer (journal-tests--entry-buffer id)
      (setq shown journal-entry--base)
      (journal-tests--terminal "edit" "-t" "old" "-t" "kept" "-t" "elsewhere"
                               id "changed")
      (journal-tests--wait-for-text (current-buffer) "changed")
      (journal-entry-set-tags '("kept" "new") shown))
    (journal-tests--wait
     (equal (funcall tags) '("elsewhere" "kept" "new")))
    (with-current-buffer list
      (journal-tests--wait-for-text list "changed")
      (journal-list-goto-entry id)
      (journal-list-set-tags '("new") shown))
    (journal-tests--wait (equal (funcall tags) '("elsewhere" "new")))
    (should (equal (alist-get 'text (journal-tests--stored id)) "changed"))))

(journal-tests--define a-change-elsewhere-updates-an-unmodified-buffer
  (let ((id (journal-tests--terminal "new" "one\ntwo\nthree")))
    (with-current-buffer (journal-tests--entry-buffer id)
      (search-forward "thr")
      (journal-tests--terminal "edit" id "zero\none\ntwo\nthree")
      (journal-tests--wait-for-text (current-buffer) "\\`zero")
      (should-not (buffer-modified-p))
      (should (looking-back "thr" (line-beginning-position))))))

(journal-tests--define a-change-elsewhere-is-reported-in-a-modified-buffer
  (let ((id (journal-tests--terminal "new" "original")))
    (with-current-buffer (journal-tests--entry-buffer id)
      (insert "my ")
      (let ((messages (journal-tests--messages
                       (journal-tests--terminal "edit" id "their version")
                       (journal-tests--wait journal-entry--theirs))))
        (should (cl-find-if (apply-partially #'string-match-p "changed elsewhere")
                            messages)))
      (should (equal (journal-entry--text) "my original"))
      (should (string-match-p "changed elsewhere" (journal-entry--header)))
      ;; Saving shows the difference before it asks.
      (save-buffer)
      (should (get-buffer (journal-entry--conflict-name "diff")))
      (should (buffer-modified-p))
      (should (equal (alist-get 'text (journal-tests--stored id))
                     "their version")))))

(journal-tests--define a-change-while-saving-is-read-afterwards
  (let ((id (journal-tests--terminal "new" "text"))
        (reads 0))
    (with-current-buffer (journal-tests--entry-buffer id)
      (insert "my ")
      (save-buffer)
      (cl-letf (((symbol-function 'journal-entry--refresh)
                 (lambda () (cl-incf reads))))
        (journal-entries--changed t)
        (should (equal reads 0))
        (journal-tests--wait (not journal-entry--saving))
        (should (>= reads 1))))))

(defun journal-tests--conflict ()
  "Return the buffer of an entry with a conflict that is shown as a diff."
  (let* ((id (journal-tests--terminal "new" "same\noriginal\n"))
         (buffer (journal-tests--entry-buffer id)))
    (with-current-buffer buffer
      ;; The change is not announced to the buffer, so that saving finds it.
      (let ((journal-entries-changed-functions nil))
        (goto-char (point-max))
        (insert "mine\n")
        (journal-tests--terminal "rpc" "entry.update"
                                 (format "{\"id\":\"%s\",\"text\":\"same\\ntheirs\\n\"}" id))
        (save-buffer)
        (journal-tests--wait (and (not journal-entry--saving)
                                  journal-entry--theirs)))
      (let ((diff (get-buffer (journal-entry--conflict-name "diff"))))
        (should (provided-mode-derived-p
                 (buffer-local-value 'major-mode diff) 'diff-mode))
        (should (string-match-p "\n same\n-theirs\n\\+original\n\\+mine\n"
                                (journal-tests--text diff)))
        (should (buffer-modified-p))
        (should (equal (alist-get 'text (journal-tests--stored id))
                       "same\ntheirs\n"))))
    buffer))

(journal-tests--define a-conflict-is-shown-and-mine-is-kept
  (with-current-buffer (journal-tests--conflict)
    (with-current-buffer (journal-entry--conflict-name "diff")
      (should (eq (key-binding (kbd "C-c ^ m")) #'journal-entry-keep-mine))
      (journal-entry-keep-mine))
    (journal-tests--wait (not (buffer-modified-p)))
    (should (equal (alist-get 'text (journal-tests--stored journal-entry--id))
                   "same\noriginal\nmine\n"))
    (should-not (get-buffer (journal-entry--conflict-name "diff")))))

(journal-tests--define a-conflict-is-resolved-with-theirs
  (with-current-buffer (journal-tests--conflict)
    (undo-boundary)
    (journal-entry-take-theirs)
    (should (equal (journal-entry--text) "same\ntheirs\n"))
    (should-not (buffer-modified-p))
    (primitive-undo 1 buffer-undo-list)
    (should (string-match-p "mine" (journal-entry--text)))))

(journal-tests--define saving-with-a-conflict-asks-first
  (with-current-buffer (journal-tests--conflict)
    (cl-letf (((symbol-function 'yes-or-no-p) #'ignore))
      (should-error (save-buffer) :type 'user-error))
    (should (equal (alist-get 'text (journal-tests--stored journal-entry--id))
                   "same\ntheirs\n"))
    (insert "merged ")
    (cl-letf (((symbol-function 'yes-or-no-p) #'always))
      (save-buffer))
    (journal-tests--wait (not (buffer-modified-p)))
    (should (string-match-p "merged" (alist-get 'text (journal-tests--stored
                                                       journal-entry--id))))))

(journal-tests--define a-change-of-other-members-is-no-conflict
  (let ((id (journal-tests--terminal "new" "text")))
    (with-current-buffer (journal-tests--entry-buffer id)
      (let ((journal-entries-changed-functions nil))
        (insert "my ")
        (journal-tests--terminal "edit" id "--star")
        (save-buffer)
        (journal-tests--wait (not (buffer-modified-p))))
      (let-alist (journal-tests--stored id)
        (should (equal .text "my text"))
        (should .starred)))))

(journal-tests--define a-save-whose-reply-was-lost-is-no-conflict
  (let ((id (journal-tests--terminal "new" "text")))
    (with-current-buffer (journal-tests--entry-buffer id)
      (let ((journal-entries-changed-functions nil))
        (insert "my ")
        (journal-tests--terminal "edit" id "my text")
        (save-buffer)
        (journal-tests--wait (not journal-entry--saving)))
      (should-not (buffer-modified-p))
      (should-not journal-entry--theirs))))

(journal-tests--define a-new-entry-whose-reply-was-lost-is-updated
  (with-current-buffer (journal-entry-new "second attempt")
    (setq journal-entry--attempts '("first attempt"))
    (journal-tests--terminal "new" "--id" journal-entry--id "first attempt")
    (set-buffer-modified-p t)
    (save-buffer)
    (journal-tests--wait (not (buffer-modified-p)))
    (should (equal (alist-get 'text (journal-tests--stored journal-entry--id))
                   "second attempt"))))

(journal-tests--define a-deleted-entry-can-still-be-saved
  (let ((id (journal-tests--terminal "new" "text")))
    (with-current-buffer (journal-tests--entry-buffer id)
      (insert "my ")
      (journal-tests--terminal "delete" id)
      (journal-tests--wait (string-match-p "trash" (journal-entry--header)))
      (save-buffer)
      (journal-tests--wait (not (buffer-modified-p)))
      (should (equal (alist-get 'text (journal-tests--stored id)) "my text")))))

(journal-tests--define an-unmodified-buffer-of-a-purged-entry-stays-unmodified
  (let* ((id (journal-tests--terminal "new" "-t" "ash" "text"))
         (buffer (journal-tests--entry-buffer id))
         (list (journal-tests--list :tag "ash")))
    (with-current-buffer buffer
      (let ((messages
             (journal-tests--messages
              (journal-tests--terminal "purge" "--yes" id)
              (journal-tests--wait journal-entry--gone)
              (journal-tests--terminal "tag" "rename" "ash" "rowan")
              (journal-tests--wait (member "rowan" (journal-tags)))
              (journal-tests--wait (not (journal-connection--requests-p))))))
        (should (equal messages
                       (list (format "Entry %s was deleted permanently; \
M-x journal-entry-save-as-new writes its text as a new entry"
                                     (journal-text-short-id id))))))
      (should (equal (journal-entry--text) "text"))
      (should-not (buffer-modified-p))
      (should (string-match-p "no longer exists" (journal-entry--header)))
      (save-buffer)
      (should-not journal-entry--saving)
      (journal-entry-finish)
      (should-not (buffer-live-p buffer)))
    (journal-tests--wait (equal (journal-tests--text list) ""))))

(journal-tests--define an-edited-text-of-a-purged-entry-becomes-a-new-entry-on-request
  (let* ((id (journal-tests--terminal "new" "-N" "lost" "--create-notebook" "-t" "kept"
                                      "--star" "text #old"))
         (buffer (journal-tests--entry-buffer id)))
    (with-current-buffer buffer
      (should-error (journal-entry-save-as-new) :type 'user-error)
      (erase-buffer)
      (insert "my text #new")
      (journal-tests--terminal "purge" "--yes" id)
      (journal-tests--terminal "rpc" "notebook.delete" "{\"notebook\":\"lost\"}")
      (journal-tests--wait journal-entry--gone)
      (should-error (save-buffer) :type 'user-error)
      (should-error (journal-entry-finish) :type 'user-error)
      (should (buffer-modified-p))
      (should-not journal-entry--saving)
      (journal-entry-save-as-new)
      (journal-tests--wait (not (buffer-modified-p)))
      (should (buffer-live-p buffer))
      (should-not (equal journal-entry--id id))
      (should (equal (buffer-name) (journal-entry--name journal-entry--id)))
      (let-alist (journal-tests--stored journal-entry--id)
        (should (equal .text "my text #new"))
        (should (equal .notebook.name "lost"))
        (should (equal .tags '("kept" "new")))
        (should .starred))
      (should-not (string-match-p "no longer exists" (journal-entry--header)))
      (insert "and ")
      (save-buffer)
      (journal-tests--wait (not (buffer-modified-p))))))

(journal-tests--define a-save-of-a-purged-entry-says-so
  (let ((id (journal-tests--terminal "new" "text")))
    (with-current-buffer (journal-tests--entry-buffer id)
      (insert "my ")
      (let ((journal-entries-changed-functions nil))
        (journal-tests--terminal "purge" "--yes" id)
        (let ((messages (journal-tests--messages
                         (save-buffer)
                         (journal-tests--wait (not journal-entry--saving)))))
          (should (string-match-p "deleted permanently; M-x journal-entry-save-as-new"
                                  (car (last messages))))))
      (should (buffer-modified-p))
      (should (equal journal-entry--id id)))))

(journal-tests--define a-restored-backup-replaces-open-entries
  (let* ((backup (expand-file-name "restored.backup"))
         (clean (journal-tests--terminal "new" "clean"))
         (edited (journal-tests--terminal "new" "edited"))
         (conflict (journal-tests--terminal "new" "conflict"))
         (same (journal-tests--terminal "new" "same"))
         (rev (lambda (id) (alist-get 'rev (journal-tests--stored id))))
         later former buffers)
    (when (file-exists-p backup) (delete-file backup))
    (journal-tests--terminal "backup" backup)
    (journal-tests--terminal "edit" clean "clean, discarded")
    (journal-tests--terminal "edit" edited "edited, discarded")
    (journal-tests--terminal "edit" conflict "conflict, discarded")
    (setq later (journal-tests--terminal "new" "later")
          former (mapcar rev (list clean edited))
          buffers (mapcar #'journal-tests--entry-buffer
                          (list clean edited conflict same later)))
    (pcase-let ((`(,clean-buffer ,edited-buffer ,conflict-buffer ,same-buffer
                                 ,later-buffer)
                 buffers))
      (dolist (buffer (list edited-buffer conflict-buffer same-buffer))
        (with-current-buffer buffer (insert "my ")))
      (with-current-buffer conflict-buffer
        (journal-tests--terminal "edit" conflict "conflict, theirs")
        (journal-tests--wait journal-entry--theirs)
        (journal-entry-diff))
      (let ((messages
             (journal-tests--messages
              (journal-tests--terminal "restore-backup" "--yes" backup)
              (journal-tests--wait-for-text clean-buffer "\\`clean\\'")
              (journal-tests--wait (buffer-local-value 'journal-entry--gone
                                                       later-buffer))
              (dolist (buffer (list edited-buffer conflict-buffer same-buffer))
                (with-current-buffer buffer
                  (journal-tests--wait
                   (< 0 (alist-get 'rev (or journal-entry--theirs
                                            journal-entry--base)))))))))
        (should-not (buffer-modified-p clean-buffer))
        (should (member (format "Entry %s is not in the journal any more; \
M-x journal-entry-save-as-new writes its text as a new entry"
                                (journal-text-short-id later))
                        messages)))
      (should (equal (journal-tests--text later-buffer) "later"))
      (should-not (buffer-modified-p later-buffer))
      ;; Other changes have the revisions of those that were discarded.
      (journal-tests--terminal "edit" clean "clean, theirs")
      (journal-tests--terminal "edit" edited "edited, theirs")
      (should (equal (mapcar rev (list clean edited)) former))
      (journal-tests--wait-for-text clean-buffer "\\`clean, theirs\\'")
      (with-current-buffer clean-buffer
        (insert "my ")
        (save-buffer)
        (journal-tests--wait (not (buffer-modified-p)))
        (should (equal (alist-get 'text (journal-tests--stored clean))
                       "my clean, theirs")))
      (with-current-buffer edited-buffer
        (should (equal (journal-entry--text) "my edited, discarded"))
        (journal-tests--wait (equal (alist-get 'text journal-entry--theirs)
                                    "edited, theirs"))
        (save-buffer)
        (should (get-buffer (journal-entry--conflict-name "diff")))
        (should (equal (alist-get 'text (journal-tests--stored edited))
                       "edited, theirs"))
        (journal-entry-keep-mine)
        (journal-tests--wait (not (buffer-modified-p)))
        (should (equal (alist-get 'text (journal-tests--stored edited))
                       "my edited, discarded")))
      ;; The diff shows the text in the other store.
      (with-current-buffer conflict-buffer
        (should (string-match-p
                 "^-conflict$"
                 (replace-regexp-in-string
                  "\n\\\\.*" ""
                  (journal-tests--text (journal-entry--conflict-name "diff")))))
        (should (buffer-modified-p)))
      (with-current-buffer same-buffer
        (should (equal (journal-entry--text) "my same"))
        (should-not journal-entry--theirs)
        (save-buffer)
        (journal-tests--wait (not (buffer-modified-p)))
        (should (equal (alist-get 'text (journal-tests--stored same))
                       "my same")))
      ;; An entry that returns is shown again.
      (journal-tests--terminal "new" "--id" later "later, again")
      (journal-tests--wait-for-text later-buffer "\\`later, again\\'")
      (with-current-buffer later-buffer
        (should-not journal-entry--gone)
        (insert "my ")
        (save-buffer)
        (journal-tests--wait (not (buffer-modified-p)))
        (should (equal (alist-get 'text (journal-tests--stored later))
                       "my later, again"))))))

;;;; Two machines

(defun journal-tests--disagree (&rest texts)
  "Make entries that two machines change at the same time, and return their ids.
TEXTS are those that are written here and on the other machine, in turn."
  (with-temp-buffer
    (let ((status (apply #'call-process (getenv "MAKE_CONFLICT") nil t nil
                         (expand-file-name "~/other") texts)))
      (unless (eql status 0)
        (ert-fail (list status (buffer-string))))
      (split-string (buffer-string)))))

(defun journal-tests--wait-for-diff (regexp)
  "Wait until the diff of the conflict in this buffer matches REGEXP."
  (journal-tests--wait
   (let ((diff (get-buffer (journal-entry--conflict-name "diff"))))
     (and diff (string-match-p regexp (journal-tests--text diff))))))

(journal-tests--define both-texts-of-two-machines-are-shown-and-one-stays
  (pcase-let* ((`(,id ,second)
                (journal-tests--disagree "one\n" "two\n" "red" "blue"))
               (list (journal-tests--list)))
    (journal-tests--wait-for-text list "^  [0-9:]+   ≠ two$")
    (journal-conflicts)
    (let ((conflicts (current-buffer)))
      (journal-tests--wait-for-text conflicts "two +one")
      (journal-tests--wait-for-text conflicts "blue +red")
      (goto-char (point-min))
      (search-forward "two")
      (journal-conflicts-open)
      (should (equal journal-entry--id id))
      (journal-tests--wait-for-diff "^-one\n\\+two")
      (should (string-match-p "≠ 1 conflict (C-c ^ =)" (journal-entry--header)))
      ;; The other text does not replace what is not saved, and what is saved
      ;; settles nothing.
      (insert "edited ")
      (should-error (journal-entry-take-theirs) :type 'user-error)
      (save-buffer)
      (journal-tests--wait (not (buffer-modified-p)))
      (should (alist-get 'conflicts (journal-tests--stored id)))
      (with-current-buffer (journal-entry--conflict-name "diff")
        (journal-entry-diff))
      (journal-tests--wait-for-diff "^-one\n\\+edited two")
      (journal-entry-take-theirs)
      (journal-tests--wait (equal (journal-entry--text) "one\n"))
      (should-not (get-buffer (journal-entry--conflict-name "diff")))
      (should-not (buffer-modified-p))
      (should-not (string-match-p "≠" (journal-entry--header)))
      (should-not (alist-get 'conflicts (journal-tests--stored id)))
      (should-error (journal-entry-diff) :type 'user-error)
      (journal-undo)
      (journal-tests--wait (equal (journal-entry--text) "edited two\n"))
      (with-current-buffer conflicts
        (revert-buffer)
        (journal-tests--wait (not (string-match-p
                                   "two" (journal-tests--text conflicts))))))
    (with-current-buffer (journal-tests--entry-buffer second)
      (should-error (journal-entry-keep-mine) :type 'user-error)
      (journal-entry-diff)
      (journal-tests--wait-for-diff "^-red\\(?:.*\n\\)*\\+blue")
      (journal-entry-keep-mine)
      (journal-tests--wait (not (string-match-p "≠" (journal-entry--header))))
      (should-not (get-buffer (journal-entry--conflict-name "diff")))
      (should (equal (alist-get 'text (journal-tests--stored second)) "blue")))
    (journal-tests--wait
     (not (string-match-p "≠" (journal-tests--text list))))))

;;;; Searching, completing, following

(defun journal-tests--type (keys condition)
  "Type KEYS into `journal-search' until CONDITION holds, then RET.
Return the text of the results at that time."
  (let ((journal-search-minibuffer-map
         (copy-keymap journal-search-minibuffer-map))
        text)
    (define-key journal-search-minibuffer-map (kbd "<f5>")
      (lambda ()
        (interactive)
        (journal-tests--wait (funcall condition))
        (setq text (journal-tests--text journal-search--name))))
    (execute-kbd-macro (vconcat [?\M-x] "journal-search" [return] keys
                                [f5 return]))
    text))

(journal-tests--define search-shows-matches-while-typing
  (let ((id (journal-tests--terminal "new" "Finished the shed ROOF\ntoday")))
    (journal-tests--terminal "new" "Roof of snow")
    (journal-names-follow)
    (let ((text (journal-tests--type
                 "roof -snow"
                 (lambda ()
                   (equal (buffer-local-value
                           'journal-search--query
                           (get-buffer journal-search--name))
                          "roof -snow")
                   (string-match-p "\\`[^\n]*shed ROOF today\n\\'"
                                   (journal-tests--text journal-search--name))))))
      (should (string-match-p "shed ROOF" text)))
    (with-current-buffer journal-search--name
      (goto-char (point-min))
      (should (equal (alist-get 'id (journal-list--entry)) id))
      (let ((match (text-property-search-forward 'face 'match t)))
        (should (equal (buffer-substring-no-properties
                        (prop-match-beginning match) (prop-match-end match))
                       "ROOF")))
      ;; The results are current.
      (journal-tests--terminal "new" "another roof")
      (journal-tests--wait-for-text (current-buffer) "another roof"))))

(journal-tests--define the-selected-match-stays-selected
  (dolist (text '("first lime" "second lime" "third lime"))
    (journal-tests--terminal "new" text))
  (journal-tests--type "lim"
                       (lambda ()
                         (= (journal-tests--count
                             (get-buffer journal-search--name) "lime") 3)))
  (let ((second (lambda ()
                  (with-current-buffer journal-search--name
                    (alist-get 'id (aref journal-list--lines 1))))))
    (switch-to-buffer "*scratch*")
    (delete-other-windows)
    (execute-kbd-macro
     (vconcat [?\M-x] "journal-search" [return] "lim" [?\C-n return]))
    (should (equal (buffer-name (window-buffer)) journal-search--name))
    (should (equal (get-text-property (window-point) 'journal-id)
                   (funcall second)))))

(journal-tests--define only-changes-of-matches-search-again
  (journal-tests--terminal "new" "-t" "fern" "-N" "glade" "--create-notebook"
                           "a plant")
  (let ((searches 0))
    (with-current-buffer (journal-search--buffer)
      (cl-letf* ((call (symbol-function 'journal-call))
                 ((symbol-function 'journal-call)
                  (lambda (method &rest arguments)
                    (when (equal method "entry.search") (cl-incf searches))
                    (apply call method arguments))))
        (journal-search--run "tag:fern")
        (journal-tests--wait-for-text (current-buffer) "a plant")
        (journal-tests--terminal "delete" (journal-tests--terminal "new" "x"))
        (journal-tests--terminal "new" "-t" "fern" "another plant")
        (journal-tests--wait-for-text (current-buffer) "another plant")
        (should (<= searches 2))
        (journal-tests--terminal "rpc" "notebook.rename"
                                 "{\"notebook\":\"glade\",\"name\":\"glen\"}")
        (journal-tests--wait-for-text (current-buffer) "a plant  glen #fern")
        (journal-tests--terminal "tag" "rename" "fern" "moss")
        (journal-tests--wait (equal (journal-tests--text (current-buffer)) ""))
        (journal-tests--terminal "tag" "rename" "moss" "fern")
        (journal-tests--wait-for-text (current-buffer) "another plant")))))

(journal-tests--define search-reports-a-malformed-query-quietly
  (with-current-buffer (journal-search--buffer)
    (journal-search--run "\"open")
    (journal-tests--wait journal-search--problem)
    (should (string-match-p "\"open - 0 matches - ." (journal-search--header)))))

(defun journal-tests--candidates (function text)
  "Return the candidates that FUNCTION offers at the end of TEXT."
  (with-temp-buffer
    (insert text)
    (pcase (funcall function)
      (`(,start ,end ,table . ,_)
       (all-completions (buffer-substring start end) table)))))

(journal-tests--define tags-and-notebooks-are-completed
  (journal-tests--terminal "new" "-t" "elderberry" "-t" "elder tree"
                           "-N" "Elm street" "--create-notebook" "x")
  (journal-names-follow)
  (journal-tests--wait (member "elderberry" (journal-tags)))
  (journal-tests--wait (member "Elm street" (journal-notebooks)))
  (should (equal (journal-tests--candidates #'journal-complete-tag "see #elderb")
                 '("elderberry")))
  (should-not (journal-tests--candidates #'journal-complete-tag "see elderb"))
  (should (equal (journal-tests--candidates #'journal-complete-condition
                                            "x tag:elderb")
                 '("tag:elderberry")))
  (should (equal (journal-tests--candidates #'journal-complete-condition
                                            "notebook:\"El")
                 '("notebook:\"Elm street\"")))
  (should (equal (journal-tests--candidates #'journal-complete-condition "bef")
                 '("before:")))
  (should (equal (journal-tests--candidates #'journal-complete-condition
                                            "x -(on")
                 '("on:")))
  (should (equal (journal-tests--candidates #'journal-complete-condition
                                            "x -tag:elderb")
                 '("tag:elderberry")))
  (with-current-buffer (journal-entry-new "see #elderb")
    (goto-char (point-max))
    (call-interactively (key-binding (kbd "C-M-i")))
    (should (equal (journal-entry--text) "see #elderberry"))
    (set-buffer-modified-p nil))
  ;; Names are current.
  (journal-tests--terminal "tag" "rename" "elderberry" "blackberry")
  (journal-tests--wait (and (member "blackberry" (journal-tags))
                            (not (member "elderberry" (journal-tags))))))

(journal-tests--define xref-follows-tags-and-days
  (let ((id (journal-tests--terminal "new" "-t" "moon" "--at" "2021-07-08 09:00"
                                     "Look: #moon on 2021-07-08.")))
    (pop-to-buffer-same-window (journal-tests--entry-buffer id))
    (search-forward "#mo")
    (xref-find-definitions (xref-backend-identifier-at-point
                            (xref-find-backend)))
    (should (equal (buffer-name) "*journal #moon*"))
    (journal-tests--wait-for-text (current-buffer) "Look")
    (xref-pop-marker-stack)
    (should (equal journal-entry--id id))
    (search-forward "2021-07")
    (xref-find-definitions (xref-backend-identifier-at-point
                            (xref-find-backend)))
    (should (equal (buffer-name) "*journal 2021-07-08*"))
    (journal-tests--wait-for-text (current-buffer) "Look")
    (goto-char (point-max))
    (search-backward "#moon")
    (should (equal (journal-names-at-point) "#moon"))))

(journal-tests--define nothing-in-a-text-is-evaluated
  (let* ((text (concat "\e]0;title\a 100%s %e %[evil%]\0 \u202etxt\n"
                       ";; Local Variables:\n;; eval: (setq journal-tests--evil t)\n"
                       ";; journal-tests--evil: t\n;; End:\n"))
         (id (with-current-buffer (journal-entry-new text)
               (set-buffer-modified-p t)
               (save-buffer)
               (journal-tests--wait journal-entry--base)
               (prog1 journal-entry--id (kill-buffer)))))
    (journal-tests--terminal "edit" id "-t" "%e%s\u202d" "-N" "%[n%]" "--create-notebook")
    (let ((list (journal-tests--list)))
      (journal-tests--wait-for-text list "100%s %e %\\[evil%\\]\\^@ \\\\u202Etxt")
      (should-not (string-match-p "[\0\e\u202e\u202d]" (journal-tests--text list)))
      (with-current-buffer (journal-tests--list :tag "%e%s\u202d")
        (should (string-match-p "#%%e%%s\\\\u202D" (journal-list--header)))))
    (with-current-buffer (journal-tests--entry-buffer id)
      (should (equal (journal-entry--text) text))
      (should (string-match-p "%%\\[n%%\\]" (journal-entry--header)))
      (should-not (boundp 'journal-tests--evil)))))

;;;; Connections

(journal-tests--define a-list-survives-the-death-of-the-daemon
  (let ((buffer (journal-tests--list)))
    (dolist (signal '(KILL KILL TERM))
      (let ((pid (journal-tests--pid))
            (text (format "written after %s of %d" signal (random 1000000))))
        (journal-tests--end-daemon signal)
        (journal-tests--terminal "new" text)
        (should-not (equal (journal-tests--pid) pid))
        (journal-tests--wait-for-text buffer text)
        (should (equal (journal-tests--count buffer text) 1))
        (journal-tests--wait (journal-connected-p))))))

(journal-tests--define a-crashed-daemon-is-started-again
  (journal-tests--list)
  (let ((pid (journal-tests--pid)))
    (journal-tests--end-daemon 'KILL)
    (journal-tests--wait (and (journal-connected-p)
                              (/= pid (journal-tests--pid))))))

(journal-tests--define a-stopped-daemon-is-started-by-the-next-command
  (let ((buffer (journal-tests--list))
        (starts 0))
    (journal-tests--terminal "daemon" "stop")
    (cl-letf* ((original (symbol-function 'journal-connection--start-daemon))
               ((symbol-function 'journal-connection--start-daemon)
                (lambda (path) (cl-incf starts) (funcall original path))))
      (journal-tests--wait (> journal-connection--attempts 3))
      (should (equal starts 0))
      (should (string-match-p "disconnected" (with-current-buffer buffer
                                               (journal-list--header))))
      (journal-write "starts the daemon")
      (journal-tests--wait-for-text buffer "starts the daemon")
      (should (equal starts 1)))))

(journal-tests--define a-save-survives-the-death-of-the-daemon
  (with-current-buffer (journal-entry-new "survivor")
    (set-buffer-modified-p t)
    (journal-tests--wait (journal-connected-p))
    (journal-tests--stop (journal-tests--pid))
    (save-buffer)
    (journal-tests--end-daemon 'KILL)
    (journal-tests--wait (not (buffer-modified-p)))
    (should (equal (alist-get 'text (journal-tests--stored journal-entry--id))
                   "survivor"))))

(journal-tests--define a-list-shows-the-entries-of-another-store
  (let ((buffer (journal-tests--list))
        (home (getenv "XDG_DATA_HOME")))
    (unwind-protect
        (progn
          (setenv "XDG_DATA_HOME" (expand-file-name "other"))
          (journal-tests--end-daemon 'TERM)
          (journal-tests--terminal "new" "in another store")
          (journal-tests--wait-for-text
           buffer "\\`[-0-9a-zA-Z ]+\n.* in another store\n\\'"))
      (setenv "XDG_DATA_HOME" home)
      (journal-tests--end-daemon 'TERM)
      (journal-tests--terminal "new" "in the first store")
      (journal-tests--wait-for-text buffer "in the first store"))))

(journal-tests--define changes-are-followed-after-the-journal-was-locked
  (let ((home (getenv "XDG_DATA_HOME"))
        (passphrase (expand-file-name "passphrase"))
        (journal-connection--retry-delay 0.1))
    (with-temp-file passphrase (insert "five words of your own\n"))
    (unwind-protect
        (let (list open edited opened later)
          (setenv "XDG_DATA_HOME" (expand-file-name "encrypted"))
          (journal-disconnect)
          (journal-tests--end-daemon 'TERM)
          (let ((first (journal-tests--terminal "new" "first"))
                (second (journal-tests--terminal "new" "second"))
                (unread (journal-tests--terminal "new" "unread")))
            (journal-tests--terminal "encrypt" "--cost" "10"
                                     "--passphrase-file" passphrase)
            (setq list (journal-tests--list)
                  open (journal-tests--entry-buffer first)
                  edited (journal-tests--entry-buffer second))
            (journal-search--buffer)
            (with-current-buffer journal-search--name
              (journal-search--run "first OR third")
              (journal-tests--wait-for-text (current-buffer) "first"))
            (journal-tests--terminal "lock")
            (with-current-buffer edited
              (insert "my ")
              (let ((messages (journal-tests--messages
                               (save-buffer)
                               (journal-tests--wait (not journal-entry--saving)))))
                (should (cl-find-if
                         (apply-partially #'string-match-p
                                          "cannot save the entry: .*locked")
                         messages))))
            (journal-tests--wait
             (string-match-p "locked" (with-current-buffer list
                                        (journal-list--header))))
            (setq opened (journal-entry-buffer `((id . ,unread))))
            (journal-tests--wait (not (journal-connection--requests-p)))
            (should (equal (journal-tests--text opened) ""))
            (journal-tests--terminal "unlock" "--passphrase-file" passphrase)
            (journal-tests--terminal "new" "third")
            (journal-tests--terminal "edit" first "first, changed")
            (journal-tests--wait-for-text list "third")
            (should-not (string-match-p "locked" (with-current-buffer list
                                                   (journal-list--header))))
            (journal-tests--wait-for-text open "first, changed")
            (journal-tests--wait-for-text opened "unread")
            (journal-tests--wait-for-text journal-search--name "third")
            (with-current-buffer edited
              (save-buffer)
              (journal-tests--wait (not (buffer-modified-p))))
            (setq later (journal-tests--entry-buffer first))
            (journal-tests--terminal "edit" first "first, again")
            (journal-tests--wait-for-text later "first, again")))
      (delete-file passphrase)
      (setenv "XDG_DATA_HOME" home)
      (journal-tests--end-daemon 'TERM))))

(journal-tests--define a-list-of-a-missing-notebook-says-so
  (let ((buffer (journal-list-buffer '(:notebook "missing"))))
    (journal-tests--wait (buffer-local-value 'journal-list--problem buffer))
    (with-current-buffer buffer
      (should (string-match-p "missing" (journal-list--header)))
      (journal-tests--terminal "new" "-N" "missing" "--create-notebook" "found")
      (journal-list--revert))
    (journal-tests--wait-for-text buffer "found")
    (journal-tests--terminal "new" "-N" "missing" "and followed")
    (journal-tests--wait-for-text buffer "and followed")))

(journal-tests--define an-outage-is-reported-once-and-loses-no-text
  (let ((buffer (journal-tests--list))
        (journal-program "/nonexistent/journal")
        (journal-connection--longest-delay 0.1))
    (with-current-buffer (journal-entry-new "patient text")
      (set-buffer-modified-p t)
      (let ((messages
             (journal-tests--messages
              (journal-tests--end-daemon 'KILL)
              (journal-tests--wait (> journal-connection--attempts 5)))))
        (should (equal (length messages) 1))
        (should (string-match-p "cannot start the daemon: .*/nonexistent/journal"
                                (car messages))))
      (let ((messages (journal-tests--messages
                       (save-buffer)
                       (journal-tests--wait (not journal-entry--saving)))))
        (should (equal (length messages) 1))
        (should (string-match-p "cannot save the entry: " (car messages))))
      (should (buffer-modified-p))
      (let ((messages (journal-tests--messages
                       (journal-tests--terminal "new" "back again")
                       (journal-tests--wait-for-text buffer "back again"))))
        (should (equal messages '("journal: connected"))))
      (save-buffer)
      (journal-tests--wait (not (buffer-modified-p)))
      (journal-tests--wait-for-text buffer "patient text")
      (should (equal (journal-tests--count buffer "patient text") 1)))))

(journal-tests--define text-that-cannot-be-written-is-shown-in-a-buffer
  (journal-disconnect)
  (journal-tests--end-daemon 'KILL)
  (let ((journal-program "/nonexistent/journal")
        buffer)
    (journal-write "rescued text")
    (journal-tests--wait (setq buffer (get-buffer "*journal new*")))
    (with-current-buffer buffer
      (should (equal (journal-entry--text) "rescued text"))
      (should (buffer-modified-p))
      (setq journal-program "journal")
      (save-buffer)
      (journal-tests--wait (not (buffer-modified-p))))))

(journal-tests--define names-that-could-not-be-read-are-read-when-a-daemon-runs
  (journal-tests--terminal "new" "-t" "quince" "-N" "Orchard"
                           "--create-notebook" "x")
  (journal-disconnect)
  (journal-tests--end-daemon 'KILL)
  (clrhash journal-names--tags)
  (clrhash journal-names--notebooks)
  (let ((journal-program "/nonexistent/journal")
        (journal-connection--longest-delay 0.1))
    (journal-entry-new)
    (journal-tests--wait (zerop journal-names--reads))
    (should-not (journal-tags))
    (journal-tests--terminal "status")
    (journal-tests--wait (and (member "quince" (journal-tags))
                              (member "Orchard" (journal-notebooks))))))

(journal-tests--define the-last-buffer-closes-the-connection
  (let ((buffers (list (journal-tests--list) (journal-tests--list :starred t)
                       (journal-entry-new))))
    (journal-tests--wait (not (journal-connection--requests-p)))
    (dolist (buffer buffers)
      (should (journal-connected-p))
      (kill-buffer buffer))
    (should-not (journal-connected-p))
    (journal-write "without a buffer")
    (should (journal-connected-p))
    (journal-tests--wait (not (journal-connected-p)))))

(journal-tests--define emacs-waits-for-texts-without-a-buffer-before-it-exits
  (journal-write "written while Emacs exits")
  (should (journal-entry--exit-query))
  (should (string-match-p "written while Emacs exits"
                          (journal-tests--terminal "list")))
  (with-current-buffer (journal-entry-new "killed while it is saved")
    (save-buffer)
    (set-buffer-modified-p nil)
    (kill-buffer))
  (should (journal-entry--exit-query))
  (should (string-match-p "killed while it is saved"
                          (journal-tests--terminal "list"))))

(journal-tests--define emacs-waits-for-writes-before-it-exits
  (with-current-buffer (journal-entry-new "at the last moment")
    (set-buffer-modified-p t)
    (save-buffer)
    (should (buffer-modified-p))
    (should (journal-entry--exit-query))
    (should-not (buffer-modified-p))))

(defun journal-tests--exit (keys &optional answer)
  "Type C-x C-c and KEYS, and return the questions about unsaved entries.
If ANSWER is non-nil, Emacs must exit after them, and otherwise not."
  (let (questions exited)
    (cl-letf (((symbol-function 'yes-or-no-p)
               (lambda (prompt) (push prompt questions) answer))
              ((symbol-function 'kill-emacs)
               (lambda (&rest _)
                 (setq exited t)
                 (keyboard-quit))))
      (condition-case nil
          (journal-tests--keys (concat "C-x C-c " keys))
        ((quit error))))
    (should (eq exited answer))
    questions))

(journal-tests--define emacs-does-not-exit-unasked-with-an-entry-changed-elsewhere
  (let ((id (journal-tests--terminal "new" "E")))
    (pop-to-buffer-same-window (journal-tests--entry-buffer id))
    (insert "emB ")
    (journal-tests--terminal "edit" id "b3")
    (journal-tests--wait journal-entry--theirs)
    (should (equal (journal-tests--exit "!")
                   '("1 journal entry is not saved; exit anyway? ")))
    (should (equal (journal-entry--text) "emB E"))
    ;; The difference was not visible, so there is no question about it.
    (should (equal (journal-tests--exit "!")
                   '("1 journal entry is not saved; exit anyway? ")))
    (journal-tests--keys "C-x C-s")
    (should (get-buffer-window (journal-entry--conflict-name "diff")))
    (should (equal (alist-get 'text (journal-tests--stored id)) "b3"))
    (let ((journal-entries-changed-functions nil))
      (journal-entry-keep-mine)
      (journal-tests--wait (not (buffer-modified-p)))
      ;; The daemon finds the conflict.
      (insert "more ")
      (journal-tests--terminal "edit" id "b4")
      (should (equal (journal-tests--exit "y")
                     '("1 journal entry is not saved; exit anyway? "))))
    (should (equal (journal-tests--exit "n" t)
                   '("1 journal entry is not saved; exit anyway? ")))))

(journal-tests--define emacs-does-not-exit-unasked-with-texts-that-cannot-be-saved
  (journal-disconnect)
  (journal-tests--end-daemon 'KILL)
  (let ((journal-program "/nonexistent/journal"))
    (pop-to-buffer-same-window (journal-entry-new "first"))
    (with-current-buffer (journal-entry-new "second")
      (set-buffer-modified-p t))
    (journal-write "third")
    (should (equal (journal-tests--exit "y y n")
                   '("3 journal entries are not saved; exit anyway? "))))
  (journal-connect)
  (journal-tests--kill-buffers)
  (pop-to-buffer-same-window (journal-entry-new (make-string 600000 ?x)))
  (should (equal (journal-tests--exit "y")
                 '("1 journal entry is not saved; exit anyway? ")))
  (erase-buffer)
  (insert "short")
  (with-current-buffer (journal-entry-new " \n")
    (set-buffer-modified-p t))
  (should-not (journal-tests--exit "y n" t))
  (should (string-match-p "short" (journal-tests--terminal "list"))))

(journal-tests--define emacs-asks-before-it-exits-without-a-reply
  (let ((pid (progn (journal-tests--list) (journal-tests--pid)))
        (journal-entry--exit-delay 0.1))
    (unwind-protect
        (progn
          (journal-tests--stop pid)
          (pop-to-buffer-same-window (journal-entry-new "slow"))
          (should (equal (journal-tests--exit "y")
                         '("1 journal entry is not saved; exit anyway? "))))
      (signal-process pid 'CONT))
    (journal-tests--wait (not (buffer-modified-p)))))

(journal-tests--define a-silent-daemon-is-reported-and-does-not-block
  (journal-disconnect)
  (let* ((path (expand-file-name "silent.sock"))
         (received "")
         (server (make-network-process
                  :name "silent" :server t :family 'local :service path
                  :noquery t :coding 'binary
                  :filter (lambda (_process bytes)
                            (setq received (concat received bytes)))))
         (journal-socket path)
         (journal-timeout 0.1))
    (unwind-protect
        (let ((messages (journal-tests--messages
                         (journal-write "lost?")
                         (journal-tests--wait
                          (string-match-p "lost\\?" received))
                         (journal-tests--wait
                          (null journal-connection--watchdog)))))
          (should (equal messages
                         '("journal: no reply from the daemon for 0.1 seconds"))))
      (journal-disconnect)
      (delete-process server))))

(provide 'journal-daemon-tests)

;;; journal-daemon-tests.el ends here
