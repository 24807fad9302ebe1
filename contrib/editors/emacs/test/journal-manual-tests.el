;;; journal-manual-tests.el --- Tests of the manual of the journal package  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; Tests that the manual opens, and that it has every command, key,
;; option, face, keymap and hook of the package.  The manual was made
;; beside the package.

;;; Code:

(require 'journal-tests)
(require 'info)

(defconst journal-manual-tests-keymaps
  `(("list" . ,journal-list-mode-map)
    ("search" . ,journal-search-minibuffer-map)
    ("entry" . ,journal-entry-mode-map)
    ("conflict" . ,journal-conflict-mode-map)
    ("conflicts" . ,journal-conflicts-mode-map))
  "The keymaps of the package by their names in the index of keys.")

(defun journal-manual-tests--symbols (predicate)
  "Return the public symbols of the package that satisfy PREDICATE, sorted."
  (sort (let (symbols)
          (mapatoms
           (lambda (symbol)
             (let ((name (symbol-name symbol)))
               (when (and (string-match-p "\\`journal\\(?:-\\|\\'\\)" name)
                          (not (string-match-p "--\\|\\`journal-.*tests" name))
                          (funcall predicate symbol))
                 (push symbol symbols)))))
          symbols)
        #'string<))

(defun journal-manual-tests--node (node)
  "Return the text of NODE of the manual."
  (save-window-excursion
    (Info-find-node (expand-file-name "journal.info") node)
    (prog1 (buffer-substring-no-properties (point-min) (point-max))
      (kill-buffer))))

(defun journal-manual-tests--index (node)
  "Return the entries of the index NODE, as a list of (NAME . NODE)."
  (let ((text (journal-manual-tests--node node))
        (start 0)
        entries)
    (while (string-match
            "^\\* \\(.+?\\)\\(?: <[0-9]+>\\)?: +\\(.+\\)\\.\\s-+(line +[0-9]+)$"
            text start)
      (setq start (match-end 0))
      (push (cons (match-string 1 text) (match-string 2 text)) entries))
    (nreverse entries)))

(defun journal-manual-tests--definition (kind name)
  "Return the description of NAME, a KIND such as \"Face\", on one line.
Return nil if there is none where the index says."
  (when-let* ((node (cdr (assoc name (journal-manual-tests--index
                                      "Variable Index"))))
              (text (journal-manual-tests--node node)))
    (when (string-match (format "^ -- %s: %s\\(\\(?:\n     .*\\|\n$\\)+\\)"
                                kind (regexp-quote name))
                        text)
      (replace-regexp-in-string "[ \n]+" " " (match-string 1 text)))))

(defun journal-manual-tests--bindings (keymap)
  "Return the keys that KEYMAP binds itself, as a list of (KEY . COMMAND)."
  (let (bindings)
    (cl-labels ((add (prefix map)
                  (map-keymap-internal
                   (lambda (event binding)
                     (let ((keys (vconcat prefix (vector event))))
                       (cond
                        ((keymapp binding) (add keys binding))
                        ((eq event 'remap))
                        (t (push (cons (key-description keys) binding)
                                 bindings)))))
                   map)))
      (add [] keymap))
    ;; In a terminal, ESC x is M-x.
    (mapcar (lambda (binding)
              (cons (replace-regexp-in-string "ESC \\(C-\\)?" "\\1M-"
                                              (car binding))
                    (cdr binding)))
            bindings)))

(defun journal-manual-tests--key-p (key command node)
  "Return non-nil if NODE says that KEY runs COMMAND."
  (let ((case-fold-search nil)
        (text (journal-manual-tests--node node)))
    (and (string-match
          (format "^‘<?%s>?’\n\\(?:‘.*’\n\\)*\\(\\(?: .*\n\\|\n\\)+\\)"
                  (regexp-quote key))
          text)
         (string-search (format "‘%s’" command) (match-string 1 text)))))

(ert-deftest the-manual-opens ()
  (save-window-excursion
    (journal-manual)
    (should (derived-mode-p 'Info-mode))
    (should (equal Info-current-node "Top"))
    (should (equal (file-truename Info-current-file)
                   (file-truename (expand-file-name "journal.info"))))
    (should (search-forward "* Installation::" nil t))
    ;; Every node can be reached by reading on.
    (let ((nodes 1))
      (while (ignore-errors (Info-forward-node) t)
        (cl-incf nodes))
      (should (equal Info-current-node "Variable Index"))
      (should (> nodes 30)))
    (kill-buffer)))

(ert-deftest the-manual-is-for-this-version ()
  (should (string-search (format "version %s of the Emacs package"
                                 journal-connection-version)
                         (journal-manual-tests--node "Top")))
  (with-temp-buffer
    (insert-file-contents (locate-library "journal.el"))
    (should (search-forward (format ";; Version: %s\n"
                                    journal-connection-version)
                            nil t))))

(ert-deftest the-manual-has-every-command ()
  (let ((documented (mapcar #'car (journal-manual-tests--index
                                   "Command Index"))))
    (should (equal (cl-remove-if
                    (lambda (command) (member (symbol-name command) documented))
                    (journal-manual-tests--symbols #'commandp))
                   nil))
    (should (equal (cl-remove-if (lambda (name) (fboundp (intern name)))
                                 documented)
                   nil))))

(ert-deftest the-manual-has-every-key ()
  (let ((documented (journal-manual-tests--index "Key Index"))
        missing)
    (pcase-dolist (`(,place . ,map) journal-manual-tests-keymaps)
      (pcase-dolist (`(,key . ,command) (journal-manual-tests--bindings map))
        (let* ((name (if (string-match "\\`<\\(.*\\)>\\'" key)
                         (upcase (match-string 1 key))
                       key))
               (node (cl-some
                      (lambda (place)
                        (cdr (assoc (format "%s (%s)" name place) documented)))
                      ;; An entry also has the keys of a conflict.
                      (list place "conflict"))))
          (unless (and node
                       (journal-manual-tests--key-p name command node))
            (push (list place key command) missing)))))
    (should (equal missing nil))))

(ert-deftest every-key-of-the-manual-is-bound ()
  (let (unbound)
    (pcase-dolist (`(,entry . ,node)
                   (journal-manual-tests--index "Key Index"))
      (when (string-match "\\`\\(.*\\) (\\(.*\\))\\'" entry)
        (let* ((key (match-string 1 entry))
               (map (cdr (assoc (match-string 2 entry)
                                journal-manual-tests-keymaps)))
               (keys (kbd (if (member key '("UP" "DOWN"))
                              (format "<%s>" (downcase key))
                            key)))
               (command (lookup-key (make-composed-keymap map global-map)
                                    keys)))
          (unless (and (commandp command)
                       (journal-manual-tests--key-p key command node))
            (push (list entry command) unbound)))))
    (should (equal unbound nil))))

(ert-deftest the-manual-has-every-option-with-its-default ()
  (should
   (equal
    (cl-remove-if
     (lambda (option)
       (let* ((name (symbol-name option))
              (value (eval (car (get option 'standard-value)) t))
              (text (journal-manual-tests--definition "User Option" name)))
         (or (string-suffix-p "-hook" name)
             (and text
                  (string-search (format "default is ‘%S’" value) text)))))
     (journal-manual-tests--symbols #'custom-variable-p))
    nil)))

(defun journal-manual-tests--variables (predicate)
  "Return the public variables whose name and value satisfy PREDICATE."
  (journal-manual-tests--symbols
   (lambda (symbol)
     (and (boundp symbol)
          (funcall predicate (symbol-name symbol) (symbol-value symbol))))))

(ert-deftest the-manual-has-every-face-keymap-and-hook ()
  (pcase-dolist
      (`(,kind . ,symbols)
       `(("Face" . ,(journal-manual-tests--symbols #'facep))
         ("Keymap" . ,(journal-manual-tests--variables
                       (lambda (_name value) (keymapp value))))
         ("\\(?:Abnormal \\)?Hook"
          . ,(journal-manual-tests--variables
              (lambda (name _value)
                (string-match-p "-\\(?:hook\\|functions\\)\\'" name))))))
    (should (> (length symbols) 4))
    (should (equal (cl-remove-if (lambda (symbol)
                                   (journal-manual-tests--definition
                                    kind (symbol-name symbol)))
                                 symbols)
                   nil))))

(ert-deftest every-variable-and-face-of-the-manual-exists ()
  (should (equal (cl-remove-if (lambda (entry)
                                 (let ((symbol (intern (car entry))))
                                   (or (facep symbol) (boundp symbol))))
                               (journal-manual-tests--index "Variable Index"))
                 nil)))

(ert-deftest info-finds-the-description-of-a-command ()
  (save-window-excursion
    (let ((Info-history nil))
      (Info-goto-emacs-command-node 'journal-list-star)
      (should (equal Info-current-node "List Keys"))
      (forward-line -3)
      (should (search-forward "‘journal-list-star’"
                              (line-end-position 4) t)))
    (kill-buffer)))

(defmacro journal-manual-tests--with-package (files &rest body)
  "Run BODY with `package', a folder that has copies of FILES."
  (declare (indent 1))
  `(let* ((package (file-name-as-directory (make-temp-file "journal" t)))
          (user-emacs-directory (expand-file-name "emacs/" package)))
     (unwind-protect
         (progn
           (dolist (file ,files)
             (copy-file file package t))
           ,@body)
       (delete-directory package t))))

(ert-deftest the-manual-is-made-from-its-source ()
  (journal-manual-tests--with-package '("journal.texi")
    (should-not (journal-manual--find package))
    (let ((path (journal-manual--make package))
          (source (expand-file-name "journal.texi" package)))
      (should (file-in-directory-p path user-emacs-directory))
      (should (equal (journal-manual--find package) path))
      (save-window-excursion
        (Info-find-node path "Options")
        (should (search-forward "journal-program" nil t))
        (kill-buffer))
      ;; A source that has changed is made again.
      (set-file-times source (time-add nil 10))
      (should-not (journal-manual--find package))
      (set-file-times source 0)
      (should (equal (journal-manual--find package) path)))))

(ert-deftest the-manual-of-an-installation-opens ()
  (journal-manual-tests--with-package '("journal.info")
    (let ((installed (expand-file-name "share/emacs/site-lisp/journal/" package))
          (folder (expand-file-name "share/info/" package)))
      (make-directory installed t)
      (make-directory folder t)
      (rename-file (expand-file-name "journal.info" package) folder)
      (call-process "gzip" nil nil nil (expand-file-name "journal.info" folder))
      (let ((path (journal-manual--find installed)))
        (should (equal path (expand-file-name "journal.info.gz" folder)))
        (save-window-excursion
          (Info-find-node path "Options")
          (should (search-forward "journal-program" nil t))
          (kill-buffer))))))

(ert-deftest a-manual-that-cannot-be-made-says-what-is-missing ()
  (journal-manual-tests--with-package nil
    (should (string-search "no journal.texi"
                           (cadr (should-error (journal-manual--make package)
                                               :type 'user-error)))))
  (journal-manual-tests--with-package '("journal.texi")
    (let ((exec-path nil))
      (should (string-search "install texinfo"
                             (cadr (should-error (journal-manual--make package)
                                                 :type 'user-error)))))
    (with-temp-file (expand-file-name "journal.texi" package)
      (insert "\\input texinfo\n@node Top\n@nonsense\n@bye\n"))
    (should (string-search "nonsense"
                           (cadr (should-error (journal-manual--make package)
                                               :type 'user-error))))
    (should-not (file-exists-p (locate-user-emacs-file "journal/journal.info")))))

(provide 'journal-manual-tests)

;;; journal-manual-tests.el ends here
