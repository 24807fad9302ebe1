;;; journal-connection.el --- Connection to the daemon of the journal  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Copyright the journal project authors

;;; Commentary:

;; Connects a session to the socket of the daemon, starts the daemon if
;; none is running, and reconnects with increasing delays.  Nothing here
;; waits: results arrive in callbacks.
;;
;; The state is one of:
;;
;;   closed    no connection; the next request opens one
;;   starting  the client program is starting the daemon
;;   open      connected
;;   waiting   the next attempt to connect is scheduled

;;; Code:

(require 'journal-session)

(defgroup journal nil
  "A journal whose entries are shared with all terminals."
  :group 'applications
  :link '(custom-manual "(journal)Top")
  :prefix "journal-")

(defcustom journal-program "journal"
  "The program that starts the daemon: the command `journal' or its path."
  :type 'string)

(defcustom journal-socket nil
  "The path of the socket of the daemon.
If nil, the path is determined as by the command `journal': from the
variables JOURNAL_SOCKET and XDG_RUNTIME_DIR of the environment."
  :type '(choice (const :tag "Default" nil) file))

(defcustom journal-timeout 10
  "The number of seconds after which a missing reply is reported.
The request is not cancelled."
  :type 'number)

(defvar journal-connection-version "0.3.0"
  "The version that is reported to the daemon.")

(defvar journal-connection-state-hook nil
  "Functions without arguments, called when the connection changes.")

(defconst journal-connection--longest-delay 30
  "The longest delay between two attempts to connect, in seconds.")

(defconst journal-connection--stopped-delay 2
  "The longest delay while a daemon that was stopped is not started.")

(defconst journal-connection--retry-delay 3
  "The number of seconds until a rejected subscription is repeated.")

(defconst journal-connection--tolerated-losses 3
  "The number of successive lost connections that are not reported.
A daemon that is exiting may still accept a connection.")

(defvar journal-connection--session (journal-session-create))
(defvar journal-connection--state 'closed)
(defvar journal-connection--process nil)
(defvar journal-connection--starter nil)
(defvar journal-connection--timer nil)
(defvar journal-connection--watchdog nil)
(defvar journal-connection--retry-timer nil)
(defvar journal-connection--attempts 0
  "The number of failures since the last received line.")
(defvar journal-connection--stopped nil
  "Non-nil if the daemon was shut down, rather than lost.
Only a request starts it again.")
(defvar journal-connection--fault nil
  "The message of the last error that concerns no request.")
(defvar journal-connection--reported nil
  "Non-nil if a failure was shown since the last working connection.")

;;;; The socket

(defun journal-connection--own-directory-p (path)
  "Return non-nil if PATH is a directory of this user."
  (let ((attributes (file-attributes path)))
    (and attributes
         (eq (file-attribute-type attributes) t)
         (eql (file-attribute-user-id attributes) (user-uid)))))

(defun journal-connection--private-directory-p (path)
  "Return non-nil if PATH does not exist or no other user can write to it."
  (let ((attributes (file-attributes path)))
    (or (null attributes)
        (and (journal-connection--own-directory-p path)
             (equal (file-attribute-modes attributes) "drwx------")))))

(defun journal-connection-socket ()
  "Return the path of the socket of the daemon."
  (let ((variable (getenv "JOURNAL_SOCKET"))
        (runtime (getenv "XDG_RUNTIME_DIR"))
        (user (format "/run/user/%d" (user-uid)))
        (temporary (format "/tmp/journal-%d" (user-uid))))
    (cond
     (journal-socket (expand-file-name journal-socket))
     ((and variable (not (string-empty-p variable))) variable)
     ((and runtime (file-name-absolute-p runtime)
           (journal-connection--own-directory-p
            (directory-file-name (file-truename runtime))))
      (concat (file-name-as-directory runtime) "journal/journal.sock"))
     ((journal-connection--own-directory-p user)
      (concat user "/journal/journal.sock"))
     ;; Another user could have created it, to receive the entries.
     ((journal-connection--private-directory-p temporary)
      (concat temporary "/journal.sock"))
     (t (error "%s is not a directory that only you can use; remove it"
               temporary)))))

;;;; Calls

(defun journal-call (method params callback)
  "Call METHOD of the protocol with PARAMS, an alist.
Then call CALLBACK with the result and nil, or with nil and an error.
The request is repeated if the connection is lost, so the call must be
safe to repeat.  If no daemon can be reached, the call fails."
  (let ((line (journal-session-request journal-connection--session method
                                       (journal-connection--named method params)
                                       callback)))
    (journal-connection--watch)
    (if (eq journal-connection--state 'open)
        (journal-connection--send line)
      (journal-connect))))

(defun journal-connection--named (method params)
  "Return PARAMS with a step if METHOD writes an entry.
The write can then be undone."
  (if (member method '("entry.create" "entry.update"
                       "entry.delete" "entry.restore" "sync.resolve"))
      `(,@params (step . ((id . ,(journal-make-id))
                          (client . "journal.el") (command . "emacs"))))
    params))

(defun journal-make-id ()
  "Return a random UUID."
  (let* ((hash (secure-hash
                'sha256 (format "%s %s %s %s" (random t) (random)
                                (float-time) (emacs-pid))))
         (variant (aref "89ab" (random 4))))
    (format "%s-%s-4%s-%c%s-%s" (substring hash 0 8) (substring hash 8 12)
            (substring hash 13 16) variant (substring hash 17 20)
            (substring hash 20 32))))

(defun journal-subscribe (params handler)
  "Subscribe to entries with PARAMS, and return a subscription.
HANDLER is that of `journal-subscription'."
  (journal-connection--follow "subscribe" params handler))

(defun journal-open-list (params handler)
  "Open a live list with PARAMS, and return a subscription.
HANDLER is that of `journal-subscription'."
  (journal-connection--follow "list.open" params handler))

(defun journal-connection--follow (method params handler)
  "Call METHOD with PARAMS on each connection, and return a subscription.
HANDLER receives the events."
  (let ((subscription (journal-session-subscribe journal-connection--session
                                                 method params handler)))
    (if (eq journal-connection--state 'open)
        (journal-connection--send
         (journal-session-subscription-line subscription))
      (journal-connect))
    subscription))

(defun journal-unsubscribe (subscription)
  "End SUBSCRIPTION, which can be a live list."
  (let ((line (journal-session-unsubscribe journal-connection--session
                                           subscription)))
    (when (eq journal-connection--state 'open)
      (journal-connection--send line)
      (journal-connection--close-unused))))

(defun journal-connected-p ()
  "Return non-nil if the daemon is connected."
  (eq journal-connection--state 'open))

(defun journal-report (error &optional action)
  "Show ERROR, which a call failed with.
ACTION is what failed, such as \"delete the entry\"."
  (message "%s" (journal-report-text error action)))

(defun journal-report-text (error &optional action)
  "Return a message about ERROR and the failed ACTION."
  (format "journal: %s%s"
          (if action (format "cannot %s: " action) "")
          (or (alist-get 'message error) "unknown error")))

;;;; Opening and closing

(defun journal-connect ()
  "Connect to the daemon now, and start it if it is not running."
  (interactive)
  (when (called-interactively-p 'any)
    (setq journal-connection--reported nil))
  (unless (memq journal-connection--state '(open starting))
    (journal-connection--open)))

(defun journal-disconnect ()
  "Close the connection to the daemon.
The next command opens it again."
  (interactive)
  (let ((process journal-connection--process)
        (starter journal-connection--starter))
    (setq journal-connection--process nil
          journal-connection--starter nil)
    (dolist (process (list process starter))
      (when process
        (set-process-sentinel process #'ignore)
        (delete-process process))))
  (journal-connection--set-state 'closed)
  (journal-connection--cancel-requests "the connection was closed"))

(defun journal-connection--close-unused ()
  "Close the connection if there is no subscription and no request.
A daemon without connections can exit."
  (unless (or (journal-session-subscriptions journal-connection--session)
              (journal-connection--requests-p))
    (journal-disconnect)))

(defun journal-connection--set-state (state)
  "Enter STATE."
  (when journal-connection--timer
    (cancel-timer journal-connection--timer)
    (setq journal-connection--timer nil))
  (setq journal-connection--state state)
  (run-hooks 'journal-connection-state-hook))

(defun journal-connection--open (&optional started)
  "Connect to the socket.
STARTED means that the daemon was just started."
  (let ((default-directory "/")
        path)
    (condition-case error
        (setq path (journal-connection-socket)
              journal-connection--process
              (make-network-process
               :name "journal" :family 'local :service path
               :coding 'binary :noquery t
               :filter #'journal-connection--filter
               :sentinel #'journal-connection--sentinel))
      (file-error
       (if (or started (and journal-connection--stopped
                            (not (journal-connection--requests-p))))
           (journal-connection--failed
            (format "cannot connect to %s: %s" path
                    (or (nth 2 error) (error-message-string error)))
            (not started))
         (journal-connection--start-daemon path)))
      (error
       (journal-connection--failed
        (format "cannot connect%s: %s" (if path (concat " to " path) "")
                (error-message-string error))))
      (:success
       (setq journal-connection--stopped nil)
       (journal-connection--set-state 'open)
       (dolist (line (journal-session-start journal-connection--session
                                            journal-connection-version))
         (journal-connection--send line))))))

(defun journal-connection--requests-p ()
  "Return non-nil if requests are waiting for a reply."
  (not (null (journal-session-pending journal-connection--session))))

(defun journal-connection--start-daemon (path)
  "Start the daemon, whose socket is at PATH, then connect."
  (let ((buffer (generate-new-buffer " *journal start*")))
    (condition-case error
        (progn
          (setq journal-connection--starter
                (make-process
                 :name "journal-start" :buffer buffer :noquery t
                 :connection-type 'pipe
                 :command (list journal-program "daemon" "start"
                                "--socket" path)
                 :sentinel #'journal-connection--started))
          (journal-connection--set-state 'starting))
      (error
       (kill-buffer buffer)
       (journal-connection--failed
        (format "cannot start the daemon: %s; set `journal-program'"
                (error-message-string error)))))))

(defun journal-connection--started (process _event)
  "Connect if PROCESS has started the daemon."
  (unless (process-live-p process)
    (let ((output (with-current-buffer (process-buffer process)
                    (string-trim (buffer-string)))))
      (kill-buffer (process-buffer process))
      (when (eq process journal-connection--starter)
        (setq journal-connection--starter nil)
        (if (eql (process-exit-status process) 0)
            (journal-connection--open t)
          (journal-connection--failed
           (format "cannot start the daemon: %s"
                   (if (string-empty-p output) "no reason given" output))))))))

(defun journal-connection--sentinel (process _event)
  "Reconnect if PROCESS, the connection, was closed."
  (when (and (eq process journal-connection--process)
             (not (process-live-p process)))
    (setq journal-connection--process nil)
    (if (or journal-connection--fault
            (>= journal-connection--attempts
                journal-connection--tolerated-losses))
        (journal-connection--failed
         (or journal-connection--fault "the daemon closes the connection"))
      (cl-incf journal-connection--attempts)
      (journal-connection--wait))))

(defun journal-connection--failed (text &optional quietly)
  "Cancel the unanswered requests because of TEXT, then retry later.
Only the first TEXT after a working connection is shown, and none if
QUIETLY is non-nil."
  (setq journal-connection--fault nil)
  (unless (or quietly journal-connection--reported)
    (setq journal-connection--reported t)
    (message "journal: %s" text))
  (cl-incf journal-connection--attempts)
  (journal-connection--cancel-requests text)
  (journal-connection--wait))

(defun journal-connection--wait ()
  "Schedule the next attempt if there is a reason to connect."
  (if (not (or (journal-session-subscriptions journal-connection--session)
               (journal-connection--requests-p)))
      (journal-connection--set-state 'closed)
    (journal-connection--set-state 'waiting)
    (setq journal-connection--timer
          (run-with-timer
           (journal-connection-delay journal-connection--attempts
                                     journal-connection--stopped)
           nil #'journal-connection--open))))

(defun journal-connection-delay (attempts stopped)
  "Return the delay in seconds after a number of failed ATTEMPTS.
STOPPED means that the attempt does not start the daemon."
  (if (<= attempts 1)
      0
    (min (if stopped
             journal-connection--stopped-delay
           journal-connection--longest-delay)
         (* 0.1 (expt 2 (min attempts 10))))))

(defun journal-connection--cancel-requests (text)
  "Let all unanswered requests fail with the message TEXT."
  (journal-connection--process-events
   (journal-session-fail journal-connection--session
                         `((message . ,text)
                           (data (kind . "unavailable") (retryable . t))))))

;;;; Lines

(defun journal-connection--send (line)
  "Send LINE.  If that fails, the sentinel reconnects."
  (ignore-errors
    (process-send-string journal-connection--process line)))

(defun journal-connection--filter (process bytes)
  "Process BYTES, which were received from PROCESS."
  (when (eq process journal-connection--process)
    (let ((events (journal-session-receive journal-connection--session bytes)))
      (unless (assq 'fault events)
        (journal-connection--answered))
      (journal-connection--process-events events)
      (journal-connection--schedule-retry)
      (when (eq journal-connection--state 'open)
        (journal-connection--close-unused)))))

(defun journal-connection--process-events (events)
  "Process EVENTS of the session."
  (dolist (event events)
    (pcase event
      (`(call ,function . ,arguments)
       (with-demoted-errors "journal: %S"
         (apply function arguments)))
      (`(send . ,lines)
       (mapc #'journal-connection--send lines))
      (`(restart ,line ,function . ,arguments)
       (journal-connection--send line)
       (with-demoted-errors "journal: %S"
         (apply function arguments)))
      (`(end)
       (setq journal-connection--stopped t))
      (`(fault ,error)
       (setq journal-connection--fault (alist-get 'message error)))
      (`(unsupported ,error)
       (journal-disconnect)
       (message "journal: %s" (alist-get 'message error))))))

(defun journal-connection--answered ()
  "Note that the connection works."
  (setq journal-connection--attempts 0
        journal-connection--fault nil)
  (when journal-connection--reported
    (setq journal-connection--reported nil)
    (message "journal: connected")))

(defun journal-connection--schedule-retry ()
  "Repeat rejected subscriptions after a delay, until they are accepted.
The daemon rejects all of them until the journal is unlocked."
  (when (and (null journal-connection--retry-timer)
             (journal-session-retry-p journal-connection--session))
    (setq journal-connection--retry-timer
          (run-with-timer journal-connection--retry-delay nil
                          #'journal-connection--retry))))

(defun journal-connection--retry ()
  "Repeat rejected subscriptions.  A new connection has repeated them."
  (setq journal-connection--retry-timer nil)
  (when (eq journal-connection--state 'open)
    (mapc #'journal-connection--send
          (journal-session-retry journal-connection--session))))

(defun journal-connection--watch ()
  "Schedule a report if the next reply takes longer than `journal-timeout'."
  (unless journal-connection--watchdog
    (setq journal-connection--watchdog
          (run-with-timer journal-timeout nil
                          #'journal-connection--report-missing
                          (journal-session-last-id
                           journal-connection--session)))))

(defun journal-connection--report-missing (last)
  "Report if a request up to the one with the id LAST has no reply."
  (setq journal-connection--watchdog nil)
  (when-let ((pending (journal-session-pending journal-connection--session)))
    (if (<= (journal-request-id (car pending)) last)
        (message "journal: no reply from the daemon for %s seconds"
                 journal-timeout)
      (journal-connection--watch))))

(provide 'journal-connection)

;;; journal-connection.el ends here
