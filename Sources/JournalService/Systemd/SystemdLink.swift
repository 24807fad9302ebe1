// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSystemd
internal import Glibc

/// What systemd and the daemon tell each other; without systemd every call does nothing.
package enum SystemdLink {
    /// The listening socket that systemd passed, if it passed one.
    ///
    /// - Throws: `StartFailure` when it passed something else.
    package static func listener() throws -> Int32? {
        let count = sd_listen_fds(1)
        guard count > 0 else { return nil }
        let first: Int32 = 3
        guard count == 1, sd_is_socket_unix(first, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0
        else {
            throw StartFailure(
                .configuration,
                "the daemon takes exactly one listening Unix stream socket from systemd"
            )
        }
        return first
    }

    /// The store is being opened, and changed first if it is of an older version, which may take long.
    static func opening() {
        notify("STATUS=Opening the store\nEXTEND_TIMEOUT_USEC=\(600 * 1_000_000)")
    }

    /// The daemon answers requests from now on.
    static func ready(_ status: String) { notify("READY=1\nSTATUS=\(status)") }

    /// What the daemon does, in a few words.
    static func status(_ status: String) { notify("STATUS=\(status)") }

    /// The daemon is about to end.
    static func stopping(_ reason: String) { notify("STOPPING=1\nSTATUS=\(reason)") }

    /// The daemon is alive.
    static func alive() { notify("WATCHDOG=1") }

    /// How often systemd wants to hear that the daemon is alive, in microseconds; nil for never.
    static var watchdogMicroseconds: UInt64? {
        var interval: UInt64 = 0
        return sd_watchdog_enabled(0, &interval) > 0 ? interval : nil
    }

    private static func notify(_ message: String) { _ = sd_notify(0, message) }
}
