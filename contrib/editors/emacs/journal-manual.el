;;; journal-manual.el --- The manual of the journal package  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; Shows the manual in Info.  An installation has it as journal.info.  A
;; checkout has its source, journal.texi; then the program `makeinfo'
;; makes the manual when it is shown first, and again when the source
;; has changed.

;;; Code:

(require 'seq)

(declare-function Info-find-node "info")
(declare-function info-initialize "info")
(defvar Info-directory-list)
(defvar Info-file-list-for-emacs)

(defun journal-manual--package ()
  "Return the folder of this package."
  (file-name-directory (locate-library "journal-manual")))

(defun journal-manual--folders (package)
  "Return the folders that can have the manual of the folder PACKAGE."
  (list package
        ;; The package is in share/emacs/site-lisp/journal.
        (expand-file-name "../../../info/" package)
        (locate-user-emacs-file "journal/")))

(defun journal-manual--find (package)
  "Return the path of the manual of the folder PACKAGE, or nil.
A manual that is older than its source is ignored."
  (let ((source (expand-file-name "journal.texi" package)))
    (seq-find (lambda (path)
                (and (file-exists-p path)
                     (not (file-newer-than-file-p source path))))
              (mapcan (lambda (folder)
                        (list (expand-file-name "journal.info" folder)
                              (expand-file-name "journal.info.gz" folder)))
                      (journal-manual--folders package)))))

(defun journal-manual--make (package)
  "Make the manual of the folder PACKAGE from its source.
Return its path, which is in a folder of `user-emacs-directory'."
  (let ((source (expand-file-name "journal.texi" package))
        (path (locate-user-emacs-file "journal/journal.info")))
    (unless (file-readable-p source)
      (user-error "The manual is not installed: %s has no journal.info and no \
journal.texi" package))
    (unless (executable-find "makeinfo")
      (user-error "Cannot make the manual: makeinfo is not installed; install \
texinfo, or read %s" source))
    (make-directory (file-name-directory path) t)
    ;; The manual is complete when it gets its name.
    (let* ((scratch (make-temp-file "journal-manual" t))
           (made (expand-file-name "journal.info" scratch)))
      (unwind-protect
          (with-temp-buffer
            (let* ((default-directory "/")
                   (status (call-process "makeinfo" nil t nil "--no-split"
                                         "-o" made
                                         (expand-file-name source))))
              (unless (eql status 0)
                (user-error "Cannot make the manual: %s"
                            (string-trim (buffer-string)))))
            (rename-file made path t))
        (delete-directory scratch t)))
    path))

;;;###autoload
(defun journal-manual ()
  "Show the manual of the journal in Info.
If only its source is there, as in a checkout, make it with the program
`makeinfo' in a folder of `user-emacs-directory'."
  (interactive)
  (require 'info)
  (let* ((package (journal-manual--package))
         (path (or (journal-manual--find package)
                   (journal-manual--make package))))
    (journal-manual--register)
    (Info-find-node path "Top")))

(defun journal-manual--register ()
  "Let Info find the manual, and the descriptions of commands in it."
  (info-initialize)
  (dolist (folder (journal-manual--folders (journal-manual--package)))
    (when (file-directory-p folder)
      (add-to-list 'Info-directory-list folder t)))
  (add-to-list 'Info-file-list-for-emacs "journal"))

(with-eval-after-load 'info
  (journal-manual--register))

(provide 'journal-manual)

;;; journal-manual.el ends here
