;;; journal-text.el --- Text of journal entries for display  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; Pure functions from the values of the protocol to strings for the
;; screen, and back.  Texts of entries come from other programs, so
;; control characters are replaced by visible symbols.

;;; Code:

(require 'cl-lib)
(require 'subr-x)

(defface journal-day '((t :inherit (bold font-lock-function-name-face)))
  "Face for days in lists."
  :group 'journal)

(defface journal-time '((t :inherit shadow))
  "Face for the times of entries."
  :group 'journal)

(defface journal-star '((t :inherit warning))
  "Face for the stars of entries."
  :group 'journal)

(defface journal-notebook '((t :inherit font-lock-type-face))
  "Face for the notebooks of entries."
  :group 'journal)

(defface journal-tag '((t :inherit font-lock-keyword-face))
  "Face for tags."
  :group 'journal)

(defconst journal-text-tag-regexp
  (concat "\\(?:^\\|[ \t\r\n([{]\\)"
          ;; The greatest length of a name is 255 bytes.  A longer word
          ;; would exceed the stack of the matcher.
          "\\(#[[:alpha:]]\\(?:[[:alnum:]_/-]\\{0,254\\}[[:alnum:]_]\\)?\\)")
  "A regular expression for a tag in a text; group 1 includes the `#'.
It follows white space or an opening bracket and starts with a letter.
A name of more than 255 bytes is not one of a tag.")

(defun journal-text--symbol (character)
  "Return a visible string for CHARACTER, a control character."
  (cond ((eq character ?\t) " ")
        ((< character 32) (string ?^ (+ character 64)))
        ((= character 127) "^?")
        (t (format "\\u%04X" character))))

(defun journal-text-visible (text)
  "Return TEXT with visible symbols instead of control characters.
These include characters that change the direction of text."
  (let ((control (concat "[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e"
                         "\u2066-\u2069\ufeff]")))
    (if (string-match-p control text)
        (replace-regexp-in-string
         control (lambda (match) (journal-text--symbol (aref match 0)))
         text t t)
      text)))

(defun journal-text-first-line (text)
  "Return the first line of TEXT that is not blank, for display."
  (journal-text-visible
   (string-trim
    (if (string-match "[^ \t\r\n][^\n]*" text) (match-string 0 text) ""))))

(defun journal-text-time (instant)
  "Return the time of day of INSTANT in its own offset, such as \"10:15\"."
  (substring instant 11 16))

(defun journal-text-day (day)
  "Return DAY, such as \"2026-11-21\", with its weekday."
  (pcase-let ((`(,year ,month ,date)
               (mapcar #'string-to-number (split-string day "-"))))
    (concat day (format-time-string
                 " %A" (encode-time (list 0 0 12 date month year nil -1 t))
                 t))))

(defun journal-text-tags (text)
  "Return the names of the #tags in TEXT, in order."
  (let ((start 0)
        (seen (make-hash-table :test #'equal))
        tags)
    (while (string-match journal-text-tag-regexp text start)
      (let* ((tag (substring (match-string 1 text) 1))
             (key (downcase tag)))
        (setq start (match-end 1))
        (unless (or (gethash key seen) (> (string-bytes tag) 255))
          (puthash key t seen)
          (push tag tags))))
    (nreverse tags)))

(defun journal-text--set (tags)
  "Return a table with TAGS, regardless of letter case."
  (let ((table (make-hash-table :test #'equal)))
    (dolist (tag tags)
      (puthash (downcase tag) t table))
    table))

(defun journal-text-edited-tags (tags old new)
  "Return TAGS after a text changed from OLD to NEW.
Tags that were added to the text are added, tags that were removed from
it are removed, and all others are kept."
  (let* ((added (journal-text-tags new))
         (before (journal-text--set (journal-text-tags old)))
         (after (journal-text--set added))
         (present (journal-text--set tags)))
    (append (cl-remove-if (lambda (tag)
                            (let ((key (downcase tag)))
                              (and (gethash key before)
                                   (not (gethash key after)))))
                          tags)
            (cl-remove-if (lambda (tag)
                            (let ((key (downcase tag)))
                              (or (gethash key before)
                                  (gethash key present))))
                          added))))

(defun journal-text-merged-tags (shown tags current)
  "Return the tags CURRENT after the edit from SHOWN to TAGS.
What the edit added is added, and what it removed is removed."
  (let ((before (journal-text--set shown))
        (after (journal-text--set tags))
        (present (journal-text--set current)))
    (append (cl-remove-if (lambda (tag)
                            (let ((key (downcase tag)))
                              (and (gethash key before)
                                   (not (gethash key after)))))
                          current)
            (cl-remove-if (lambda (tag)
                            (let ((key (downcase tag)))
                              (or (gethash key before)
                                  (gethash key present))))
                          tags))))

(defun journal-text-short-id (id)
  "Return the first digits of ID."
  (substring id 0 8))

(defun journal-text-condition (key name)
  "Return the search condition that KEY has the value NAME."
  (if (string-match-p "[^[:alnum:]_-]" name)
      (format "%s:\"%s\"" key (replace-regexp-in-string "[\"\\]" "\\\\\\&" name))
    (format "%s:%s" key name)))

(defun journal-text-snippet (snippet)
  "Return SNIPPET of a search on one line, with its matches highlighted."
  (let ((parts (split-string snippet "[\2\3]"))
        (matching nil)
        strings)
    (dolist (part parts)
      (let ((visible (journal-text-visible (string-replace "\n" " " part))))
        (push (if matching (propertize visible 'face 'match) visible) strings))
      (setq matching (not matching)))
    (string-trim (apply #'concat (nreverse strings)))))

(provide 'journal-text)

;;; journal-text.el ends here
