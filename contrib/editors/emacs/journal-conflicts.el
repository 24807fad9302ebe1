;;; journal-conflicts.el --- Entries that two machines have changed  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; A list of the entries whose text was changed on two machines before
;; `journal sync' exchanged the changes.  `journal-entry-diff' shows both
;; texts of one.

;;; Code:

(require 'journal-entry)
(require 'tabulated-list)

(defconst journal-conflicts--limit 200
  "The number of conflicts that are listed.")

(defconst journal-conflicts--name "*journal conflicts*")

(defun journal-conflicts--line (conflict)
  "Return the line of CONFLICT in the list."
  (let-alist conflict
    (list .entry
          (vector (journal-text-short-id .entry)
                  (journal-text-first-line .text)
                  (concat (journal-text-first-line .version.text)
                          (if .trashedAt " - in the trash" ""))))))

(defun journal-conflicts--read (buffer)
  "Read the conflicts, and show them in BUFFER."
  (journal-call
   "sync.conflicts" `((limit . ,journal-conflicts--limit))
   (lambda (result error)
     (cond
      (error (journal-report error "list the conflicts"))
      ((buffer-live-p buffer)
       (with-current-buffer buffer
         (let-alist result
           (setq tabulated-list-entries
                 (mapcar #'journal-conflicts--line .conflicts))
           (tabulated-list-print t)
           (message (ngettext "%d conflict" "%d conflicts" .count)
                    .count))))))))

(defun journal-conflicts-open ()
  "Show both texts of the entry at point."
  (interactive)
  (let ((id (or (tabulated-list-get-id) (user-error "No entry on this line"))))
    (pop-to-buffer-same-window (journal-entry-buffer `((id . ,id))))
    (journal-entry--show-other)))

(defvar journal-conflicts-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'journal-conflicts-open)
    map)
  "Keymap of `journal-conflicts-mode'.")

(define-derived-mode journal-conflicts-mode tabulated-list-mode "Conflicts"
  "Major mode for the entries that two machines have changed.

\\{journal-conflicts-mode-map}"
  :group 'journal
  (setq tabulated-list-format [("Entry" 9 nil) ("Text" 35 nil)
                               ("Other text" 0 nil)])
  (setq-local revert-buffer-function
              (lambda (&rest _) (journal-conflicts--read (current-buffer))))
  (tabulated-list-init-header))

;;;###autoload
(defun journal-conflicts ()
  "Show the entries whose text was changed on two machines.
Of each, one text is that of the entry, and the other one is kept.
\\<journal-conflicts-mode-map>\\[journal-conflicts-open] shows both."
  (interactive)
  (pop-to-buffer-same-window (get-buffer-create journal-conflicts--name))
  (unless (derived-mode-p 'journal-conflicts-mode)
    (journal-conflicts-mode))
  (journal-conflicts--read (current-buffer)))

(provide 'journal-conflicts)

;;; journal-conflicts.el ends here
