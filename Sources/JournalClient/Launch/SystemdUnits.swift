// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The units that `journal daemon install` writes; `contrib/systemd` contains the same files.
package enum SystemdUnits {
    /// The name of the socket unit.
    package static let socketName = "journal.socket"
    /// The name of the service unit.
    package static let serviceName = "journal.service"

    /// The name of the socket unit behind which helpers for hubs start.
    package static let hubSocketName = "journal-hub.socket"
    /// The name of the service unit of a helper, which serves one connection.
    package static let hubServiceName = "journal-hub@.service"

    /// The text of `journal.socket`.
    ///
    /// Activations are limited by the service. With systemd's default of 20 in two seconds, a loop
    /// of commands that activate a daemon that cannot start would close the socket until it is
    /// started manually.
    package static let socket = """
        # SPDX-License-Identifier: Apache-2.0
        # Copyright the journal project authors

        [Unit]
        Description=Journal socket

        [Socket]
        ListenStream=%t/journal/journal.sock
        SocketMode=0600
        DirectoryMode=0700
        FileDescriptorName=journal
        TriggerLimitIntervalSec=60
        TriggerLimitBurst=200

        [Install]
        WantedBy=sockets.target

        """

    /// Returns the text of `journal.service`, which runs a daemon at a path.
    ///
    /// The manager does not have the variables of a shell, so a store that is not in the default
    /// place is an option; nil means the default.
    ///
    /// A daemon that cannot start exits with a status of `<sysexits.h>` after it sent the reason to
    /// the clients that wait. It is started again for later clients, not at once, and so often that
    /// many clients do not reach the limit after which systemd refuses to start it.
    ///
    /// The descriptor store has room for all connections and their state. systemd sets `FDSTORE`
    /// itself from version 254 on.
    ///
    /// Only a faulty daemon reaches the memory limits: its own budget is 64 MiB, and unlocking a
    /// store with the most expensive passphrase needs 1 GiB.
    ///
    /// If systemd itself cannot execute the daemon or apply a setting, there is no reply: the
    /// socket is stopped, which closes the connections that wait. Otherwise they would activate the
    /// service again at once, as often as the limit permits. The next client starts the socket.
    ///
    /// The watchdog sends `SIGKILL`: the Swift runtime catches the usual `SIGABRT` to print a
    /// backtrace, after which the process may continue.
    package static func service(daemon: String, store: String? = nil) -> String {
        let option = store.map { " --store " + quoted($0) } ?? ""
        return """
            # SPDX-License-Identifier: Apache-2.0
            # Copyright the journal project authors

            [Unit]
            Description=Journal store
            Requires=journal.socket
            Wants=journal-hub.socket
            StartLimitIntervalSec=60
            StartLimitBurst=200

            [Service]
            Type=notify
            ExecStart=\(quoted(daemon))\(option) --idle-exit 600
            ExecStopPost=-+/bin/sh -c 'case $$EXIT_STATUS in 127|2??) \(stopSocket) ;; esac'
            Restart=on-failure
            RestartPreventExitStatus=64 65 73 74 75 77 78
            WatchdogSec=60
            WatchdogSignal=SIGKILL
            TimeoutStartSec=60
            FileDescriptorStoreMax=1025
            Environment=FDSTORE=1025
            Environment=JOURNAL_HUB_SOCKET=%t/journal/hub.sock
            MemoryHigh=1280M
            MemoryMax=1536M
            UMask=0077
            NoNewPrivileges=yes
            LockPersonality=yes
            MemoryDenyWriteExecute=yes
            RestrictAddressFamilies=AF_UNIX
            RestrictNamespaces=yes
            RestrictRealtime=yes
            RestrictSUIDSGID=yes
            SystemCallArchitectures=native
            SystemCallFilter=@system-service

            """
    }

    private static let stopSocket = "systemctl --user --no-block stop \(socketName)"

    /// Returns the error of a start of the service that failed before the daemon ran.
    ///
    /// - Parameter status: The exit status of the service: 200 and above are set by systemd, 127
    ///   means that a shared library of the daemon is missing.
    /// - Returns: The error; nil for a status of the daemon.
    package static func startFailure(status: Int32) -> ClientError? {
        let problem: String
        switch status {
        case 127, 203: problem = "cannot run the program of \(serviceName)"
        case 200...: problem = "cannot apply the settings of \(serviceName)"
        default: return nil
        }
        return ClientError(
            .unavailable,
            "systemd \(problem): exit status \(status)",
            advice: "Write the units again: journal daemon install; or see: "
                + "systemctl --user status \(serviceName)"
        )
    }

    /// Returns the path of the store in the text of `journal.service`; nil for the default.
    static func store(inService text: String) -> String? {
        arguments(inService: text).flatMap { words in
            guard let index = words.firstIndex(of: "--store"), index + 1 < words.count else {
                return nil
            }
            return words[index + 1]
        }
    }

    /// Returns the words of the last `ExecStart=` of a unit, without quotes and escapes.
    package static func arguments(inService text: String) -> [String]? {
        let prefix = "ExecStart="
        guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix(prefix) }) else {
            return nil
        }
        var words: [String] = []
        var word = ""
        var isQuoted = false
        var characters = line.dropFirst(prefix.count)[...]
        while let character = characters.popFirst() {
            switch character {
            case "\"": isQuoted.toggle()
            case " " where !isQuoted:
                words.append(word)
                word = ""
            case "\\": word += characters.popFirst().map { String($0) } ?? ""
            case "%" where characters.first == character, "$" where characters.first == character:
                word.append(characters.removeFirst())
            default: word.append(character)
            }
        }
        return words + [word]
    }

    /// Returns the path in the syntax of `ExecStart=`, with specifiers and quotes escaped.
    static func quoted(_ path: String) -> String {
        var text = ""
        for character in path {
            switch character {
            case "%": text += "%%"
            case "$": text += "$$"
            case "\\", "\"": text += "\\\(character)"
            default: text.append(character)
            }
        }
        return text.contains(where: { $0 == " " || $0 == "\\" || $0 == "'" }) ? "\"\(text)\"" : text
    }
}
