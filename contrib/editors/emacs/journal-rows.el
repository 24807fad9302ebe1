;;; journal-rows.el --- Rows of a list of journal entries  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; The content of a list buffer without the buffer: the rows of a live
;; list, as the daemon keeps them, the lines that show them, and the
;; edits that turn lines into others.

;;; Code:

(require 'cl-lib)
(require 'let-alist)

(cl-defstruct (journal-rows (:constructor journal-rows-create (limit))
                            (:copier nil))
  "The entries of a live list of at most LIMIT entries, in order.
Each has its day as `localDay'."
  limit entries)

(defun journal-rows-count (rows)
  "Return the number of entries in ROWS."
  (length (journal-rows-entries rows)))

(defun journal-rows-full-p (rows)
  "Return non-nil if there may be older entries than those of ROWS."
  (>= (journal-rows-count rows) (journal-rows-limit rows)))

(defun journal-rows-last-day (rows)
  "Return the day of the last entry of ROWS, or nil."
  (alist-get 'localDay (car (last (journal-rows-entries rows)))))

(defun journal-rows--entry (row)
  "Return the entry of ROW, a row of the protocol.
If it is too long for the list, return one that says so."
  (let-alist row
    (or .entry
        `((id . ,.id) (rev . ,.rev) (localDay . ,.group) (truncated . t)
          (createdAt . "0000-00-00T--:--") (notebook (name . "journal"))
          (text . "(too long to be listed)")))))

(defun journal-rows-open (rows values)
  "Replace the entries of ROWS by those of VALUES, rows of the protocol.
An entry that does not differ remains the same object."
  (let ((known (make-hash-table :test #'equal)))
    (dolist (entry (journal-rows-entries rows))
      (puthash (alist-get 'id entry) entry known))
    (setf (journal-rows-entries rows)
          (mapcar (lambda (value)
                    (let* ((entry (journal-rows--entry value))
                           (old (gethash (alist-get 'id entry) known)))
                      (if (equal old entry) old entry)))
                  values))))

(defun journal-rows-apply (rows items)
  "Apply ITEMS, edits of a live list, to ROWS, one after the other."
  (dolist (item items)
    (let-alist item
      (cl-symbol-macrolet ((entries (journal-rows-entries rows)))
        (pcase .op
          ("update"
           (setf (nth .index entries) (journal-rows--entry item)))
          ("delete"
           (cl-callf journal-rows--without entries .index))
          (_
           (when (equal .op "move")
             (cl-callf journal-rows--without entries .from))
           (if (zerop .index)
               (push (journal-rows--entry item) entries)
             (push (journal-rows--entry item)
                   (nthcdr .index entries)))))))))

(defun journal-rows--without (list index)
  "Return LIST without its element at INDEX.  LIST is modified."
  (if (zerop index)
      (cdr list)
    (cl-callf cdr (nthcdr index list))
    list))

;;;; Lines

(defun journal-rows-lines (rows)
  "Return the lines that show ROWS, as a vector.
A line is an entry, or a string, the day of the entries after it.  If
the list is full, the last line is the symbol `full'."
  (let (day lines)
    (dolist (entry (journal-rows-entries rows))
      (unless (equal day (alist-get 'localDay entry))
        (setq day (alist-get 'localDay entry))
        (push day lines))
      (push entry lines))
    (when (journal-rows-full-p rows)
      (push 'full lines))
    (vconcat (nreverse lines))))

(defun journal-rows--key (line)
  "Return a value that distinguishes LINE from the others of its list."
  (if (consp line) (alist-get 'id line) line))

(defun journal-rows--keys (lines)
  "Return a table with the keys of LINES."
  (let ((table (make-hash-table :test #'equal)))
    (seq-doseq (line lines)
      (puthash (journal-rows--key line) t table))
    table))

(defun journal-rows-edits (old new)
  "Return the edits that turn the lines OLD into NEW, in order.
An edit (START REMOVED LINES) means that as many lines as REMOVED, from
the index START on, are replaced by LINES.  A line that precedes others
than before is removed and inserted.  An unchanged entry is the same
object in both."
  (let ((remaining (journal-rows--keys old))
        (kept (journal-rows--keys new))
        (position 0)
        (index 0)
        start (removed 0) added edits)
    (cl-labels ((finish ()
                  (when start
                    (push (list start removed (nreverse added)) edits))
                  (setq start nil removed 0 added nil))
                (edit () (unless start (setq start index)))
                (key () (and (< position (length old))
                             (journal-rows--key (aref old position))))
                (skip ()
                  (edit)
                  (remhash (key) remaining)
                  (cl-incf position)
                  (cl-incf removed)))
      (seq-doseq (line new)
        (let ((wanted (journal-rows--key line)))
          (while (and (key) (not (equal (key) wanted))
                      (or (gethash wanted remaining)
                          (not (gethash (key) kept))))
            (skip))
          (cond
           ((not (equal (key) wanted))
            (edit)
            (push line added))
           ((or (not (consp line)) (eq line (aref old position)))
            (finish)
            (cl-incf position))
           (t
            (skip)
            (push line added)))
          (cl-incf index)))
      (while (key)
        (skip))
      (finish))
    (nreverse edits)))

(provide 'journal-rows)

;;; journal-rows.el ends here
