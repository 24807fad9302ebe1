// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSystemd
internal import Glibc
package import JournalProtocol

/// The descriptor store of systemd, which keeps descriptors while a service restarts.
///
/// When the service is stopped, systemd closes them.
package struct SystemdDescriptorStore: DescriptorStore {
    /// The time in microseconds that systemd has to accept the descriptors before the process
    /// exits.
    private static let patience: UInt64 = 5_000_000

    package let capacity: Int
    private let stored: [String: Int32]

    /// Creates the store of the running service; nil if it has none and nothing was stored.
    ///
    /// systemd sets the variable `FDSTORE` to the value of `FileDescriptorStoreMax=` from version
    /// 254 on; for earlier versions, the unit sets it.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - stored: The descriptors that systemd passed.
    package init?(_ environment: Environment, stored: [String: Int32]) {
        let capacity =
            environment["NOTIFY_SOCKET"] == nil
            ? nil : environment["FDSTORE"].flatMap { Int($0) }
        guard capacity != nil || !stored.isEmpty else { return nil }
        self.capacity = capacity ?? 0
        self.stored = stored
    }

    package func descriptor(named name: String) -> Int32? { stored[name] }

    package func take() -> [String: Int32] {
        for name in stored.keys { _ = sd_notify(0, "FDSTOREREMOVE=1\nFDNAME=\(name)") }
        return stored
    }

    package func keep(_ descriptors: [(name: String, descriptor: Int32)]) {
        for (name, descriptor) in descriptors {
            var descriptor = descriptor
            let message = "FDSTORE=1\nFDNAME=\(name)"
            _ = sd_pid_notify_with_fds(0, 0, message, &descriptor, 1)
        }
        // A message of a process that has exited may be ignored.
        _ = sd_notify_barrier(0, Self.patience)
    }
}
