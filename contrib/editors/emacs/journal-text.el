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

(defface journal-conflict '((t :inherit error))
  "Face for the mark of entries that two machines have changed."
  :group 'journal)

(defface journal-notebook '((t :inherit font-lock-type-face))
  "Face for the notebooks of entries."
  :group 'journal)

(defface journal-tag '((t :inherit font-lock-keyword-face))
  "Face for tags."
  :group 'journal)

(defconst journal-text--space " \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
  "The white space in a line, for `skip-chars-forward'.")

(defconst journal-text--line-end "\n\v\f\r\u0085\u2028\u2029"
  "The characters that end lines, for `skip-chars-forward'.")

(defconst journal-text--fence
  (concat "\\(?:\\`\\|[" journal-text--line-end "]\\)[" journal-text--space "]*```")
  "A regular expression for the start of a line that begins or ends code.")

(defconst journal-text--before
  (concat "[" journal-text--space "([{\"'\u201c]")
  "A regular expression for what precedes a tag, unless a line does.")

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

(defun journal-text-marks (starred conflicts)
  "Return the signs before the text of an entry that may be STARRED.
CONFLICTS is the number of its conflicts, nil if there are none."
  (concat (if starred (propertize " * " 'face 'journal-star) "   ")
          (if conflicts (propertize "≠ " 'face 'journal-conflict) "")))

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

(defun journal-text--skip-name (limit)
  "Move over the word at point, which ends before LIMIT.
It is the name of a tag and any \"-\" and \"/\" that follow.  Return the
end of the name, or nil if there is none."
  (let ((start (point)))
    (when (and (< start limit)
               (memq (get-char-code-property (char-after) 'general-category)
                     '(Lu Ll Lt Lm Lo)))
      (while (progn
               (skip-chars-forward "[:alnum:]_/\u200c\u200d-" limit)
               (and (< (point) limit)
                    (eq (get-char-code-property (char-after)
                                                'general-category)
                        'No)))
        (forward-char))
      (let ((end (save-excursion
                   (skip-chars-backward "/-" start)
                   (point))))
        ;; The greatest length of a name is 255 bytes.
        (and (<= (- end start) 255)
             (<= (string-bytes (buffer-substring-no-properties start end)) 255)
             end)))))

(defun journal-text--map-line-tags (function start end)
  "Call FUNCTION with the limits of the tags of the line from START to END."
  (goto-char start)
  (while (progn
           (skip-chars-forward "^#`" end)
           (< (point) end))
    (if (eq (char-after) ?`)
        ;; Code ends at the next backtick of the line.
        (progn
          (forward-char)
          (search-forward "`" end t))
      (let ((mark (point))
            (follows (or (= (point) start)
                         (save-excursion
                           (backward-char)
                           (looking-at-p journal-text--before)))))
        (forward-char)
        (let ((name-end (journal-text--skip-name end)))
          (when (and follows name-end (not (eq (char-after) ?#)))
            (funcall function mark name-end)))))))

(defun journal-text-map-tags (function start end)
  "Call FUNCTION with the limits of each #tag between START and END.
These are limits of lines.  The lines before START decide whether it is
code, which has no tags; \"journal new --help\" has the rule."
  (save-match-data
    (save-excursion
      (save-restriction
        (widen)
        (let (fenced)
          (goto-char (point-min))
          (while (re-search-forward journal-text--fence start t)
            (setq fenced (not fenced)))
          (goto-char start)
          (while (< (point) end)
            (let ((line (point))
                  (stop (progn
                          (skip-chars-forward
                           (concat "^" journal-text--line-end) end)
                          (point))))
              (goto-char line)
              (skip-chars-forward journal-text--space stop)
              (cond
               ((looking-at-p "```") (setq fenced (not fenced)))
               ((not fenced) (journal-text--map-line-tags function line stop)))
              (goto-char (min end (1+ stop))))))))))

(defun journal-text-tags (text)
  "Return the names of the #tags in TEXT, in order."
  (let ((seen (make-hash-table :test #'equal))
        tags)
    (with-temp-buffer
      (insert text)
      (journal-text-map-tags
       (lambda (start end)
         (let* ((tag (buffer-substring-no-properties (1+ start) end))
                (key (downcase tag)))
           (unless (gethash key seen)
             (puthash key t seen)
             (push tag tags))))
       (point-min) (point-max)))
    (nreverse tags)))

(defun journal-text--mentioned (text)
  "Return the words after \"#\" in TEXT, whether they are tags or not."
  (let (words)
    (with-temp-buffer
      (insert text)
      (goto-char (point-min))
      (while (search-forward "#" nil t)
        (let ((start (point)))
          (when-let ((end (journal-text--skip-name (point-max))))
            (push (buffer-substring-no-properties start end) words)))))
    words))

(defun journal-text--set (tags)
  "Return a table with TAGS, regardless of letter case."
  (let ((table (make-hash-table :test #'equal)))
    (dolist (tag tags)
      (puthash (downcase tag) t table))
    table))

(defun journal-text-edited-tags (tags old new)
  "Return TAGS after a text changed from OLD to NEW.
Tags that were added to the text are added, tags that were removed from
it are removed, and all others are kept.  So are those that NEW contains
only where they are none, such as in code."
  (let* ((added (journal-text-tags new))
         (before (journal-text--set (journal-text-tags old)))
         (after (journal-text--set (journal-text--mentioned new)))
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
