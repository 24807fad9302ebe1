;;; journal-session.el --- Protocol session of the journal  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; The client side of the protocol without input and output.  A session
;; encodes requests as lines, splits received bytes into lines, and
;; turns these into events.  It outlives connections: after a reconnect,
;; `journal-session-start' returns the lines that resume every
;; subscription from its cursor, open every live list again, and repeat
;; every unanswered request.
;; All requests of this package can be repeated safely.
;;
;; Objects are alists with symbols as keys, arrays are lists, and false
;; and null are nil.  In parameters, arrays are vectors and false is
;; `:false'.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'subr-x)

(defconst journal-session-protocol 1
  "The version of the protocol that this package implements.")

(defconst journal-session-capabilities ["list" "subscribe.query"]
  "The capabilities of the daemon that this package needs.")

(cl-defstruct (journal-request (:constructor journal-request-create)
                               (:copier nil))
  "A request that has no reply yet.
CALLBACK is called with a result and nil, or with nil and an error."
  id method params callback)

(cl-defstruct (journal-subscription
               (:constructor journal-subscription-create)
               (:copier nil))
  "A subscription, or a live list, that lasts for many connections.
METHOD is \"subscribe\" or \"list.open\", and PARAMS are its parameters.
CURSOR is the position of a subscription in the history of the store.
HANDLER is called with one of these, and arguments:

  changes ITEMS     the changed items, or the edits of the list
  reset [FOREIGN]   the data of a subscription must be read again;
                    FOREIGN means that it comes from another store
  rows ROWS ITEMS   the list was opened; ITEMS are edits of ROWS
  failed ERROR      the daemon rejects the subscription or the list, or
                    has ended it; it is repeated on the next connection,
                    or earlier if it can succeed then

ITEMS and ROWS have arrived, but the rest of them has not.  RETRY is
non-nil if the daemon may accept it on this connection after FAILED."
  id method params handler cursor items rows failed retry)

(cl-defstruct (journal-session (:constructor journal-session-create)
                               (:copier nil))
  "The state of a conversation with the daemon."
  (last-id 0)
  (requests (make-hash-table :test #'eql))
  (subscriptions nil)
  (fragments nil)
  ;; The identity of the store, and the requests that wait for it.
  (epoch nil)
  (held nil))

;;;; Lines

(defun journal-session-encode (object)
  "Return OBJECT as a line of the protocol, in bytes.
Signal a `user-error' if a string in OBJECT is not valid Unicode."
  (concat (encode-coding-string
           (condition-case nil
               (json-serialize object)
             (wrong-type-argument
              (user-error "The text contains bytes that are not UTF-8")))
           'utf-8-unix)
          "\n"))

(defun journal-session-decode (line)
  "Return the object in LINE, which consists of bytes.
Return nil if LINE does not contain a JSON object."
  (let* ((text (decode-coding-string line 'utf-8-unix))
         (json-object-type 'alist)
         (json-array-type 'list)
         (json-null nil)
         (json-false nil)
         (value (condition-case nil
                    (json-parse-string text :object-type 'alist
                                       :array-type 'list
                                       :null-object nil :false-object nil)
                  ;; The built-in parser rejects strings with U+0000.
                  (error (ignore-errors (json-read-from-string text))))))
    (and (consp value) (consp (car value)) value)))

(defun journal-session--split (session bytes)
  "Return the complete lines that BYTES finish in SESSION.
Keep an incomplete line until its end is received."
  (let ((pieces (split-string bytes "\n"))
        lines)
    (push (pop pieces) (journal-session-fragments session))
    (while pieces
      (push (apply #'concat (nreverse (journal-session-fragments session)))
            lines)
      (setf (journal-session-fragments session) (list (pop pieces))))
    (delete "" (nreverse lines))))

;;;; Sending

(defun journal-session--line (id method params)
  "Return the line of a request with ID, METHOD and PARAMS."
  (journal-session-encode `((jsonrpc . "2.0") (id . ,id) (method . ,method)
                            ,@(and params `((params . ,params))))))

(defun journal-session-request (session method params callback)
  "Add a request to SESSION and return its line.
METHOD, PARAMS and CALLBACK are those of the request."
  (let* ((id (1+ (journal-session-last-id session)))
         (line (journal-session--line id method params)))
    (setf (journal-session-last-id session) id)
    (puthash id (journal-request-create :id id :method method :params params
                                        :callback callback)
             (journal-session-requests session))
    line))

(defun journal-session-subscribe (session method params handler)
  "Add a subscription or a live list to SESSION and return it.
METHOD, PARAMS and HANDLER are those of `journal-subscription'."
  (let ((id (1+ (journal-session-last-id session))))
    (setf (journal-session-last-id session) id)
    (let ((subscription (journal-subscription-create
                         :id (format "subscription-%d" id) :method method
                         :params params :handler handler)))
      (push subscription (journal-session-subscriptions session))
      subscription)))

(defun journal-session-subscription-line (subscription)
  "Return the line to start or resume SUBSCRIPTION."
  (let ((cursor (journal-subscription-cursor subscription)))
    (journal-session--line
     (journal-subscription-id subscription)
     (journal-subscription-method subscription)
     `(,@(journal-subscription-params subscription)
       ,@(and cursor `((since . ,cursor)))))))

(defun journal-session--list-p (subscription)
  "Return non-nil if SUBSCRIPTION is a live list."
  (equal (journal-subscription-method subscription) "list.open"))

(defun journal-session-unsubscribe (session subscription)
  "Remove SUBSCRIPTION from SESSION and return the line that ends it."
  (cl-callf2 delq subscription (journal-session-subscriptions session))
  (let ((id (journal-subscription-id subscription)))
    (journal-session-encode
     (if (journal-session--list-p subscription)
         `((jsonrpc . "2.0") (method . "list.close") (params (list . ,id)))
       `((jsonrpc . "2.0") (method . "unsubscribe") (params (sub . ,id)))))))

(defun journal-session-retry-p (session)
  "Return non-nil if a subscription of SESSION is to be repeated."
  (cl-some #'journal-subscription-retry
           (journal-session-subscriptions session)))

(defun journal-session-retry (session)
  "Return the lines that repeat subscriptions of SESSION.
These are the ones that the daemon rejected or ended, but may accept now."
  (cl-loop for subscription in (reverse (journal-session-subscriptions session))
           when (journal-subscription-retry subscription)
           do (setf (journal-subscription-retry subscription) nil)
           and collect (journal-session-subscription-line subscription)))

(defun journal-session-pending (session)
  "Return the unanswered requests of SESSION, oldest first."
  (sort (hash-table-values (journal-session-requests session))
        (lambda (a b) (< (journal-request-id a) (journal-request-id b)))))

(defun journal-session--revision-p (request)
  "Return non-nil if REQUEST has a revision, which belongs to one store."
  (assq 'ifRev (journal-request-params request)))

(defun journal-session-start (session version)
  "Return the lines that SESSION sends on a new connection.
VERSION is the version of this client.  Requests with a revision follow
when the store is known."
  (setf (journal-session-fragments session) nil
        (journal-session-held session)
        (cl-remove-if-not #'journal-session--revision-p
                          (journal-session-pending session)))
  (dolist (subscription (journal-session-subscriptions session))
    (setf (journal-subscription-items subscription) nil
          (journal-subscription-rows subscription) nil
          (journal-subscription-retry subscription) nil))
  (append
   (list (journal-session--line
          "hello" "hello"
          `((client (name . "emacs") (version . ,version))
            (protocol . [,journal-session-protocol])
            (require . ,journal-session-capabilities))))
   (mapcar #'journal-session-subscription-line
           (reverse (journal-session-subscriptions session)))
   (mapcar (lambda (request)
             (journal-session--line (journal-request-id request)
                                    (journal-request-method request)
                                    (journal-request-params request)))
           (cl-remove-if #'journal-session--revision-p
                         (journal-session-pending session)))))

(defun journal-session--without-revision (parameter)
  "Return PARAMETER, but 0 if it is the revision of an entry."
  (if (eq (car parameter) 'ifRev) '(ifRev . 0) parameter))

(defun journal-session--greeted (session epoch)
  "Return the event after the reply to `hello' in SESSION, or nil.
EPOCH is the identity of the store.  If the store was replaced, the
requests that waited for it get the revision 0, which no entry has, so
that they are conflicts."
  (let ((replaced (not (equal epoch (or (journal-session-epoch session)
                                        epoch))))
        (held (journal-session-held session)))
    (setf (journal-session-epoch session) epoch
          (journal-session-held session) nil)
    (when held
      (cons 'send
            (mapcar
             (lambda (request)
               (when replaced
                 (cl-callf2 mapcar #'journal-session--without-revision
                            (journal-request-params request)))
               (journal-session--line (journal-request-id request)
                                      (journal-request-method request)
                                      (journal-request-params request)))
             held)))))

(defun journal-session-fail (session error)
  "Remove the unanswered requests of SESSION and return failure events.
ERROR is the error that the requests fail with."
  (prog1 (mapcar (lambda (request)
                   (list 'call (journal-request-callback request) nil error))
                 (journal-session-pending session))
    (clrhash (journal-session-requests session))))

;;;; Receiving

(defun journal-error-kind (error)
  "Return the kind of ERROR as a string."
  (alist-get 'kind (alist-get 'data error)))

(defun journal-error-temporary-p (error)
  "Return non-nil if what failed with ERROR can succeed when repeated.
The daemon does not announce that the journal was unlocked."
  (or (alist-get 'retryable (alist-get 'data error))
      (equal (journal-error-kind error) "encryption.locked")))

(defun journal-error-current (error)
  "Return the current entry in ERROR."
  (alist-get 'current (alist-get 'data error)))

(defun journal-session-receive (session bytes)
  "Return the events that BYTES cause in SESSION, oldest first.
An event is one of:

  (call FUNCTION ARGUMENT...)      call FUNCTION
  (send LINE...)                   send each LINE
  (restart LINE FUNCTION ARGUMENT...) send LINE, then call FUNCTION
  (end)                            the daemon shuts down
  (unsupported ERROR)              the daemon cannot be used
  (fault ERROR)                    an error that concerns no request"
  (cl-loop for line in (journal-session--split session bytes)
           for message = (journal-session-decode line)
           for event = (and message
                            (condition-case nil
                                (journal-session--event session message)
                              (error '(fault ((message . "the daemon sent \
an invalid message"))))))
           when event collect event
           when (journal-session--retry-event session message) collect it))

(defun journal-session--retry-event (session message)
  "Return the event that repeats subscriptions of SESSION after MESSAGE.
Return nil unless MESSAGE shows that the daemon can use its store, as the
results of all requests but `hello' do."
  (when-let ((lines (and (assq 'result message)
                         (not (equal (alist-get 'id message) "hello"))
                         (journal-session-retry session))))
    (cons 'send lines)))

(defun journal-session--event (session message)
  "Return the event that MESSAGE causes in SESSION, or nil."
  (let-alist message
    (cond
     ((stringp .method)
      (journal-session--notification session .method .params))
     ((equal .id "hello")
      (if .error
          (list 'unsupported .error)
        (journal-session--greeted session (alist-get 'epoch .result))))
     ((stringp .id)
      (journal-session--subscribed session .id .result .error))
     (.id
      (journal-session--reply session message))
     (.error
      (list 'fault .error)))))

(defun journal-session--reply (session message)
  "Return the event for MESSAGE, a reply in SESSION.
A request that a stopping daemon rejects is kept for the next one."
  (let-alist message
    (when-let ((request (gethash .id (journal-session-requests session))))
      (unless (equal (journal-error-kind .error) "shutting.down")
        (remhash .id (journal-session-requests session))
        (list 'call (journal-request-callback request) .result .error)))))

(defun journal-session--find (session id)
  "Return the subscription of SESSION with ID, or nil."
  (cl-find id (journal-session-subscriptions session)
           :key #'journal-subscription-id :test #'equal))

(defun journal-session--subscribed (session id result error)
  "Return the event for the reply to the request ID in SESSION.
The request starts a subscription or a list.  The reply has either
RESULT or ERROR."
  (when-let ((subscription (journal-session--find session id)))
    (let ((handler (journal-subscription-handler subscription)))
      (cond
       ((and result (journal-session--list-p subscription))
        (let-alist result
          (if (not .more)
              (list 'call handler 'rows .rows nil)
            (setf (journal-subscription-rows subscription) .rows)
            nil)))
       (result
        (setf (journal-subscription-cursor subscription)
              (alist-get 'cursor result))
        (when (or (equal (alist-get 'mode result) "reset")
                  (journal-subscription-failed subscription))
          (setf (journal-subscription-failed subscription) nil)
          (list 'call handler 'reset)))
       ;; The store was replaced, or restored from a backup.
       ((member (journal-error-kind error) '("cursor.foreign" "cursor.invalid"))
        (setf (journal-subscription-cursor subscription) nil)
        (list 'restart (journal-session-subscription-line subscription)
              handler 'reset t))
       ((equal (journal-error-kind error) "shutting.down") nil)
       (t
        (journal-session--failed subscription error
                                 (journal-error-temporary-p error)))))))

(defun journal-session--failed (subscription error retry)
  "Return the event for SUBSCRIPTION, which failed with ERROR.
RETRY is non-nil if it may succeed on this connection."
  (setf (journal-subscription-failed subscription) t
        (journal-subscription-retry subscription) retry)
  (list 'call (journal-subscription-handler subscription) 'failed error))

(defun journal-session--notification (session method params)
  "Return the event for the notification METHOD with PARAMS in SESSION.
Ignore unknown methods and subscriptions."
  (let* ((subscription (journal-session--find session
                                              (or (alist-get 'list params)
                                                  (alist-get 'sub params))))
         (handler (and subscription
                       (journal-subscription-handler subscription))))
    (cond
     ((null subscription) nil)
     ((member method '("changes" "list.changes"))
      (cl-callf append (journal-subscription-items subscription)
        (alist-get 'items params))
      (unless (alist-get 'more params)
        (journal-session--complete subscription (alist-get 'to params))))
     ((equal method "reset")
      (setf (journal-subscription-cursor subscription) (alist-get 'to params)
            (journal-subscription-items subscription) nil)
      (list 'call handler 'reset))
     ((and (equal method "end") (equal (alist-get 'reason params) "failed"))
      (journal-session--failed
       subscription '((message . "the daemon cannot read the list")) t))
     ((equal method "end")
      (list 'end)))))

(defun journal-session--complete (subscription cursor)
  "Return the event for the items of SUBSCRIPTION, which are complete.
CURSOR is the position after them."
  (let ((handler (journal-subscription-handler subscription))
        (items (journal-subscription-items subscription))
        (rows (journal-subscription-rows subscription)))
    (setf (journal-subscription-items subscription) nil
          (journal-subscription-rows subscription) nil)
    (unless (journal-session--list-p subscription)
      (setf (journal-subscription-cursor subscription) cursor))
    (if rows
        (list 'call handler 'rows rows items)
      (list 'call handler 'changes items))))

(provide 'journal-session)

;;; journal-session.el ends here
