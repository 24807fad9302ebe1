;;; journal-entry.el --- Editing journal entries  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; A buffer whose text is an entry.  `save-buffer' writes the text with
;; the revision that was read, so that a change by another program is
;; never overwritten unnoticed: the buffer then has a conflict, which is
;; shown as a diff.  A change by another program updates the buffer if
;; it is not modified.

;;; Code:

(require 'diff)
(require 'diff-mode)
(require 'journal-names)

(defcustom journal-default-notebook "journal"
  "The notebook of new entries."
  :type 'string
  :group 'journal)

(defcustom journal-hashtags t
  "Non-nil means that words such as #weather become tags of an entry.
When a text is changed, tags are added and removed as the words in the
text are; other tags of the entry stay."
  :type 'boolean
  :group 'journal)

(defvar-local journal-entry--id nil
  "The id of the entry, also of one that was not written yet.")
(defvar-local journal-entry--base nil
  "The state of the entry that the text is based on, nil for a new one.")
(defvar-local journal-entry--fields nil
  "The parameters of a new entry apart from its id and text.")
(defvar-local journal-entry--quoted ""
  "The text of a new entry that comes from elsewhere.
Its words are not tags, apart from those among the fields.")
(defvar-local journal-entry--attempts nil
  "The texts with which the creation of the entry was attempted.")
(defvar-local journal-entry--saving nil
  "The text that is being written, or nil.")
(defvar-local journal-entry--again nil
  "Non-nil if the buffer must be saved again after the current write.")
(defvar-local journal-entry--stale nil
  "Non-nil if the entry changed during the current write.")
(defvar-local journal-entry--theirs nil
  "The state of the entry in the store that the text conflicts with.")
(defvar-local journal-entry--other nil
  "The text that another machine wrote, a version of the entry.
It is shown, or will be once the entry is read.")
(defvar-local journal-entry--quit nil
  "Non-nil if the buffer is to be killed once it is saved.")
(defvar-local journal-conflict--entry nil
  "The buffer of the entry whose conflict this buffer shows.")
(defvar-local journal-entry--gone nil
  "Non-nil if the entry no longer exists, not even in the trash.")

;;;; Buffers

(defun journal-entry--find (id)
  "Return the buffer of the entry with ID, or nil."
  (cl-find-if (lambda (buffer)
                (equal (buffer-local-value 'journal-entry--id buffer) id))
              (buffer-list)))

(defun journal-entry--name (id)
  "Return a name for the buffer of the entry with ID."
  (format "*journal %s*" (journal-text-short-id id)))

(defun journal-entry--unread-p (buffer)
  "Return non-nil if BUFFER has an entry whose text has not arrived."
  (and (buffer-local-value 'buffer-read-only buffer)
       (null (buffer-local-value 'journal-entry--base buffer))
       (zerop (buffer-size buffer))))

(defun journal-entry-buffer (entry)
  "Return a buffer with ENTRY, of which at least the id is known."
  (let-alist entry
    (if-let ((buffer (journal-entry--find .id)))
        (prog1 buffer
          (with-current-buffer buffer
            ;; An earlier attempt to read it may have failed.
            (when (journal-entry--unread-p buffer)
              (journal-entry--refresh))))
      (with-current-buffer (generate-new-buffer (journal-entry--name .id))
        (journal-entry-mode)
        (setq journal-entry--id .id)
        (if (and .text (not .truncated))
            (journal-entry--show entry)
          (setq buffer-read-only t)
          (journal-entry--refresh))
        (current-buffer)))))

(defun journal-entry-new (&optional text fields)
  "Return a buffer for a new entry with TEXT.
FIELDS are parameters of `entry.create', such as notebook and tags."
  (with-current-buffer (generate-new-buffer "*journal new*")
    (journal-entry-mode)
    (setq journal-entry--id (journal-make-id)
          journal-entry--fields fields)
    (when text (insert text))
    (current-buffer)))

(defun journal-entry--show (entry)
  "Show ENTRY, keeping point on its text as far as possible."
  (let ((first (null journal-entry--base))
        (inhibit-read-only t)
        (text (alist-get 'text entry)))
    (unless (equal text (journal-entry--text))
      (save-restriction
        (widen)
        (if first
            (save-excursion
              (erase-buffer)
              (insert text))
          (let ((source (generate-new-buffer " *journal text*")))
            (unwind-protect
                (progn
                  (with-current-buffer source (insert text))
                  (replace-buffer-contents source 0.2))
              (kill-buffer source))))))
    (when first
      (goto-char (point-min))
      (setq buffer-undo-list nil
            buffer-read-only nil))
    (journal-entry--resolve entry)
    (set-buffer-modified-p nil)))

(defun journal-entry--set-base (entry)
  "Base the text of the buffer on ENTRY.
Undoing changes marks the buffer as unmodified where it was so before if
the modification time of its file is still the same.  It has no file, so
the time of every text in the store is a second later than the last."
  (unless (equal (alist-get 'text entry)
                 (alist-get 'text journal-entry--base))
    (set-visited-file-modtime
     (time-convert (time-add (visited-file-modtime) 1) 'list)))
  (setq journal-entry--base entry))

(defun journal-entry--text ()
  "Return the text of the buffer."
  (save-restriction
    (widen)
    (buffer-substring-no-properties (point-min) (point-max))))

(defmacro journal-entry--callback (arguments &rest body)
  "Return a function of ARGUMENTS to run BODY in the current buffer.
The function does nothing if the buffer was killed."
  (declare (indent 1))
  (let ((buffer (make-symbol "buffer")))
    `(let ((,buffer (current-buffer)))
       (lambda ,arguments
         (when (buffer-live-p ,buffer)
           (with-current-buffer ,buffer
             ,@body))))))

;;;; Creation

(defun journal-entry--zone ()
  "Return the IANA name of the local time zone, or nil if it has none.
TZ may be a rule of POSIX, such as \"CET-1CEST\", which has no name."
  (let* ((link (file-symlink-p "/etc/localtime"))
         (name (cond
                ((getenv "TZ")
                 (string-remove-prefix ":" (getenv "TZ")))
                ((and link
                      (string-match "zoneinfo/\\(?:posix/\\)?\\(.+\\)\\'" link))
                 (match-string 1 link)))))
    (when (and name
               (string-match-p "\\`[[:alnum:]_+-][[:alnum:]_+/-]*\\'" name)
               (file-regular-p (concat "/usr/share/zoneinfo/" name)))
      name)))

(defun journal-entry--tags (tags old new)
  "Return the sequence TAGS as a list, after a text changed from OLD to NEW."
  (let ((tags (append tags nil)))
    (if journal-hashtags (journal-text-edited-tags tags old new) tags)))

(defun journal-entry-creation (text fields quoted)
  "Return the parameters of a new entry with TEXT and FIELDS.
The current time is the time of the entry.  Words in QUOTED are not tags."
  (let ((zone (journal-entry--zone))
        (tags (journal-entry--tags (alist-get 'tags fields) quoted text)))
    `((id . ,(journal-make-id))
      (text . ,text)
      (createdAt . ,(format-time-string "%FT%T.%3N%:z"))
      ,@(and zone `((zone . ,zone)))
      ,@(and tags `((tags . ,(vconcat tags))))
      ,@(cl-remove 'tags fields :key #'car)
      ,@(and (null (alist-get 'notebook fields))
             `((notebook . ,journal-default-notebook))))))

(defun journal-entry-write (text fields &optional quoted)
  "Write an entry with TEXT and FIELDS, without a buffer.
Words in QUOTED, a text from elsewhere, are not tags.
If writing fails, show the text in a buffer, so that it can be saved."
  (when (string-blank-p text)
    (user-error "The entry is empty"))
  (let ((parameters (journal-entry-creation text fields (or quoted ""))))
    (journal-call
     "entry.create" parameters
     (lambda (result error)
       (if result
           (message "Wrote entry %s"
                    (journal-text-short-id (alist-get 'id result)))
         (with-current-buffer (journal-entry-new text fields)
           (setq journal-entry--id (alist-get 'id parameters)
                 journal-entry--quoted (or quoted "")
                 journal-entry--attempts (list text))
           (set-buffer-modified-p t)
           (display-buffer (current-buffer)))
         (journal-report error "write the entry"))))))

;;;; Saving

(defun journal-entry--save (&optional quit)
  "Write the text of the buffer, for `write-contents-functions'.
The buffer is marked as not modified when the text is in the store, and
then killed if QUIT is non-nil."
  (setq journal-entry--quit nil)
  (let ((text (journal-entry--text)))
    (when (string-blank-p text)
      (user-error "The entry is empty"))
    (cond
     (journal-entry--gone
      (user-error "%s" (journal-entry--gone-text)))
     (journal-entry--saving
      (setq journal-entry--again t
            journal-entry--quit quit))
     ;; Saving some buffers hides a diff that it has shown.
     ((and journal-entry--theirs
           (not (get-buffer-window (journal-entry--conflict-name "diff")
                                   'visible)))
      (journal-entry--show-conflict))
     ((and journal-entry--theirs (not (journal-entry--confirm)))
      (user-error "Not saved"))
     (t
      (setq journal-entry--quit quit)
      (if journal-entry--base
          (journal-entry--update text)
        (journal-entry--create text)))))
  t)

(defun journal-entry--confirm ()
  "Ask whether the text in the store, which changed, is to be replaced."
  (when (yes-or-no-p "The entry was changed elsewhere; replace that text? ")
    (journal-entry--resolve journal-entry--theirs)
    t))

(defun journal-entry--send (method parameters text success)
  "Call METHOD with PARAMETERS to write TEXT.
Then call SUCCESS with the result."
  (setq journal-entry--saving text
        journal-entry--again nil)
  (force-mode-line-update)
  (condition-case error
      (journal-call
       method parameters
       (journal-entry--callback (result error)
         (setq journal-entry--saving nil)
         (if result
             (progn
               (funcall success result)
               (journal-entry--saved text))
           (journal-entry--not-saved text error))
         (when journal-entry--stale
           (setq journal-entry--stale nil)
           (journal-entry--refresh))
         (force-mode-line-update)))
    ;; A text that cannot be encoded is no request, and has no reply.
    (error
     (setq journal-entry--saving nil
           journal-entry--quit nil)
     (signal (car error) (cdr error)))))

(defun journal-entry--create (text)
  "Write TEXT as a new entry."
  (push text journal-entry--attempts)
  (journal-entry--send
   "entry.create"
   `((id . ,journal-entry--id) (include . "full")
     ,@(assq-delete-all 'id (journal-entry-creation text journal-entry--fields
                                                    journal-entry--quoted)))
   text
   (lambda (result)
     (journal-entry--set-base (alist-get 'entry result))
     (setq journal-entry--attempts nil)
     (rename-buffer (journal-entry--name journal-entry--id) t))))

(defun journal-entry--update (text)
  "Write TEXT unless the entry was changed since it was read."
  (let-alist journal-entry--base
    (let ((tags (journal-entry--tags .tags .text text)))
      (journal-entry--send
       "entry.update"
       `((id . ,journal-entry--id) (ifRev . ,.rev) (text . ,text)
         (include . "full")
         ,@(unless (equal tags .tags) `((tags . ,(vconcat tags)))))
       text
       (lambda (result)
         (journal-entry--set-base (alist-get 'entry result)))))))

(defun journal-entry--saved (text)
  "Note that TEXT is in the store."
  (if (equal text (journal-entry--text))
      (progn
        (set-buffer-modified-p nil)
        (message "Wrote entry %s" (journal-text-short-id journal-entry--id))
        (when journal-entry--quit
          (journal-entry--bury)))
    ;; Undoing a change may have restored the former text.
    (set-buffer-modified-p t)
    (when journal-entry--again
      (journal-entry--save-again))))

(defun journal-entry--save-again ()
  "Write the text of the buffer after a reply, and report an error."
  (condition-case error
      (journal-entry--save journal-entry--quit)
    (user-error (message "%s" (error-message-string error)))))

(defun journal-entry--not-saved (text error)
  "Handle ERROR, which writing TEXT failed with."
  (let ((current (journal-error-current error))
        (base journal-entry--base))
    (cond
     ((and current (equal (alist-get 'text current) text))
      ;; An earlier attempt succeeded, but its reply was lost.
      (journal-entry--set-base current)
      (journal-entry--saved text))
     ((and current
           (member (alist-get 'text current)
                   (if base (list (alist-get 'text base))
                     journal-entry--attempts)))
      ;; Only other members of the entry were changed.
      (journal-entry--set-base current)
      (journal-entry--save-again))
     (current
      (setq journal-entry--quit nil
            journal-entry--theirs current)
      (journal-entry--show-conflict))
     (t
      (setq journal-entry--quit nil)
      (if (and base (equal (journal-error-kind error) "entry.notFound"))
          (journal-entry--vanished)
        (journal-report error "save the entry"))))))

(defun journal-entry--gone-text ()
  "Return a message that the entry no longer exists."
  (substitute-command-keys
   (format "Entry %s %s; \\[journal-entry-save-as-new] writes its text as a \
new entry"
           (journal-text-short-id journal-entry--id)
           (if (eql (alist-get 'rev journal-entry--base) 0)
               "is not in the journal any more"
             "was deleted permanently"))))

(defun journal-entry--vanished ()
  "Note that the entry no longer exists, not even in the trash."
  (unless journal-entry--gone
    (when journal-entry--theirs
      (journal-entry--resolve journal-entry--theirs))
    (setq journal-entry--gone t)
    (force-mode-line-update)
    (message "%s" (journal-entry--gone-text))))

(defun journal-entry-save-as-new ()
  "Write the text of an entry that was deleted permanently as a new entry.
The new entry has the notebook, the tags and the star of the former one,
and the current time."
  (interactive)
  (unless journal-entry--gone
    (user-error "The entry still exists"))
  (let ((text (journal-entry--text)))
    (when (string-blank-p text)
      (user-error "The entry is empty"))
    (let-alist journal-entry--base
      (setq journal-entry--id (journal-make-id)
            journal-entry--fields `((notebook . ,(or .notebook.name "journal"))
                                    (createNotebook . t)
                                    (tags . ,(vconcat .tags))
                                    (starred . ,(if .starred t :false)))
            journal-entry--quoted .text
            journal-entry--gone nil))
    (journal-entry--set-base nil)
    (set-buffer-modified-p t)
    (journal-entry--create text)))

;;;; Changes elsewhere

(defun journal-entry--of-former-store (entry)
  "Return ENTRY, which was read from another store.
Its text is the one that a buffer is based on, but its revision means
nothing.  No entry has the revision 0, so that saving is a conflict."
  (and entry
       (cons '(rev . 0) (cl-remove 'rev entry :key #'car))))

(defun journal-entries--replaced ()
  "Drop the revisions of all entries, because the store was replaced."
  (dolist (buffer (buffer-list))
    (when (buffer-local-value 'journal-entry--base buffer)
      (with-current-buffer buffer
        (cl-callf journal-entry--of-former-store journal-entry--base)
        (cl-callf journal-entry--of-former-store journal-entry--theirs)))))

(add-hook 'journal-store-replaced-hook #'journal-entries--replaced)

(defun journal-entries--changed (items)
  "Update the buffers of entries that ITEMS list, or all if it is t."
  (dolist (buffer (buffer-list))
    (let ((id (buffer-local-value 'journal-entry--id buffer)))
      (when (and id (or (buffer-local-value 'journal-entry--base buffer)
                        (journal-entry--unread-p buffer)))
        (let ((item (and (listp items)
                         (cl-find id items :test #'equal
                                  :key (lambda (item)
                                         (alist-get 'id item))))))
          (when (or item (eq items t))
            (with-current-buffer buffer
              (if journal-entry--saving
                  (setq journal-entry--stale t)
                (unless (and item
                             (eql (alist-get 'rev item)
                                  (alist-get 'rev journal-entry--base)))
                  (journal-entry--refresh))))))))))

(add-hook 'journal-entries-changed-functions #'journal-entries--changed)

(defun journal-entries--renamed ()
  "Read all entries again, because a notebook or tag has another name."
  (journal-entries--changed t))

(add-hook 'journal-names-changed-hook #'journal-entries--renamed)

(defun journal-entry--refresh ()
  "Read the entry, and show it unless the buffer is modified."
  (journal-entry--read journal-entry--id))

(defun journal-entry--read (id)
  "Read the entry with ID, unless the buffer meanwhile has another one."
  (journal-call
   "entry.get" `((id . ,id))
   (journal-entry--callback (result error)
     (cond
      ((not (equal id journal-entry--id)))
      (result
       (journal-entry--received (alist-get 'entry result)))
      ((not (equal (journal-error-kind error) "entry.notFound"))
       (journal-report error "read the entry"))
      (journal-entry--base (journal-entry--vanished))
      (t (journal-report error "open the entry"))))))

(defun journal-entry--received (entry)
  "Process ENTRY, the current state in the store."
  (let ((base journal-entry--base))
    (setq journal-entry--gone nil)
    (cond
     (journal-entry--saving
      (setq journal-entry--stale t))
     ((null base)
      (journal-entry--show entry)
      (when journal-entry--other
        (journal-entry--show-other-diff)))
     ((< (alist-get 'rev entry) (alist-get 'rev base)))
     ((equal (alist-get 'text entry) (alist-get 'text base))
      (journal-entry--resolve entry))
     ((not (buffer-modified-p))
      (let ((chosen (equal (alist-get 'text entry)
                           (alist-get 'text journal-entry--other))))
        (journal-entry--show entry)
        (if chosen
            (journal-entry--close-diff)
          (message "Entry %s was changed elsewhere; updated"
                   (journal-text-short-id journal-entry--id)))))
     ((equal (alist-get 'text entry) (journal-entry--text))
      (journal-entry--show entry))
     (t
      (setq journal-entry--theirs entry)
      (force-mode-line-update)
      ;; What is decided there concerns the text that is shown.
      (when (get-buffer (journal-entry--conflict-name "diff"))
        (journal-entry--show-conflict))
      (message "Entry %s was changed elsewhere; %s shows the difference"
               (journal-text-short-id journal-entry--id)
               (substitute-command-keys "\\[journal-entry-diff]"))))))

;;;; Conflicts

(defun journal-entry--conflict-name (what)
  "Return the name of the buffer for WHAT of the conflict in this buffer."
  (format "*journal %s %s*" (journal-text-short-id journal-entry--id) what))

(defun journal-entry--theirs-buffer ()
  "Return a buffer with the text that is in conflict with the buffer."
  (let ((text (alist-get 'text (or journal-entry--theirs
                                   journal-entry--other))))
    (with-current-buffer
        (get-buffer-create
         (journal-entry--conflict-name
          (if journal-entry--theirs "in the store" "other machine")))
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert text))
      (set-buffer-modified-p nil)
      (setq buffer-read-only t)
      (current-buffer))))

(defun journal-entry--show-diff (theirs)
  "Show the difference between the buffer THEIRS and this one."
  (let ((entry (current-buffer))
        (diff (get-buffer-create (journal-entry--conflict-name "diff"))))
    ;; Synchronous, because the buffer can be killed at any time.
    (diff-no-select theirs entry "-u" t diff)
    (with-current-buffer diff
      ;; Fontification as source code would open the files that the text of
      ;; an entry may name.
      (setq-local diff-font-lock-syntax nil)
      (journal-conflict-mode)
      (setq journal-conflict--entry entry))
    (display-buffer diff)))

(defun journal-entry--show-conflict ()
  "Show the difference between the text in the store and the buffer."
  (journal-entry--show-diff (journal-entry--theirs-buffer))
  (message (substitute-command-keys
            "Changed elsewhere: \\[journal-entry-keep-mine] keeps yours, \
\\[journal-entry-take-theirs] takes theirs, \\[journal-entry-ediff] merges")))

(defvar journal-conflict-command-map
  (let ((map (make-sparse-keymap)))
    (define-key map "m" #'journal-entry-keep-mine)
    (define-key map "o" #'journal-entry-take-theirs)
    (define-key map "E" #'journal-entry-ediff)
    (define-key map "=" #'journal-entry-diff)
    map)
  "Keymap for conflicts, with the keys of `smerge-mode'.")

(defvar journal-conflict-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c ^") journal-conflict-command-map)
    map)
  "Keymap of `journal-conflict-mode'.")

(define-minor-mode journal-conflict-mode
  "Minor mode for the diff of an entry that was changed elsewhere.

\\{journal-conflict-mode-map}"
  :lighter " Conflict"
  :group 'journal)

(defmacro journal-entry--with-conflict (&rest body)
  "Run BODY in the buffer of the entry.
Signal an error if it has no conflict that is shown."
  (declare (indent 0))
  `(with-current-buffer (or (and (buffer-live-p journal-conflict--entry)
                                 journal-conflict--entry)
                            (current-buffer))
     (unless (or journal-entry--theirs
                 (and journal-entry--other
                      (get-buffer (journal-entry--conflict-name "diff"))))
       (user-error (if (journal-entry--conflicts)
                       "See the other text first"
                     "The entry was not changed elsewhere")))
     ,@body))

(defun journal-entry--resolve (entry)
  "Base the text on ENTRY, and close the diff if there was a conflict."
  (journal-entry--set-base entry)
  (when (or journal-entry--theirs
            (and journal-entry--other (not (journal-entry--conflicts))))
    (journal-entry--close-diff))
  (force-mode-line-update))

(defun journal-entry--close-diff ()
  "Forget the text that is in conflict, and close its buffers."
  (setq journal-entry--theirs nil
        journal-entry--other nil)
  (save-current-buffer
    (dolist (name (mapcar #'journal-entry--conflict-name
                          '("diff" "in the store" "other machine")))
      (when-let ((buffer (get-buffer name)))
        (when-let ((window (get-buffer-window buffer t)))
          (quit-restore-window window))
        (kill-buffer buffer)))))

(defun journal-entry-diff ()
  "Show the difference between the text in the store and the buffer.
If the text was changed on two machines, show that between both texts."
  (interactive)
  (with-current-buffer (if (buffer-live-p journal-conflict--entry)
                           journal-conflict--entry
                         (current-buffer))
    (if (and (null journal-entry--theirs) (journal-entry--conflicts))
        (journal-entry--show-other)
      (journal-entry--with-conflict
        (journal-entry--show-conflict)))))

(defun journal-entry-keep-mine ()
  "Resolve the conflict: save the text of the buffer.
If it was changed on two machines, the text of the entry stays."
  (interactive)
  (journal-entry--with-conflict
    (if (null journal-entry--theirs)
        (journal-entry--settle nil)
      (journal-entry--resolve journal-entry--theirs)
      (journal-entry--save))))

(defun journal-entry-take-theirs ()
  "Resolve the conflict: show the text in the store.
The text of the buffer can be recovered with `undo'.  If it was changed
on two machines, the text of the other one becomes that of the entry."
  (interactive)
  (journal-entry--with-conflict
    (if (null journal-entry--theirs)
        (journal-entry--settle t)
      (journal-entry--show journal-entry--theirs))))

(defun journal-entry-ediff ()
  "Merge the text that is in conflict into the buffer with ediff.
Then save the buffer."
  (interactive)
  (journal-entry--with-conflict
    (ediff-buffers (journal-entry--theirs-buffer) (current-buffer))))

;;;; Two machines

(defun journal-entry--conflicts ()
  "Return the number of texts of other machines, or nil."
  (alist-get 'conflicts journal-entry--base))

(defun journal-entry--show-other ()
  "Read the newest text of another machine, and show the difference to it."
  (journal-call
   "sync.conflicts" `((id . ,journal-entry--id) (limit . 1))
   (journal-entry--callback (result error)
     (let ((conflict (seq-first (alist-get 'conflicts result))))
       (cond
        (error (journal-report error "read the other text"))
        (conflict (journal-entry--read-other
                   (let-alist conflict .version.id)))
        (t (message "The entry has no conflict")))))))

(defun journal-entry--read-other (version)
  "Read the text VERSION of another machine, and show the difference to it."
  (journal-call
   "entry.history" `((id . ,journal-entry--id) (version . ,version))
   (journal-entry--callback (result error)
     (if error
         (journal-report error "read the other text")
       (setq journal-entry--other (seq-first (alist-get 'versions result)))
       (when journal-entry--base
         (journal-entry--show-other-diff))))))

(defun journal-entry--show-other-diff ()
  "Show the difference between the text of another machine and the buffer."
  (journal-entry--show-diff (journal-entry--theirs-buffer))
  (message (substitute-command-keys
            "Changed on two machines: \\[journal-entry-keep-mine] keeps the \
text, \\[journal-entry-take-theirs] takes the other one (-), \
\\[journal-entry-ediff] merges")))

(defun journal-entry--settle (restore)
  "Settle the conflict with the text of another machine.
That text becomes the one of the entry if RESTORE is non-nil."
  (when (and restore (buffer-modified-p))
    (user-error "The buffer has changes that are not saved"))
  (let ((version (alist-get 'id journal-entry--other)))
    (journal-call
     "sync.resolve" `((id . ,journal-entry--id) (version . ,version)
                      (restore . ,(if restore t :false)))
     (journal-entry--callback (_result error)
       (if error
           (journal-report error "settle the conflict")
         ;; The text of the other machine is shown when it arrives.
         (when (and (not restore)
                    (equal version (alist-get 'id journal-entry--other)))
           (journal-entry--close-diff))
         (message "Settled the conflict of entry %s"
                  (journal-text-short-id journal-entry--id)))))))

;;;; The mode

(defvar journal-entry-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'journal-entry-finish)
    (define-key map (kbd "C-c C-k") #'journal-entry-cancel)
    (define-key map (kbd "C-c C-t") #'journal-entry-set-tags)
    (define-key map (kbd "C-c C-b") #'journal-entry-move)
    (define-key map (kbd "C-c C-s") #'journal-entry-star)
    (define-key map (kbd "C-c C-d") #'journal-entry-delete)
    (define-key map (kbd "C-c C-o") #'xref-find-definitions)
    (define-key map (kbd "C-c ^") journal-conflict-command-map)
    ;; Instead of `ispell-complete-word' of `text-mode'.
    (define-key map (kbd "C-M-i") #'completion-at-point)
    map)
  "Keymap of `journal-entry-mode'.")

(defun journal-entry--fontify-tags (limit)
  "Highlight the #tags of the lines from point to LIMIT.
Return nil, because all of them are highlighted, for `font-lock-keywords'."
  (journal-text-map-tags
   (lambda (start end)
     (put-text-property start end 'face 'journal-tag))
   (line-beginning-position)
   (save-excursion
     (goto-char limit)
     (line-end-position)))
  nil)

(define-derived-mode journal-entry-mode text-mode "Entry"
  "Major mode for editing an entry of the journal.
\\<journal-entry-mode-map>\\[save-buffer] saves the entry.

\\{journal-entry-mode-map}"
  :group 'journal
  (setq header-line-format '(:eval (journal-entry--header))
        buffer-offer-save t
        font-lock-defaults '(((journal-entry--fontify-tags)) t))
  ;; The text is stored as it is.
  (setq-local require-final-newline nil
              revert-buffer-function #'journal-entry--revert
              ;; The start or end of code changes the lines after it.
              jit-lock-contextually t)
  (add-hook 'write-contents-functions #'journal-entry--save nil t)
  (add-hook 'completion-at-point-functions #'journal-complete-tag nil t)
  (add-hook 'xref-backend-functions #'journal-names-backend nil t)
  (add-hook 'kill-buffer-query-functions #'journal-entry--kill-query nil t)
  (add-hook 'kill-buffer-hook #'journal-names-release nil t)
  (journal-names-follow))

(defun journal-entry--header ()
  "Return the header line: the members of the entry, and its state."
  (let-alist (or journal-entry--base journal-entry--fields)
    (string-replace
     "%" "%%"
     (concat
      " "
      (if .createdAt
          (concat (journal-text-day .localDay) " "
                  (journal-text-time .createdAt))
        "new entry")
      "  "
      (journal-text-visible
       (if journal-entry--base (or .notebook.name "")
         (or .notebook journal-default-notebook)))
      (mapconcat (lambda (tag)
                   (concat " #" (journal-text-visible tag)))
                 .tags "")
      (if (eq .starred t) " *" "")
      (if .conflicts
          (format (ngettext " ≠ %d conflict (%s)" " ≠ %d conflicts (%s)"
                            .conflicts)
                  .conflicts (substitute-command-keys
                              "\\<journal-entry-mode-map>\\[journal-entry-diff]"))
        "")
      (if .trashedAt " - in the trash" "")
      (cond (journal-entry--saving " - saving")
            (journal-entry--theirs " - changed elsewhere")
            (journal-entry--gone " - no longer exists")
            (buffer-read-only " - loading")
            (t ""))
      (if (journal-connected-p) "" " - disconnected")))))

(defun journal-entry--revert (&rest _)
  "Discard edits in the buffer and read the entry again."
  (unless journal-entry--base
    (user-error "The entry was not saved yet"))
  (when (or (not (buffer-modified-p))
            (yes-or-no-p "Discard the changes to the entry? "))
    (journal-entry--show journal-entry--base)
    (journal-entry--refresh)))

(defun journal-entry--unsaved-p ()
  "Return non-nil if the buffer has text that is not saved."
  (and (buffer-modified-p)
       (not (string-blank-p (journal-entry--text)))))

(defun journal-entry--kill-query ()
  "Ask whether to kill the buffer if it has text that is not saved."
  (or (not (journal-entry--unsaved-p))
      (yes-or-no-p (format "%s is not saved; kill it anyway? "
                           (buffer-name)))))

(defconst journal-entry--exit-delay 5
  "The longest time that Emacs waits for saves when it exits, in seconds.")

(defun journal-entries--saving ()
  "Return the ids of the entries whose texts are being written.
Their buffers may have been killed."
  (cl-loop for request in (journal-session-pending journal-connection--session)
           for params = (journal-request-params request)
           when (assq 'text params) collect (alist-get 'id params)))

(defun journal-entries--unsaved ()
  "Return the ids of the entries whose texts would be lost with Emacs."
  (let ((ids (journal-entries--saving)))
    (dolist (buffer (buffer-list))
      (when (buffer-local-value 'journal-entry--id buffer)
        (with-current-buffer buffer
          (when (or journal-entry--theirs (journal-entry--unsaved-p))
            (cl-pushnew journal-entry--id ids :test #'equal)))))
    (delete-dups ids)))

(defun journal-entry--exit-query ()
  "Wait briefly for texts that are being written, and ask before losing one.
Emacs itself asks only about buffers that visit files."
  (let ((limit (+ (float-time) journal-entry--exit-delay)))
    (while (and (journal-entries--saving) (< (float-time) limit))
      (accept-process-output nil 0.1)))
  (let ((count (length (journal-entries--unsaved))))
    (or (zerop count)
        (yes-or-no-p
         (format (ngettext "%d journal entry is not saved; exit anyway? "
                           "%d journal entries are not saved; exit anyway? "
                           count)
                 count)))))

(add-hook 'kill-emacs-query-functions #'journal-entry--exit-query)

;;;; Commands

(defun journal-entry--bury ()
  "Kill the buffer and its window."
  (if-let ((window (get-buffer-window (current-buffer) t)))
      (quit-window t window)
    (kill-buffer)))

(defun journal-entry-finish ()
  "Save the entry and close its buffer."
  (interactive)
  (if (and journal-entry--base (not (buffer-modified-p))
           (not journal-entry--saving))
      (journal-entry--bury)
    (journal-entry--save t)))

(defun journal-entry-cancel ()
  "Close the buffer without saving it."
  (interactive)
  (when (journal-entry--kill-query)
    (set-buffer-modified-p nil)
    (journal-entry--bury)))

(defun journal-entry--change (members action)
  "Change MEMBERS of the entry, or of the one to be created.
ACTION is the description for messages."
  (if (null journal-entry--base)
      (pcase-dolist (`(,member . ,value) members)
        (setf (alist-get member journal-entry--fields) value))
    (journal-call "entry.update" `((id . ,journal-entry--id) ,@members)
                  (lambda (_result error)
                    (when error (journal-report error action)))))
  (force-mode-line-update))

(defun journal-entry-edit-tags (shown tags)
  "Replace the tags of the entry SHOWN by TAGS.
If the entry was changed elsewhere, make the same edit to its tags."
  (let-alist shown
    (journal-call
     "entry.update"
     `((id . ,.id) (tags . ,(vconcat tags))
       ;; The tags of an entry that is too long for a list are not shown.
       ;; No entry has the revision 0.
       (ifRev . ,(if (and .truncated (null .tags)) 0 .rev)))
     (lambda (_result error)
       (if-let ((current (and (equal (journal-error-kind error) "conflict")
                              (journal-error-current error))))
           (journal-entry-edit-tags
            current
            (journal-text-merged-tags .tags tags (alist-get 'tags current)))
         (when error (journal-report error "change the tags")))))))

(defun journal-entry-set-tags (tags &optional shown)
  "Replace the tags of the entry by TAGS.
The #tags in the text are offered as the next input of the history.
SHOWN is the state of the entry whose tags were edited."
  (interactive
   (let ((shown (or journal-entry--base journal-entry--fields)))
     (list (journal-read-tags "Tags: " (append (alist-get 'tags shown) nil)
                              (journal-text-tags (journal-entry--text)))
           journal-entry--base)))
  (if (or shown journal-entry--base)
      (journal-entry-edit-tags (or shown journal-entry--base) tags)
    (journal-entry--change `((tags . ,(vconcat tags))) "change the tags")))

(defun journal-entry-move (notebook)
  "Move the entry to NOTEBOOK, which is created if necessary."
  (interactive (list (journal-read-notebook "Move to notebook" nil 'confirm)))
  (journal-entry--change `((notebook . ,notebook) (createNotebook . t))
                         "move the entry"))

(defun journal-entry-star ()
  "Star the entry, or remove its star."
  (interactive)
  (let ((starred (alist-get 'starred (or journal-entry--base
                                         journal-entry--fields))))
    (journal-entry--change `((starred . ,(if (eq starred t) :false t)))
                           "star the entry")))

(defun journal-entry-delete ()
  "Move the entry to the trash and close its buffer."
  (interactive)
  (unless journal-entry--base
    (user-error "The entry was not saved yet"))
  (when (journal-entry--kill-query)
    (let ((tick (buffer-chars-modified-tick)))
      (journal-call
       "entry.delete" `((id . ,journal-entry--id))
       (journal-entry--callback (_result error)
         (cond
          (error
           (journal-report error "delete the entry"))
          ((/= tick (buffer-chars-modified-tick))
           (message "Moved to the trash; the buffer has changed and is kept"))
          (t
           (set-buffer-modified-p nil)
           (journal-entry--bury)
           (message "Moved to the trash"))))))))

(provide 'journal-entry)

;;; journal-entry.el ends here
