// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads the sync records of a store: pairs of bytes that the store does not interpret.
package struct SyncRecordReader {
    let session: any StoreReading

    /// Returns the value of the record with a key, or `nil` if not found.
    ///
    /// - Throws: `StoreError` if the store cannot be read, or is a custom store.
    package func value(for key: [UInt8]) throws -> [UInt8]? { try session.syncRecord(for: key) }

    /// Calls a closure for each record of a range, in the order of the keys.
    ///
    /// - Parameters:
    ///   - range: The range of the keys.
    ///   - body: Returns whether to continue. It must not change records.
    /// - Throws: The errors of `body`; `StoreError` if the store cannot be read, or is a custom
    ///   store.
    package func scan(
        _ range: SyncRecordRange,
        _ body: (_ key: [UInt8], _ value: [UInt8]) throws -> Bool
    ) throws {
        try session.scanSyncRecords(in: range, body)
    }
}

/// Reads and changes the sync records of a store as part of a transaction.
package struct SyncRecordWriter {
    let transaction: any StoreTransaction

    /// Returns the value of the record with a key, or `nil` if not found.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func value(for key: [UInt8]) throws -> [UInt8]? {
        try transaction.read { try $0.syncRecord(for: key) }
    }

    /// Calls a closure for each record of a range, in the order of the keys.
    ///
    /// - Parameters:
    ///   - range: The range of the keys.
    ///   - body: Returns whether to continue. It must not change records.
    /// - Throws: The errors of `body`; `StoreError` if the store cannot be read.
    package func scan(
        _ range: SyncRecordRange,
        _ body: (_ key: [UInt8], _ value: [UInt8]) throws -> Bool
    ) throws {
        try transaction.read { try $0.scanSyncRecords(in: range, body) }
    }

    /// Sets the value of a record.
    ///
    /// - Throws: `StoreError` if the store cannot be written.
    package func set(_ value: [UInt8], for key: [UInt8]) throws {
        try transaction.setSyncRecord(value, for: key)
    }

    /// Removes the record with a key, if it exists.
    ///
    /// - Throws: `StoreError` if the store cannot be written.
    package func remove(_ key: [UInt8]) throws {
        try transaction.setSyncRecord(nil, for: key)
    }

    /// Removes all records and the table that contains them.
    ///
    /// - Throws: `StoreError` if the store cannot be written.
    package func removeAll() throws { try transaction.removeAllSyncRecords() }
}

extension StoreReading {
    func syncRecord(for key: [UInt8]) throws -> [UInt8]? { throw StoreError.noSyncRecords }

    func scanSyncRecords(
        in range: SyncRecordRange,
        _ body: (_ key: [UInt8], _ value: [UInt8]) throws -> Bool
    ) throws {
        throw StoreError.noSyncRecords
    }
}

extension StoreTransaction {
    func setSyncRecord(_ value: [UInt8]?, for key: [UInt8]) throws {
        throw StoreError.noSyncRecords
    }

    func removeAllSyncRecords() throws { throw StoreError.noSyncRecords }
}

extension StoreError {
    /// The error of a store that has no sync records.
    fileprivate static var noSyncRecords: StoreError {
        StoreError(.failed, "a custom store keeps no sync records; use a default store")
    }
}
