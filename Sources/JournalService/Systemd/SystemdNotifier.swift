// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSystemd
internal import Glibc

/// Messages to systemd; without systemd every call does nothing.
package enum SystemdNotifier {
    /// Returns the listening socket that systemd passed, or nil.
    ///
    /// - Throws: `StartupError` if it passed something else.
    package static func listener() throws -> Int32? {
        let count = sd_listen_fds(1)
        guard count > 0 else { return nil }
        let first: Int32 = 3
        guard count == 1, sd_is_socket_unix(first, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0
        else {
            throw StartupError(
                .configuration,
                "systemd must pass exactly one listening Unix stream socket"
            )
        }
        return first
    }

    /// Reports that the store is being opened, which may take long if it is migrated.
    static func opening() {
        notify("STATUS=Opening the store")
        extendTimeout(by: StartTimeout.patience)
    }

    /// Extends the time until the daemon must be ready to a time from now.
    static func extendTimeout(by time: Duration) {
        notify("EXTEND_TIMEOUT_USEC=\(time / .microseconds(1))")
    }

    /// Reports that the daemon answers requests.
    static func ready(_ status: String) { notify("READY=1\nSTATUS=\(status)") }

    /// Reports the status in a few words.
    static func status(_ status: String) { notify("STATUS=\(status)") }

    /// Reports that the daemon is shutting down.
    static func stopping(_ reason: String) { notify("STOPPING=1\nSTATUS=\(reason)") }

    /// Reports that the daemon is alive.
    static func sendHeartbeat() { notify("WATCHDOG=1") }

    /// The interval at which systemd expects a heartbeat, in microseconds; nil for none.
    static var watchdogMicroseconds: UInt64? {
        var interval: UInt64 = 0
        return sd_watchdog_enabled(0, &interval) > 0 ? interval : nil
    }

    private static func notify(_ message: String) { _ = sd_notify(0, message) }
}
