// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalSystem

/// Detects a descriptor that is connected to the log of systemd, which reads priorities.
package enum SystemdLogStream {
    /// Compares the value of `JOURNAL_STREAM`, as `device:inode`, with a descriptor.
    package static func isConnected(_ descriptor: Int32, variable: String?) -> Bool {
        guard let variable else { return false }
        let numbers = variable.split(separator: ":").compactMap { UInt64($0) }
        guard numbers.count == 2 else { return false }
        return FileIdentity(descriptor: descriptor)
            == FileIdentity(device: numbers[0], inode: numbers[1])
    }
}
