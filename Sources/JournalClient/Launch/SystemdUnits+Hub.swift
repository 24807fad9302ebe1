// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SystemdUnits {
    /// The text of `journal-hub.socket`.
    ///
    /// Each connection has a helper of its own, on its standard input and output.
    package static let hubSocket = """
        # SPDX-License-Identifier: Apache-2.0
        # Copyright the journal project authors

        [Unit]
        Description=Journal hub socket

        [Socket]
        ListenStream=%t/journal/hub.sock
        SocketMode=0600
        DirectoryMode=0700
        Accept=yes
        MaxConnections=16

        """

    /// Returns the text of `journal-hub@.service`.
    ///
    /// The daemon may neither use the network nor write outside of its folder; the helper may do
    /// both, and has neither the key of a journal nor its store.
    package static func hubService(helper: String) -> String {
        """
        # SPDX-License-Identifier: Apache-2.0
        # Copyright the journal project authors

        [Unit]
        Description=Journal hub
        CollectMode=inactive-or-failed

        [Service]
        ExecStart=\(quoted(helper)) --any-hub
        StandardInput=socket
        StandardOutput=socket
        StandardError=journal
        UMask=0077
        NoNewPrivileges=yes
        LockPersonality=yes
        MemoryDenyWriteExecute=yes
        RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        SystemCallArchitectures=native
        SystemCallFilter=@system-service

        """
    }

    /// Returns the path of a program in the folder of a daemon.
    static func program(_ name: String, besideDaemon path: String) -> String {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return path[..<end] + name
    }
}
