;;; journal-rows.el --- Rows of a list of journal entries  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; The content of a list buffer without the buffer: which entries it
;; shows, in which order, and which lines that makes.  Pages of entries
;; and changes can arrive in any order; the later revision of an entry
;; counts.  All knowledge about keeping a list current is here.

;;; Code:

(require 'cl-lib)
(require 'journal-text)

(cl-defstruct (journal-row (:copier nil))
  "An entry in a list, with its sort key."
  entry milliseconds)

(cl-defstruct (journal-rows (:constructor journal-rows-create)
                            (:copier nil))
  "The entries of a list, newest first.
TABLE maps ids to rows.  DELETED maps ids to the revisions of changes
that removed them.  PAGE is the start of the next page that was not
read, t for the first page, or nil if all pages were read."
  (order nil)
  (table (make-hash-table :test #'equal))
  (deleted (make-hash-table :test #'equal))
  (page t))

(defun journal-rows-count (rows)
  "Return the number of entries in ROWS."
  (hash-table-count (journal-rows-table rows)))

(defun journal-rows-entry (rows id)
  "Return the entry with ID in ROWS, or nil."
  (when-let ((row (gethash id (journal-rows-table rows))))
    (journal-row-entry row)))

(defun journal-rows--before-p (a b)
  "Return non-nil if the row A precedes the row B."
  (let ((x (journal-row-milliseconds a))
        (y (journal-row-milliseconds b)))
    (or (> x y)
        (and (= x y)
             (string> (alist-get 'id (journal-row-entry a))
                      (alist-get 'id (journal-row-entry b)))))))

(defun journal-rows--outdated-p (rows id rev)
  "Return non-nil if ROWS has a later state of ID than REV."
  (let ((known (journal-rows-entry rows id))
        (deleted (gethash id (journal-rows-deleted rows))))
    (or (and known (> (alist-get 'rev known) rev))
        (and deleted (> deleted rev)))))

(defun journal-rows--update (rows added removed)
  "Add the entries ADDED to ROWS, and remove the entries with the ids REMOVED."
  (let ((table (journal-rows-table rows))
        (stale (make-hash-table :test #'eq))
        new)
    (dolist (id removed)
      (when-let ((row (gethash id table)))
        (puthash row t stale)
        (remhash id table)))
    (dolist (entry added)
      (let* ((id (alist-get 'id entry))
             (old (gethash id table))
             (row (make-journal-row
                   :entry entry
                   :milliseconds (journal-text-milliseconds
                                  (alist-get 'createdAt entry)))))
        (when old (puthash old t stale))
        (puthash id row table)
        (push row new)))
    (unless (zerop (hash-table-count stale))
      (cl-callf2 cl-remove-if (lambda (row) (gethash row stale))
                 (journal-rows-order rows))
      (cl-callf2 cl-remove-if (lambda (row) (gethash row stale)) new))
    (setf (journal-rows-order rows)
          (cl-merge 'list (journal-rows-order rows)
                    (sort new #'journal-rows--before-p)
                    #'journal-rows--before-p))))

(defun journal-rows-add-page (rows entries page)
  "Add ENTRIES, a page of a list, to ROWS.
PAGE is the start of the next page, or nil if this is the last one."
  (journal-rows--update
   rows
   (cl-remove-if (lambda (entry)
                   (journal-rows--outdated-p rows (alist-get 'id entry)
                                             (alist-get 'rev entry)))
                 entries)
   nil)
  (setf (journal-rows-page rows) page)
  (unless page (clrhash (journal-rows-deleted rows))))

(defun journal-rows-apply (rows items)
  "Apply ITEMS from a notification to ROWS.
Return the ids of entries that the items do not include, which the
caller must read and add with `journal-rows-add'."
  (let ((latest (make-hash-table :test #'equal))
        missing added removed)
    (dolist (item items)
      (when (equal (alist-get 'kind item) "entry")
        (puthash (alist-get 'id item) item latest)))
    (maphash
     (lambda (id item)
       (let-alist item
         (unless (journal-rows--outdated-p rows id .rev)
           (cond
            ((equal .op "delete")
             ;; A page that was read before the change can still arrive.
             (when (journal-rows-page rows)
               (puthash id .rev (journal-rows-deleted rows)))
             (push id removed))
            (.entry (push .entry added))
            (t (push id missing))))))
     latest)
    (journal-rows--update rows (journal-rows--in-range rows added) removed)
    (nreverse missing)))

(defun journal-rows-add (rows entry)
  "Add ENTRY to ROWS, unless a later revision is known."
  (unless (journal-rows--outdated-p rows (alist-get 'id entry)
                                    (alist-get 'rev entry))
    (journal-rows--update rows (journal-rows--in-range rows (list entry))
                          nil)))

(defun journal-rows--in-range (rows entries)
  "Return those of ENTRIES that belong to the pages that ROWS has.
Entries on later pages are added when these are read."
  (let ((last (and (journal-rows-page rows)
                   (car (last (journal-rows-order rows))))))
    (if (null last)
        entries
      (cl-remove-if
       (lambda (entry)
         (< (journal-text-milliseconds (alist-get 'createdAt entry))
            (journal-row-milliseconds last)))
       entries))))

;;;; Lines

(defun journal-rows-lines (rows)
  "Return the lines that show ROWS, as a vector.
A line is an entry, or a string, the day of the entries after it."
  (let (day lines)
    (dolist (row (journal-rows-order rows))
      (let ((entry (journal-row-entry row)))
        (unless (equal day (alist-get 'localDay entry))
          (setq day (alist-get 'localDay entry))
          (push day lines))
        (push entry lines)))
    (vconcat (nreverse lines))))

(defun journal-rows-difference (old new)
  "Return the difference between the lines OLD and NEW.
The value (START OLD-END NEW-END) means that the lines of OLD from START
to OLD-END are replaced by those of NEW from START to NEW-END.  An
unchanged entry is the same object in both."
  (let* ((old-end (length old))
         (new-end (length new))
         (start 0)
         (shared (min old-end new-end))
         (same (lambda (a b)
                 (or (eq a b) (and (stringp a) (equal a b))))))
    (while (and (< start shared)
                (funcall same (aref old start) (aref new start)))
      (cl-incf start))
    (while (and (> old-end start) (> new-end start)
                (funcall same (aref old (1- old-end)) (aref new (1- new-end))))
      (cl-decf old-end)
      (cl-decf new-end))
    (list start old-end new-end)))

(provide 'journal-rows)

;;; journal-rows.el ends here
