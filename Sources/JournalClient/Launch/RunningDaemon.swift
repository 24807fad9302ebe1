// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
internal import JournalSystem

/// Finds out whether a daemon is running without connecting to it, because a connection to a socket
/// of systemd starts one.
package enum RunningDaemon {
    private static let processName = "journal-daemon"

    /// Returns whether a daemon serves a socket.
    ///
    /// A daemon that created the socket holds the lock of the socket. One that got its socket from
    /// systemd has no lock, and is started without the option `--socket`.
    package static func exists(at socket: SocketPath) -> Bool {
        guard FileStatus(path: socket.path) != nil else { return false }
        if let holder = FileLock.holder(of: socket.path + ".lock"), isDaemon(holder) { return true }
        guard !socket.isExplicit else { return false }
        return FileSystem.names(in: "/proc").lazy.compactMap { Int32($0) }
            .contains { isDaemon($0) && !hasSocketOption($0) }
    }

    /// Returns whether a process is a daemon of this user that is running.
    static func isDaemon(_ process: Int32) -> Bool {
        FileStatus(path: "/proc/\(process)")?.owner == CurrentProcess.userID
            && ProcessTable.name(of: process) == processName
            && ProcessTable.isRunning(Int(process))
    }

    private static func hasSocketOption(_ process: Int32) -> Bool {
        let line = (try? FileSystem.read("/proc/\(process)/cmdline")) ?? []
        return line.split(separator: 0).contains { $0.starts(with: Array("--socket".utf8)) }
    }
}
