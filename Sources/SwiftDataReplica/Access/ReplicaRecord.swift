// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftData
internal import SwiftDataSync

/// The records of a replica itself, of kinds that the merge does not use.
enum ReplicaRecord {
    /// The identity of a row by its primary key, which is needed after the row was deleted.
    private static let identity: UInt8 = 0x40
    /// The position of the first capture.
    private static let firstCapture: UInt8 = 0x41
    /// A row that is not shown as it was merged, because another row has its unique value.
    private static let unshown: UInt8 = 0x42
    /// The primary key of a row by its derived or given identity.
    private static let derived: UInt8 = 0x43

    static let firstCaptureKey: [UInt8] = [firstCapture]
    static let unshownPrefix: [UInt8] = [unshown]

    static func identityKey(of identifier: PersistentIdentifier) -> [UInt8] {
        [identity] + identifier.entityName.utf8 + [0] + bytes(of: identifier.integerKey ?? 0)
    }

    static func derivedKey(of row: RowID) -> [UInt8] {
        [derived] + row.entity.utf8 + [0] + bytes(of: row.key)
    }

    static func bytes(of key: Int64) -> [UInt8] { bytes(UInt64(bitPattern: key)) }

    static func number(_ bytes: [UInt8]) -> Int64 {
        Int64(bitPattern: bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }

    static func unshownKey(of row: RowID) -> [UInt8] {
        unshownPrefix + bytes(of: row.key) + row.entity.utf8
    }

    static func unshownRow(_ key: [UInt8]) -> RowID? {
        guard let rowKey = rowKey(Array(key.dropFirst().prefix(16))) else { return nil }
        return RowID(entity: String(decoding: key.dropFirst(17), as: UTF8.self), key: rowKey)
    }

    static func bytes(of key: RowKey) -> [UInt8] { bytes(key.high) + bytes(key.low) }

    static func rowKey(_ bytes: [UInt8]) -> RowKey? {
        guard bytes.count == 16 else { return nil }
        let number = { (range: Range<Int>) in
            bytes[range].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        }
        return RowKey(high: number(0..<8), low: number(8..<16))
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

extension ReplicaAccess {
    /// Returns the rows that are not shown as they were merged.
    func unshownRows() throws -> Set<RowID> {
        var rows: Set<RowID> = []
        let range = SyncRecordRange(prefix: ReplicaRecord.unshownPrefix)
        try group.syncRecords.scan(range) { key, _ in
            if let row = ReplicaRecord.unshownRow(key) { rows.insert(row) }
            return true
        }
        return rows
    }

    /// Replaces the list of rows that are not shown as they were merged.
    func setUnshownRows(_ rows: Set<RowID>, replacing old: Set<RowID>) throws {
        for row in old.subtracting(rows) {
            try group.syncRecords.remove(ReplicaRecord.unshownKey(of: row))
        }
        for row in rows.subtracting(old) {
            try group.syncRecords.set([], for: ReplicaRecord.unshownKey(of: row))
        }
    }
}
