// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// Records that are read where no error can be thrown: the first one is remembered.
final class RecordReader: Sendable {
    let records: any SyncRecords
    private let firstFailure = Mutex<(any Error)?>(nil)

    init(_ records: any SyncRecords) { self.records = records }

    var failure: (any Error)? { firstFailure.withLock { $0 } }

    /// Returns what an operation returns; nil if it fails.
    func attempt<Result>(_ operation: () throws -> Result?) -> Result? {
        do { return try operation() } catch {
            firstFailure.withLock { $0 = $0 ?? error }
            return nil
        }
    }

    func value(for key: [UInt8]?) -> [UInt8]? {
        key.flatMap { key in attempt { try records.value(for: key) } }
    }

    /// Returns all records with keys that begin alike.
    func all(prefix: [UInt8]?) -> [(key: [UInt8], value: [UInt8])] {
        guard let prefix else { return [] }
        var found: [(key: [UInt8], value: [UInt8])] = []
        while let page = attempt({
            try records.records(prefix: prefix, after: found.last?.key, limit: 1_024)
        }), !page.isEmpty {
            found += page
        }
        return found
    }
}
