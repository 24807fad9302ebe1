// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The units that `journal daemon install` writes; `contrib/systemd` holds the same texts.
package enum SystemdUnits {
    /// The unit that listens.
    package static let socketName = "journal.socket"
    /// The unit that answers.
    package static let serviceName = "journal.service"

    /// The text of `journal.socket`.
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

        [Install]
        WantedBy=sockets.target

        """

    /// The text of `journal.service`, which runs a daemon at a path.
    ///
    /// The manager does not know the variables of a shell, so a store that is not in its usual place is
    /// named; nil means the usual one.
    ///
    /// The watchdog kills outright: the Swift runtime catches the usual `SIGABRT` to print a backtrace,
    /// and a process that was only sent it goes on afterwards.
    package static func service(daemon: String, store: String? = nil) -> String {
        let place = store.map { " --store " + quoted($0) } ?? ""
        return """
            # SPDX-License-Identifier: Apache-2.0
            # Copyright the journal project authors

            [Unit]
            Description=Journal store
            Requires=journal.socket

            [Service]
            Type=notify
            ExecStart=\(quoted(daemon))\(place) --idle-exit 600
            Restart=on-failure
            WatchdogSec=60
            WatchdogSignal=SIGKILL
            TimeoutStartSec=60
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

    /// The path as `ExecStart=` reads it: specifiers and quotes escaped, blanks kept together.
    private static func quoted(_ path: String) -> String {
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
