;;; journal-search.el --- Search journal entries as you type  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; `journal-search' reads a query in the minibuffer and shows its best
;; matches in a window while it is typed.  The results stay current.

;;; Code:

(require 'journal-list)

(defcustom journal-search-maximum 200
  "The number of matches that a search shows."
  :type 'natnum
  :group 'journal)

(defcustom journal-search-delay 0.1
  "The number of seconds after the last key until the query is sent."
  :type 'number
  :group 'journal)

(defconst journal-search--name "*journal search*")

(defvar journal-search-history nil
  "History of queries.")

(defvar-local journal-search--query nil)
(defvar-local journal-search--number 0
  "The number of the latest request; replies to others are ignored.")
(defvar-local journal-search--more nil)
(defvar-local journal-search--problem nil)
(defvar-local journal-search--timer nil)

;;;; Results

(defun journal-search--buffer ()
  "Return the buffer for results."
  (with-current-buffer (get-buffer-create journal-search--name)
    (unless (derived-mode-p 'journal-search-mode)
      (journal-search-mode))
    (current-buffer)))

(defun journal-search-prefixed (query)
  "Return QUERY with a last word, which may be incomplete, as a prefix."
  (let ((case-fold-search nil))
    (if (and (string-match
              "\\(?:^\\|[[:space:](]\\)\\([^-[:space:]\"*:()][^[:space:]\"*:()]*\\)\\'"
              query)
             (string-match-p "[[:alnum:]]" (match-string 1 query))
             (not (member (match-string 1 query) '("AND" "OR" "NOT")))
             (cl-evenp (cl-count ?\" query)))
        (concat query "*")
      query)))

(defun journal-search--follow (query)
  "Subscribe to the matches of QUERY, to repeat the search."
  (unless (and journal-list--subscription
               (equal query journal-search--query))
    (journal-list--unsubscribe)
    (setq journal-search--query query)
    (let ((buffer (current-buffer)))
      (setq journal-list--subscription
            (journal-subscribe
             `((query . ,(journal-search-prefixed query)))
             (lambda (event &rest _)
               ;; The search fails with the same error.
               (unless (eq event 'failed)
                 (journal-search--repeat buffer))))))))

(defun journal-search--run (query)
  "Search for QUERY, and show the matches in this buffer."
  (journal-search--follow query)
  (let ((buffer (current-buffer))
        (number (cl-incf journal-search--number)))
    (journal-call
     "entry.search" `((query . ,(journal-search-prefixed query))
                      (limit . ,journal-search-maximum))
     (lambda (result error)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer
           (when (= number journal-search--number)
             (setq journal-search--problem (alist-get 'message error))
             (when result
               (journal-search--show result))
             (force-mode-line-update))))))))

(defun journal-search--show (result)
  "Show RESULT, the reply to a search."
  (let ((known (make-hash-table :test #'equal)))
    ;; A match that did not change is the same object as before.
    (seq-doseq (match journal-list--lines)
      (puthash match match known))
    (setq journal-search--more (alist-get 'nextPage result))
    (journal-list--draw
     (vconcat (mapcar (lambda (match) (gethash match known match))
                      (mapcar #'journal-search--line
                              (alist-get 'matches result)))))))

(defun journal-search--line (match)
  "Return the line for MATCH: its entry, with the snippet."
  `((snippet . ,(alist-get 'snippet match)) ,@(alist-get 'entry match)))

(defun journal-search--schedule (query)
  "Search for QUERY in this buffer after `journal-search-delay'."
  (when journal-search--timer
    (cancel-timer journal-search--timer))
  (let ((buffer (current-buffer)))
    (setq journal-search--timer
          (run-with-timer journal-search-delay nil
                          (lambda ()
                            (when (buffer-live-p buffer)
                              (with-current-buffer buffer
                                (journal-search--run query))))))))

(defun journal-search--repeat (buffer)
  "Repeat the search in BUFFER, whose results have changed."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (journal-search--schedule journal-search--query))))

(defun journal-search--renamed ()
  "Repeat the search, because a name has changed."
  (when-let ((buffer (get-buffer journal-search--name)))
    (with-current-buffer buffer
      (when journal-search--query
        (journal-list--unsubscribe)
        (journal-search--repeat buffer)))))

(add-hook 'journal-names-changed-hook #'journal-search--renamed)

(defun journal-search--row (match)
  "Return the text of MATCH in the results."
  (let-alist match
    (concat (propertize (concat .localDay " " (journal-text-time .createdAt))
                        'face 'journal-time)
            (journal-text-marks .starred .conflicts)
            (truncate-string-to-width (journal-text-snippet .snippet)
                                      journal-list-text-width nil nil t)
            (journal-list--labels match))))

(defun journal-search--header ()
  "Return the header line of the results."
  (string-replace
   "%" "%%"
   (concat " " (journal-text-visible (or journal-search--query ""))
           (format " - %d%s %s" (length journal-list--lines)
                   (if journal-search--more "+" "")
                   (ngettext "match" "matches" (length journal-list--lines)))
           (if journal-search--problem
               (concat " - " (journal-text-visible journal-search--problem))
             "")
           (if (journal-connected-p) "" " - disconnected"))))

;;;; The minibuffer

(defvar journal-search-minibuffer-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map minibuffer-local-map)
    (define-key map (kbd "TAB") #'completion-at-point)
    (define-key map (kbd "C-n") #'journal-search-next)
    (define-key map (kbd "C-p") #'journal-search-previous)
    (define-key map (kbd "<down>") #'journal-search-next)
    (define-key map (kbd "<up>") #'journal-search-previous)
    map)
  "Keymap for reading a query.")

(defun journal-search-next (count)
  "Select the match COUNT lines below in the results."
  (interactive "p")
  (with-selected-window (or (get-buffer-window journal-search--name)
                            (user-error "The results are not displayed"))
    (journal-list-next count)
    (hl-line-highlight)))

(defun journal-search-previous (count)
  "Select the match COUNT lines above in the results."
  (interactive "p")
  (journal-search-next (- count)))

(defun journal-search--typed (&rest _)
  "Search for the content of the minibuffer."
  (let ((query (minibuffer-contents-no-properties)))
    (with-current-buffer (journal-search--buffer)
      (journal-search--schedule query))))

(defun journal-search-read (initial)
  "Read a query, starting with INITIAL, while its matches are shown."
  ;; Otherwise the window of the results would forget the selected match.
  (let ((read-minibuffer-restore-windows nil))
    (minibuffer-with-setup-hook
        (lambda ()
          (add-hook 'completion-at-point-functions #'journal-complete-condition
                    nil t)
          (add-hook 'after-change-functions #'journal-search--typed nil t)
          (journal-search--typed))
      (read-from-minibuffer "Search: " initial journal-search-minibuffer-map
                            nil 'journal-search-history))))

;;;; The mode

(define-derived-mode journal-search-mode journal-list-mode "Journal-Search"
  "Major mode for the matches of a search.

\\{journal-search-mode-map}"
  :group 'journal
  (setq header-line-format '(:eval (journal-search--header))
        journal-list--row-function #'journal-search--row)
  (setq-local revert-buffer-function
              (lambda (&rest _)
                (journal-search--run journal-search--query))))

(provide 'journal-search)

;;; journal-search.el ends here
