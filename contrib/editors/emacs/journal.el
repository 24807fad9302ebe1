;;; journal.el --- Write and read a journal with all terminals  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;; Version: 0.3.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: calendar, text

;;; Commentary:

;; An interface to `journal', a journal for the command line whose
;; entries any number of programs can write at the same time.
;;
;;   M-x journal                the entries, newest first, as they happen
;;   M-x journal-new            write an entry in a buffer; C-x C-s saves
;;   M-x journal-write          write an entry of one line
;;   M-x journal-write-region   write the region as an entry
;;   M-x journal-search         search as you type
;;   M-x journal-tag            the entries with a tag
;;   M-x journal-notebook       the entries of a notebook
;;   M-x journal-day            the entries of a day
;;   M-x journal-starred        the starred entries
;;   M-x journal-trash          the deleted entries
;;   M-x journal-conflicts      entries that two machines have changed
;;
;; In a list, RET opens an entry and C-h m describes all keys.  No key is
;; bound outside the buffers of the journal; a suggestion for the init
;; file:
;;
;;   (global-set-key (kbd "C-c j") #'journal)
;;   (global-set-key (kbd "C-c J") #'journal-new)
;;
;; When an entry was changed by another program while you edited it,
;; saving shows both texts as a diff.  C-c ^ m keeps yours, C-c ^ o takes
;; the other one, C-c ^ E merges them with ediff; then save again.  The
;; same keys are for an entry whose text was changed on two machines, which
;; lists mark with ≠; C-c ^ = shows both texts.
;;
;; `M-.' follows a #tag or a day in a text, and `M-,' returns.
;; `completion-at-point' completes #tags.
;;
;; The options are in the customization group `journal'.  M-x
;; journal-manual shows the manual.

;;; Code:

(require 'journal-conflicts)
(require 'journal-connection)
(require 'journal-entry)
(require 'journal-list)
(require 'journal-manual)
(require 'journal-names)
(require 'journal-search)

;;;; Lists

;;;###autoload
(defun journal ()
  "Show the entries of the journal, newest first, kept current."
  (interactive)
  (journal-list))

;;;###autoload
(defun journal-tag (tag)
  "Show the entries with TAG."
  (interactive
   (let ((target (journal-names-at-point)))
     (list (journal-read-tag "Tag" (and target (string-prefix-p "#" target)
                                        (substring target 1))))))
  (journal-list `(:tag ,tag)))

;;;###autoload
(defun journal-notebook (notebook)
  "Show the entries of NOTEBOOK."
  (interactive (list (journal-read-notebook "Notebook" nil t)))
  (journal-list `(:notebook ,notebook)))

;;;###autoload
(defun journal-day (day)
  "Show the entries of DAY, such as \"2026-11-21\"."
  (interactive (list (journal-read-day)))
  (journal-list `(:day ,day)))

(defun journal-read-day ()
  "Read a day: a date, or a number of days before today."
  (let* ((today (format-time-string "%F"))
         (input (read-string (format-prompt
                              "Day (a date, or the number of days ago)" today)
                             nil nil today)))
    (cond
     ((string-match-p "\\`[0-9]\\{4\\}-[0-9]\\{2\\}-[0-9]\\{2\\}\\'" input)
      input)
     ((string-match-p "\\`-?[0-9]\\{1,5\\}\\'" input)
      (pcase-let ((`(,_ ,_ ,_ ,day ,month ,year . ,_) (decode-time)))
        ;; Noon exists on every day.
        (format-time-string
         "%F" (encode-time (list 0 0 12 (- day (abs (string-to-number input)))
                                 month year nil -1 nil)))))
     (t (user-error "Invalid day \"%s\"; use 2026-11-21, or 1 for yesterday"
                    input)))))

;;;###autoload
(defun journal-starred ()
  "Show the starred entries."
  (interactive)
  (journal-list '(:starred t)))

;;;###autoload
(defun journal-trash ()
  "Show the deleted entries that can be restored."
  (interactive)
  (journal-list '(:trashed t)))

;;;###autoload
(defun journal-search (query)
  "Show the entries that match QUERY, the best first.
The last word matches the start of words, because it may be incomplete.

  Words:       rain  \"a phrase\"  prefix*  -excluded  NOT excluded
  Conditions:  tag:NAME  notebook:NAME  starred:yes
               on:last-week  after:2026-11-01  before:2026-12-01
  Operators:   one OR other  (roof OR tag:house) -starred:yes

When called interactively, show matches while the query is typed;
\\<journal-search-minibuffer-map>\\[completion-at-point] completes conditions \
such as tag:NAME, \\[journal-search-next] and
\\[journal-search-previous] select a match."
  (interactive
   (let ((window (display-buffer (journal-search--buffer))))
     (list (condition-case nil
               (journal-search-read nil)
             (quit (quit-restore-window window)
                   (signal 'quit nil))))))
  (let ((buffer (journal-search--buffer)))
    (pop-to-buffer buffer)
    (unless (equal query journal-search--query)
      (journal-search--run query))))

;;;; Undo

(defun journal--move-step (method participle)
  "Move the last step by METHOD, \"undo\" or \"redo\".
PARTICIPLE is that of the verb."
  (journal-call
   "undo.list" `((limit . 1) (undone . ,(if (equal method "redo") t :false)))
   (lambda (result error)
     (let ((step (and result (seq-first (alist-get 'steps result)))))
       (cond
        (error (journal-report error method))
        ((null step) (message "There is no change to %s" method))
        ;; By its id: a call that is repeated after a lost connection moves no
        ;; other step.
        (t (journal-call
            method `((id . ,(alist-get 'id step)))
            (lambda (moved problem)
              (let ((failures (alist-get 'failures moved)))
                (cond
                 (problem (journal-report problem method))
                 ((> (length failures) 0)
                  (message "journal: %s"
                           (alist-get 'message (seq-first failures))))
                 (t (message "%s: %d change(s) %s" (alist-get 'command step)
                             (alist-get 'changes moved) participle))))))))))))

;;;###autoload
(defun journal-undo ()
  "Undo the last change that you have made to the journal in any program."
  (interactive)
  (journal--move-step "undo" "undone"))

;;;###autoload
(defun journal-redo ()
  "Restore the change of the journal that was undone last."
  (interactive)
  (journal--move-step "redo" "redone"))

;;;; Writing

;;;###autoload
(defun journal-new (&optional notebook tags)
  "Write an entry in a new buffer; save it with `save-buffer'.
With a prefix argument, read the NOTEBOOK and a list of TAGS."
  (interactive (journal-read-fields current-prefix-arg))
  (pop-to-buffer-same-window
   (journal-entry-new nil (journal--fields notebook tags))))

;;;###autoload
(defun journal-write (text &optional notebook tags)
  "Write TEXT as an entry.
With a prefix argument, read the NOTEBOOK and a list of TAGS."
  (interactive (cons (read-string "Entry: ")
                     (journal-read-fields current-prefix-arg)))
  (journal-entry-write text (journal--fields notebook tags)))

;;;###autoload
(defun journal-write-region (beginning end &optional notebook tags)
  "Write the text from BEGINNING to END as an entry.
Words such as #include in it do not become tags.
With a prefix argument, read the NOTEBOOK and a list of TAGS."
  (interactive (append (list (region-beginning) (region-end))
                       (journal-read-fields current-prefix-arg)))
  (let ((text (buffer-substring-no-properties beginning end)))
    (journal-entry-write text (journal--fields notebook tags) text)))

(defun journal-read-fields (ask)
  "Return a list of a notebook and tags.  Read them if ASK is non-nil."
  (when ask
    (list (journal-read-notebook "Notebook" journal-default-notebook 'confirm)
          (journal-read-tags "Tags: "))))

(defun journal--fields (notebook tags)
  "Return the parameters of a new entry in NOTEBOOK with TAGS."
  `(,@(and notebook `((notebook . ,notebook) (createNotebook . t)))
    ,@(and tags `((tags . ,(vconcat tags))))))

(provide 'journal)

;;; journal.el ends here
