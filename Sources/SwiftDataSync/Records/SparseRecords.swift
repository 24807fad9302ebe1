// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// Records of which it is known that whole kinds are missing, so that nothing is read for them.
///
/// Where nothing was deleted, merged or parked yet, to ask for it for each row would take most of
/// the time of a first synchronization. A kind is looked for once, because records stay the same
/// until the changes of a participant were written.
final class SparseRecords: SyncRecords {
    private let records: any SyncRecords
    private let missing = Mutex<[[UInt8]: Bool]>([:])

    init(_ records: any SyncRecords) { self.records = records }

    func value(for key: [UInt8]) throws -> [UInt8]? {
        try isMissing(key) ? nil : records.value(for: key)
    }

    func records(
        prefix: [UInt8],
        after key: [UInt8]?,
        limit: Int
    ) throws -> [(key: [UInt8], value: [UInt8])] {
        try isMissing(prefix) ? [] : records.records(prefix: prefix, after: key, limit: limit)
    }

    /// Returns whether there is no record of the kind of a key.
    private func isMissing(_ key: [UInt8]) throws -> Bool {
        let kind = Array(key.prefix(key.first == RecordKind.participant.rawValue ? 2 : 1))
        if let known = missing.withLock({ $0[kind] }) { return known }
        let isMissing = try records.records(prefix: kind, after: nil, limit: 1).isEmpty
        missing.withLock { $0[kind] = isMissing }
        return isMissing
    }
}
