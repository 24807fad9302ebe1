// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData
internal import SwiftDataSync

/// The records of a store in the open commit group.
struct ContainerRecords: SyncRecords {
    let access: ReplicaAccess
    /// Opens the values; nil if they are not sealed.
    let cipher: (any RecordCipher)?

    func value(for key: [UInt8]) throws -> [UInt8]? {
        let value = try access.group.syncRecords.value(for: key)
        guard let value, let cipher else { return value }
        return try cipher.open(value, for: key)
    }

    func records(
        prefix: [UInt8],
        after key: [UInt8]?,
        limit: Int
    ) throws -> [(key: [UInt8], value: [UInt8])] {
        var found: [(key: [UInt8], value: [UInt8])] = []
        try access.group.syncRecords.scan(SyncRecordRange(prefix: prefix, after: key)) {
            found.append((key: $0, value: try cipher?.open($1, for: $0) ?? $1))
            return found.count < limit
        }
        return found
    }
}

/// Seals the records of a replica, for a store with encrypted content.
///
/// Records have values that wait for rows, and that the store does not show.
package protocol RecordCipher: Sendable {
    /// Returns the sealed form of a value, which opens for its key only.
    ///
    /// - Throws: An error of the encryption.
    func seal(_ value: [UInt8], for key: [UInt8]) throws -> [UInt8]

    /// Returns the value of a sealed form.
    ///
    /// - Throws: An error if another key of the store has sealed it, or it is damaged.
    func open(_ sealed: [UInt8], for key: [UInt8]) throws -> [UInt8]
}
