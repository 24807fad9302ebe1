// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSystemd
internal import Glibc

/// Messages to systemd; without systemd every call does nothing.
package enum SystemdNotifier {
    /// The descriptors that systemd passed to the process.
    package struct Descriptors {
        /// The listening socket, or nil.
        package var listener: Int32?
        /// The descriptors that the previous process of the service stored, by name.
        package var stored: [String: Int32] = [:]
    }

    /// Returns the descriptors that systemd passed.
    ///
    /// - Throws: `StartupError` if there is a socket that is not one of the daemon.
    package static func descriptors() throws -> Descriptors {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &names)
        defer {
            if let names {
                for index in 0..<max(0, Int(count)) { free(names[index]) }
                free(names)
            }
        }
        var descriptors = Descriptors()
        guard count > 0, let names else { return descriptors }
        for index in 0..<Int(count) {
            let descriptor = 3 + Int32(index)
            let name = names[index].map { String(cString: $0) } ?? ""
            // Tested first: a listener has the name of its unit by default.
            if descriptors.listener == nil,
                sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0
            {
                descriptors.listener = descriptor
            } else if name.hasPrefix(DescriptorName.prefix) {
                descriptors.stored[name] = descriptor
            } else {
                throw StartupError(
                    .configuration,
                    "systemd must pass exactly one listening Unix stream socket"
                )
            }
        }
        return descriptors
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
