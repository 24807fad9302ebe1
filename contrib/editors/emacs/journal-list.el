;;; journal-list.el --- Lists of journal entries  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; A buffer that lists entries and follows the changes of all other
;; programs.  A line of the buffer is a line of `journal-rows-lines';
;; when these change, only the lines that differ are replaced, and point
;; stays on its entry in every window.

;;; Code:

(require 'journal-names)
(require 'journal-rows)
(require 'journal-entry)
(require 'hl-line)
(require 'text-property-search)

(declare-function journal "journal")
(declare-function journal-day "journal")
(declare-function journal-new "journal")
(declare-function journal-notebook "journal")
(declare-function journal-search "journal")
(declare-function journal-starred "journal")
(declare-function journal-tag "journal")
(declare-function journal-trash "journal")

(defconst journal-list--limit 1000
  "The limit of the protocol.")

(defcustom journal-list-maximum 1000
  "The number of entries in a list, at most 1000.
\\<journal-list-mode-map>\\[journal-list-more] lists older ones."
  :type 'natnum
  :group 'journal)

(defcustom journal-list-text-width 72
  "The width to which the first line of an entry is shortened in a list."
  :type 'natnum
  :group 'journal)

(defvar-local journal-list--view nil
  "What this buffer lists, as described at `journal-list'.")
(defvar-local journal-list--rows nil)
(defvar-local journal-list--lines []
  "The lines that the buffer shows.")
(defvar-local journal-list--subscription nil)
(defvar-local journal-list--loading nil
  "Non-nil until the rows of the list have arrived.")
(defvar-local journal-list--timer nil)
(defvar-local journal-list--row-function #'journal-list--row
  "The function that returns the text of an entry.")
(defvar-local journal-list--problem nil
  "The message of an error that prevents the list from being current.")

;;;; Views

(defun journal-list--title (view)
  "Return a short name of VIEW."
  (journal-text-visible
   (string-join
    (delq nil
          (list (plist-get view :notebook)
                (and (plist-get view :tag) (concat "#" (plist-get view :tag)))
                (plist-get view :day)
                (and (plist-get view :until)
                     (concat "until " (plist-get view :until)))
                (and (plist-get view :starred) "starred")
                (and (plist-get view :trashed) "trash")))
    " ")))

(defun journal-list--filter (view)
  "Return the filter of the protocol for VIEW."
  (let ((notebook (plist-get view :notebook))
        (tag (plist-get view :tag))
        (day (plist-get view :day))
        (until (plist-get view :until)))
    `(,@(and notebook `((notebook . ,notebook)))
      ,@(and tag `((tags . [,tag])))
      ,@(and day `((since . ,day) (until . ,day)))
      ,@(and until `((until . ,until)))
      ,@(and (plist-get view :starred) '((starred . t)))
      ,@(and (plist-get view :trashed) '((trashed . t))))))

(defun journal-list-buffer (view)
  "Return a buffer with the live list VIEW."
  (let* ((title (journal-list--title view))
         (name (if (string-empty-p title) "*journal*"
                 (format "*journal %s*" title)))
         (buffer (get-buffer-create name)))
    (with-current-buffer buffer
      (unless (derived-mode-p 'journal-list-mode)
        (journal-list-mode)
        (setq journal-list--view view)
        (journal-list--open)))
    buffer))

(defun journal-list (&optional view)
  "Show the entries of the journal, newest first, kept current.
VIEW is a property list with the optional members :notebook and :tag
\(names), :day and :until (such as \"2026-11-21\"), :starred and :trashed."
  (pop-to-buffer-same-window (journal-list-buffer view)))

;;;; Following

(defun journal-list--open ()
  "Open the live list of this buffer.
What is shown stays until its rows arrive."
  (journal-list--unsubscribe)
  (setq journal-list--problem nil
        journal-list--loading t)
  (unless journal-list--rows
    (setq journal-list--rows
          (journal-rows-create (max 1 (min journal-list-maximum
                                           journal-list--limit)))))
  (let ((buffer (current-buffer)))
    (setq journal-list--subscription
          (journal-open-list
           `((filter . ,(journal-list--filter journal-list--view))
             (limit . ,(journal-rows-limit journal-list--rows))
             (groupBy . "day"))
           (lambda (&rest event)
             (when (buffer-live-p buffer)
               (with-current-buffer buffer
                 (journal-list--changed event))))))))

(defun journal-list--unsubscribe ()
  "End the subscription of this list."
  (when journal-list--subscription
    (journal-unsubscribe journal-list--subscription)
    (setq journal-list--subscription nil)))

(defun journal-list--changed (event)
  "Process EVENT of the live list, with its arguments."
  (pcase event
    (`(rows ,rows ,items)
     (setq journal-list--loading nil
           journal-list--problem nil)
     (journal-rows-open journal-list--rows rows)
     (journal-rows-apply journal-list--rows items))
    (`(changes ,items)
     (journal-rows-apply journal-list--rows items))
    (`(failed ,error)
     (setq journal-list--loading nil)
     (unless journal-list--problem
       (journal-report error "list the entries"))
     (setq journal-list--problem (alist-get 'message error))))
  (journal-list--schedule))

(defun journal-list--retry ()
  "Open the lists again that failed, because a notebook has another name."
  (dolist (buffer (buffer-list))
    (when (and (buffer-local-value 'journal-list--rows buffer)
               (buffer-local-value 'journal-list--problem buffer))
      (with-current-buffer buffer
        (journal-list--open)))))

(add-hook 'journal-names-changed-hook #'journal-list--retry)

;;;; Drawing

(defun journal-list--schedule ()
  "Update the buffer soon, once for everything that arrives together."
  (unless journal-list--timer
    (setq journal-list--timer
          (run-with-timer 0.02 nil #'journal-list--update-buffer
                          (current-buffer)))))

(defun journal-list--update-buffer (buffer)
  "Show the current rows in BUFFER."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (setq journal-list--timer nil)
      (when journal-list--rows
        (journal-list--draw (journal-rows-lines journal-list--rows)))
      (force-mode-line-update))))

(defun journal-list--draw (lines)
  "Replace the lines of the buffer that differ from LINES."
  (when-let ((edits (journal-rows-edits journal-list--lines lines)))
    (let ((places (journal-list--places))
          (inhibit-read-only t)
          (buffer-undo-list t))
      (with-silent-modifications
        (save-excursion
          (pcase-dolist (`(,start ,removed ,added) edits)
            (goto-char (point-min))
            (forward-line start)
            (let ((beginning (point)))
              (forward-line removed)
              (delete-region beginning (point)))
            (dolist (line added)
              (insert (journal-list--line line))))))
      (setq journal-list--lines lines)
      (journal-list--restore places))))

(defun journal-list--key ()
  "Return what distinguishes the line at point, (PROPERTY . VALUE), or nil."
  (cl-loop for property in '(journal-id journal-day journal-full)
           for value = (get-text-property (point) property)
           when value return (cons property value)))

(defun journal-list--places ()
  "Return the places of point in all windows: (WINDOW KEY COLUMN LINE).
WINDOW is nil for point itself."
  (mapcar
   (lambda (window)
     (save-excursion
       (when window (goto-char (window-point window)))
       (list window (journal-list--key)
             (- (point) (line-beginning-position))
             (line-number-at-pos))))
   (cons nil (get-buffer-window-list nil nil t))))

(defun journal-list--restore (places)
  "Move point to the former lines in PLACES, in all windows.
If an entry is no longer listed, move to the one in its place."
  (pcase-dolist (`(,window ,key ,column ,line) places)
    (let ((position (save-excursion
                      (journal-list--goto key column line)
                      (point))))
      (if window
          (set-window-point window position)
        (goto-char position)))))

(defun journal-list--goto (key column line)
  "Move to COLUMN of the line with KEY, or else to LINE."
  (let ((position (and key (journal-list--position key))))
    (cond
     (position
      (goto-char position)
      (goto-char (min (line-end-position) (+ position column))))
     ((null key)
      (goto-char (point-min))
      (when (get-text-property (point) 'journal-day)
        (forward-line 1)))
     (t
      (goto-char (point-min))
      (forward-line (1- line))
      (when (get-text-property (point) 'journal-day)
        (forward-line 1))
      (when (eobp) (forward-line -1))))))

(defun journal-list--position (key)
  "Return the start of the line with KEY, or nil."
  (save-excursion
    (goto-char (point-min))
    (when-let ((match (text-property-search-forward (car key) (cdr key)
                                                    #'equal)))
      (prop-match-beginning match))))

(defun journal-list--find (id)
  "Return the displayed entry with ID, or nil."
  (seq-find (lambda (line)
              (and (consp line) (equal id (alist-get 'id line))))
            journal-list--lines))

(defun journal-list-goto-entry (id)
  "Move to the line of the entry with ID.  Return nil if it is not listed."
  (when-let ((position (journal-list--position (cons 'journal-id id))))
    (goto-char position)))

(defun journal-list--line (line)
  "Return the text of LINE, with a newline.
It is a line of `journal-rows-lines'."
  (cond
   ((stringp line)
    (propertize (concat (journal-text-day line) "\n")
                'face 'journal-day 'journal-day line 'journal-target line))
   ((eq line 'full)
    (propertize (format "  %d entries are listed; older ones: RET\n"
                        (journal-rows-count journal-list--rows))
                'face 'shadow 'journal-full t))
   (t
    (let ((text (concat "  " (funcall journal-list--row-function line) "\n")))
      (put-text-property 0 (length text) 'journal-id (alist-get 'id line) text)
      text))))

(defun journal-list--row (entry)
  "Return the text of ENTRY in a list."
  (let-alist entry
    (concat (propertize (journal-text-time .createdAt) 'face 'journal-time)
            (journal-text-marks .starred .conflicts)
            (truncate-string-to-width (journal-text-first-line .text)
                                      journal-list-text-width nil nil t)
            (journal-list--labels entry))))

(defun journal-list--labels (entry)
  "Return the notebook and tags of ENTRY, for the end of its line."
  (let-alist entry
    (let ((labels (mapcar (lambda (tag)
                            (propertize (concat "#" (journal-text-visible tag))
                                        'face 'journal-tag
                                        'journal-target (concat "#" tag)))
                          .tags)))
      (unless (equal .notebook.name "journal")
        (push (propertize (journal-text-visible .notebook.name)
                          'face 'journal-notebook
                          'journal-target .notebook.name)
              labels))
      (if labels (concat "  " (string-join labels " ")) ""))))

(defun journal-list--header ()
  "Return the header line of this list."
  (let ((title (journal-list--title journal-list--view)))
    (string-replace
     "%" "%%"
     (concat
      " " (if (string-empty-p title) "journal" title)
      (let ((count (journal-rows-count journal-list--rows)))
        (format " - %d%s %s" count
                (if (journal-rows-full-p journal-list--rows) "+" "")
                (ngettext "entry" "entries" count)))
      (cond (journal-list--loading " - loading")
            (journal-list--problem
             (concat " - " (journal-text-visible journal-list--problem)))
            (t ""))
      (if (journal-connected-p) "" " - disconnected")))))

;;;; The mode

(defvar journal-list-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map special-mode-map)
    (define-key map (kbd "RET") #'journal-list-open)
    (define-key map "o" #'journal-list-open-other-window)
    (define-key map (kbd "C-o") #'journal-list-display)
    (define-key map "n" #'journal-list-next)
    (define-key map "p" #'journal-list-previous)
    (define-key map (kbd "M-n") #'journal-list-next-day)
    (define-key map (kbd "M-p") #'journal-list-previous-day)
    (define-key map "c" #'journal-new)
    (define-key map "d" #'journal-list-delete)
    (define-key map "u" #'journal-list-restore)
    (define-key map "*" #'journal-list-star)
    (define-key map "m" #'journal-list-move)
    (define-key map ":" #'journal-list-set-tags)
    (define-key map "/" #'journal-search)
    (define-key map "f" #'xref-find-definitions)
    (define-key map "t" #'journal-tag)
    (define-key map "b" #'journal-notebook)
    (define-key map "j" #'journal-day)
    (define-key map "a" #'journal)
    (define-key map "s" #'journal-starred)
    (define-key map "T" #'journal-trash)
    (define-key map "+" #'journal-list-more)
    map)
  "Keymap of `journal-list-mode'.")

(define-derived-mode journal-list-mode special-mode "Journal"
  "Major mode for lists of journal entries that follow all changes.

\\{journal-list-mode-map}"
  :group 'journal
  (setq buffer-undo-list t
        truncate-lines t
        header-line-format '(:eval (journal-list--header)))
  (setq-local bidi-paragraph-direction 'left-to-right
              revert-buffer-function #'journal-list--revert
              imenu-create-index-function #'journal-list--index)
  (hl-line-mode)
  (add-hook 'xref-backend-functions #'journal-names-backend nil t)
  (add-hook 'kill-buffer-hook #'journal-names-release nil t)
  (add-hook 'kill-buffer-hook #'journal-list--unsubscribe nil t)
  (add-hook 'change-major-mode-hook #'journal-list--unsubscribe nil t)
  (journal-names-follow))

(defun journal-list--revert (&rest _)
  "Open this list again."
  (journal-list--open))

(defun journal-list--index ()
  "Return the days of this list for imenu."
  (save-excursion
    (goto-char (point-min))
    (let (index match)
      (while (setq match (text-property-search-forward 'journal-day))
        (push (cons (prop-match-value match) (prop-match-beginning match))
              index))
      (nreverse index))))

;;;; Moving

(defun journal-list-next (count)
  "Move down COUNT entries."
  (interactive "p")
  (let ((step (if (< count 0) -1 1))
        (position (point)))
    (dotimes (_ (abs count))
      (when (and (zerop (forward-line step))
                 (or (get-text-property (point) 'journal-id)
                     (zerop (forward-line step)))
                 (get-text-property (point) 'journal-id))
        (setq position (point))))
    (goto-char position)))

(defun journal-list-previous (count)
  "Move up COUNT entries."
  (interactive "p")
  (journal-list-next (- count)))

(defun journal-list-next-day ()
  "Move to the next day that has entries."
  (interactive)
  (end-of-line)
  (if-let ((position (text-property-not-all (point) (point-max)
                                            'journal-day nil)))
      (progn (goto-char position)
             (forward-line 1))
    (goto-char (point-max))
    (forward-line -1)))

(defun journal-list-previous-day ()
  "Move to the first entry of the day, or of the previous day."
  (interactive)
  (let ((start (point)))
    (goto-char (line-beginning-position))
    (while (and (zerop (forward-line -1))
                (not (get-text-property (point) 'journal-day))))
    (if (= start (line-beginning-position 2))
        (while (and (zerop (forward-line -1))
                    (not (get-text-property (point) 'journal-day)))))
    (forward-line 1)))

;;;; Commands for the entry at point

(defun journal-list--entry ()
  "Return the entry at point."
  (let ((id (get-text-property (line-beginning-position) 'journal-id)))
    (or (and id (journal-list--find id))
        (user-error "No entry on this line"))))

(defun journal-list-open ()
  "Edit the entry at point, or show the day or older entries at point."
  (interactive)
  (pcase (journal-list--key)
    (`(journal-day . ,day) (journal-list `(:day ,day)))
    (`(journal-full . ,_) (journal-list-more))
    (_ (pop-to-buffer-same-window
        (journal-entry-buffer (journal-list--entry))))))

(defun journal-list-open-other-window ()
  "Edit the entry at point in another window."
  (interactive)
  (pop-to-buffer (journal-entry-buffer (journal-list--entry))))

(defun journal-list-display ()
  "Display the entry at point in another window, but do not select it."
  (interactive)
  (display-buffer (journal-entry-buffer (journal-list--entry))
                  '(nil (inhibit-same-window . t))))

(defvar journal-list--deleted nil
  "The ids of the entries that were deleted in lists, latest first.")

(defun journal-list--write (method id action &optional members success)
  "Call METHOD for the entry with ID, with MEMBERS as further parameters.
ACTION describes the call in messages.  Call SUCCESS if it succeeds."
  (journal-call
   method `((id . ,id) ,@members)
   (lambda (_result error)
     (cond (error (journal-report error action))
           (success (funcall success))))))

(defun journal-list-delete ()
  "Move the entry at point to the trash."
  (interactive)
  (let ((id (alist-get 'id (journal-list--entry))))
    ;; Before the reply: a restoration is executed after earlier requests.
    (push id journal-list--deleted)
    (journal-call
     "entry.delete" `((id . ,id))
     (lambda (_result error)
       (cond
        (error
         (setq journal-list--deleted (delete id journal-list--deleted))
         (journal-report error "delete the entry"))
        (t
         (message "Moved to the trash; %s restores it"
                  (substitute-command-keys
                   "\\<journal-list-mode-map>\\[journal-list-restore]"))))))))

(defun journal-list-restore ()
  "Restore the entry that was deleted last, or in the trash the one at point."
  (interactive)
  (let ((id (if (plist-get journal-list--view :trashed)
                (alist-get 'id (journal-list--entry))
              (or (pop journal-list--deleted)
                  (user-error "No entry was deleted here; see the trash")))))
    (journal-list--write "entry.restore" id "restore the entry" nil
                         (lambda () (message "Restored")))))

(defun journal-list-star ()
  "Star the entry at point, or remove its star."
  (interactive)
  (let-alist (journal-list--entry)
    (journal-list--write "entry.update" .id "star the entry"
                         `((starred . ,(if .starred :false t))))))

(defun journal-list-move (notebook)
  "Move the entry at point to NOTEBOOK, which is created if necessary."
  (interactive (list (journal-read-notebook
                      "Move to notebook"
                      (let-alist (journal-list--entry) .notebook.name))))
  (journal-list--write "entry.update" (alist-get 'id (journal-list--entry))
                       "move the entry"
                       `((notebook . ,notebook) (createNotebook . t))))

(defun journal-list-set-tags (tags &optional shown)
  "Replace the tags of the entry at point by TAGS.
SHOWN is the entry whose tags were edited."
  (interactive (let ((shown (journal-list--entry)))
                 (let-alist shown
                   (list (journal-read-tags "Tags: " .tags
                                            (journal-text-tags .text))
                         shown))))
  (journal-entry-edit-tags (or shown (journal-list--entry)) tags))

(defun journal-list-more ()
  "Show the entries of this list until its last day, if it is full."
  (interactive)
  (unless (and journal-list--rows (journal-rows-full-p journal-list--rows))
    (user-error "All entries are listed"))
  (let ((view journal-list--view)
        (day (journal-rows-last-day journal-list--rows)))
    (when (member day (list (plist-get view :day) (plist-get view :until)))
      (user-error "%s has more entries than a list" day))
    (journal-list (plist-put (copy-sequence view) :until day))))

(defun journal-list--connection-changed ()
  "Show in all lists whether the daemon is connected."
  (force-mode-line-update t))

(add-hook 'journal-connection-state-hook #'journal-list--connection-changed)

(setq journal-follow-function #'journal-list-buffer)

(provide 'journal-list)

;;; journal-list.el ends here
