;;; journal-names.el --- Names and changes of the journal  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; Keeps the names of all notebooks and tags, so that completion never
;; waits for the daemon, and announces changed entries to the buffers
;; that show them.  Both come from one subscription to all changes.
;;
;; Tags, notebooks and days in a text can be followed with the commands
;; of xref.

;;; Code:

(require 'journal-connection)
(require 'journal-text)
(require 'thingatpt)
(require 'xref)

(defvar journal-entries-changed-functions nil
  "Functions called when entries change in the store.
The argument is a list of items as in the notification `changes', or t
if any entry may have changed.")

(defvar journal-store-replaced-hook nil
  "Functions without arguments, called when another store is used.
That is so after a backup was restored.  The entries change as well.")

(defvar journal-names-changed-hook nil
  "Functions without arguments, called when a name is new or changes.
That is no change of the entries that have it.")

(defvar journal-names-history nil
  "History of names of notebooks and tags.")

(defvar journal-names--subscription nil)
(defvar journal-names--notebooks (make-hash-table :test #'equal)
  "The names of the notebooks by id.")
(defvar journal-names--tags (make-hash-table :test #'equal)
  "The names of the tags by id.")
(defvar journal-names--reads 0
  "The number of requests for names that have no reply yet.")

;;;; The subscription

(defun journal-names-follow ()
  "Subscribe to the whole store, once."
  (unless journal-names--subscription
    (setq journal-names--subscription
          (journal-subscribe nil #'journal-names--changed))
    (journal-names--read)))

(defun journal-names-release ()
  "End the subscription if this is the last buffer of the journal.
For `kill-buffer-hook'."
  (unless (or (null journal-names--subscription)
              (cl-find-if (lambda (buffer)
                            (and (not (eq buffer (current-buffer)))
                                 (provided-mode-derived-p
                                  (buffer-local-value 'major-mode buffer)
                                  'journal-list-mode 'journal-entry-mode)))
                          (buffer-list)))
    (journal-unsubscribe (prog1 journal-names--subscription
                           (setq journal-names--subscription nil)))))

(defun journal-names--read ()
  "Read the names of all notebooks and tags."
  (dolist (list `(("notebook.list" notebooks ,journal-names--notebooks)
                  ("tag.list" tags ,journal-names--tags)))
    (pcase-let ((`(,method ,member ,table) list))
      (cl-incf journal-names--reads)
      (journal-call
       method nil
       (lambda (result _error)
         (cl-decf journal-names--reads)
         (if (null result)
             (journal-names--retry)
           (clrhash table)
           (dolist (object (alist-get member result))
             (puthash (alist-get 'id object) (alist-get 'name object)
                      table))))))))

(defun journal-names--retry ()
  "Read the names on the next connection, after the reset that it causes."
  (when journal-names--subscription
    (setf (journal-subscription-failed journal-names--subscription) t)))

(defun journal-names--changed (event &optional items)
  "Process EVENT of the subscription, with the changed ITEMS if any.
If EVENT is `reset', ITEMS is t if the store was replaced."
  (pcase event
    ('changes
     (dolist (item items)
       (journal-names--apply item))
     (run-hook-with-args 'journal-entries-changed-functions items)
     (let ((names (cl-remove "entry" items :test #'equal
                             :key (lambda (item) (alist-get 'kind item)))))
       ;; A reply to come may contain the names as they were before.
       (when (and names (> journal-names--reads 0))
         (journal-names--read))
       (when (cl-remove "delete" names :test #'equal
                        :key (lambda (item) (alist-get 'op item)))
         (run-hooks 'journal-names-changed-hook))))
    ('reset
     (journal-names--read)
     (when items
       (run-hooks 'journal-store-replaced-hook))
     (run-hook-with-args 'journal-entries-changed-functions t))))

(defun journal-names--apply (item)
  "Update the names by ITEM if it is a notebook or a tag."
  (let-alist item
    (when-let ((table (pcase .kind
                        ("notebook" journal-names--notebooks)
                        ("tag" journal-names--tags))))
      (if (equal .op "delete")
          (remhash .id table)
        (puthash .id .name table)))))

;;;; Completion

(defun journal-names--sorted (table)
  "Return the names in TABLE, sorted."
  (sort (hash-table-values table) #'string-collate-lessp))

(defun journal-notebooks ()
  "Return the names of all notebooks."
  (journal-names-follow)
  (journal-names--sorted journal-names--notebooks))

(defun journal-tags ()
  "Return the names of all tags."
  (journal-names-follow)
  (journal-names--sorted journal-names--tags))

(defun journal-read-notebook (prompt &optional default must-match)
  "Read the name of a notebook with PROMPT, offering DEFAULT.
If MUST-MATCH is nil, the name can be new."
  (completing-read (format-prompt prompt default) (journal-notebooks) nil
                   must-match nil 'journal-names-history default))

(defun journal-read-tag (prompt &optional default)
  "Read the name of a tag with PROMPT, offering DEFAULT."
  (string-remove-prefix
   "#" (completing-read (format-prompt prompt default) (journal-tags) nil nil
                        nil 'journal-names-history default)))

(defun journal-read-tags (prompt &optional current suggested)
  "Read a list of tags, separated by commas, with PROMPT.
CURRENT is the initial input and SUGGESTED the next input in the
history, both lists of names."
  (mapcar (lambda (tag) (string-remove-prefix "#" tag))
          (completing-read-multiple
           prompt (journal-tags) nil nil
           (and current (concat (string-join current ",") ","))
           'journal-names-history (and suggested (string-join suggested ",")))))

(defun journal-complete-tag ()
  "Complete the #tag before point, for `completion-at-point-functions'."
  (save-excursion
    (let ((end (point)))
      (skip-chars-backward "[:alnum:]_-")
      (when (eq (char-before) ?#)
        (list (point) end (completion-table-dynamic
                           (lambda (_prefix) (journal-tags)))
              :exclusive 'no
              :annotation-function (lambda (_name) " tag"))))))

(defun journal-complete-condition ()
  "Complete a condition of a search, for `completion-at-point-functions'."
  (save-excursion
    (let ((end (point)))
      (skip-chars-backward "^ \t\n()")
      ;; The sign of an excluded condition.
      (when (eq (char-after) ?-) (forward-char))
      (let ((start (point)))
        (cond
         ((looking-at "tag:") (list start end (journal-names--conditions
                                               "tag" #'journal-tags)))
         ((looking-at "notebook:") (list start end
                                         (journal-names--conditions
                                          "notebook" #'journal-notebooks)))
         (t (list start end
                  '("tag:" "notebook:" "on:" "after:" "before:" "starred:yes"
                    "starred:no")
                  :exclusive 'no)))))))

(defun journal-names--conditions (key names)
  "Return a completion table of conditions for KEY.
NAMES is a function that returns the values."
  (completion-table-dynamic
   (lambda (_prefix)
     (mapcar (lambda (name) (journal-text-condition key name))
             (funcall names)))))

;;;; Following tags, notebooks and days

(defvar journal-follow-function #'ignore
  "A function that shows the list of a view in a buffer and returns it.
The view is a property list as described at `journal-list'.")

(cl-defstruct (journal-names-location (:copier nil))
  "The location of a list for `xref'."
  view)

(cl-defmethod xref-location-marker ((location journal-names-location))
  "Return the start of the list at LOCATION."
  (with-current-buffer
      (funcall journal-follow-function (journal-names-location-view location))
    (copy-marker (point))))

(cl-defmethod xref-location-group ((_location journal-names-location))
  "Return the group of all locations in the journal."
  "journal")

(defun journal-names-backend ()
  "Return the backend of xref for buffers of the journal."
  'journal)

(defun journal-names-at-point ()
  "Return the #tag, day or notebook at point as a string, or nil."
  (or (get-text-property (point) 'journal-target)
      (let ((position (point))
            found)
        (journal-text-map-tags
         (lambda (start end)
           (when (<= start position end)
             (setq found (buffer-substring-no-properties start end))))
         (line-beginning-position) (line-end-position))
        found)
      (and (thing-at-point-looking-at "\\b[0-9]\\{4\\}-[0-9][0-9]-[0-9][0-9]\\b"
                                      10)
           (match-string-no-properties 0))))

(defun journal-names-view (identifier)
  "Return the view that IDENTIFIER stands for.
IDENTIFIER is a #tag, a day, or the name of a notebook."
  (cond
   ((string-prefix-p "#" identifier) `(:tag ,(substring identifier 1)))
   ((string-match-p "\\`[0-9]\\{4\\}-[0-9][0-9]-[0-9][0-9]\\'" identifier)
    `(:day ,identifier))
   (t `(:notebook ,identifier))))

(cl-defmethod xref-backend-identifier-at-point ((_backend (eql journal)))
  "Return the #tag, day or notebook at point."
  (journal-names-at-point))

(cl-defmethod xref-backend-identifier-completion-table
  ((_backend (eql journal)))
  "Return the tags and notebooks."
  (append (mapcar (lambda (tag) (concat "#" tag)) (journal-tags))
          (journal-notebooks)))

(cl-defmethod xref-backend-definitions ((_backend (eql journal)) identifier)
  "Return the list of entries of IDENTIFIER."
  (list (xref-make identifier
                   (make-journal-names-location
                    :view (journal-names-view identifier)))))

(provide 'journal-names)

;;; journal-names.el ends here
