// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalSystem

extension ProtocolError {
    /// The error of a store that another program has reserved to change its file.
    package static func storeIsBeingChanged(_ path: String) -> ProtocolError {
        let holder = StoreReservation.holder(for: path)
        let name = holder.map { "process \($0)" } ?? "another process"
        return ProtocolError(
            .storeLocked,
            "\(path) is being changed by \(name); repeat the command when it has ended"
        )
    }
}
