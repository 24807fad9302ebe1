// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// The state of a replica in records, and in the rows that its store shows.
final class RecordSource: ReplicaSource {
    private let reader: RecordReader
    private let table: RecordTable
    private let schema: SyncSchema
    private let shown: (any ShownRows)?
    private let cache = Mutex<[RowID: Stored?]>([:])
    private static let cacheSize = 2_048

    /// A row as it was read.
    private struct Stored {
        let record: RowRecord
        let state: RowState
    }

    init(reader: RecordReader, table: RecordTable, schema: SyncSchema, shown: (any ShownRows)?) {
        self.reader = reader
        self.table = table
        self.schema = schema
        self.shown = shown
    }

    var failure: (any Error)? { reader.failure }

    private func read<Result>(
        _ bytes: [UInt8]?,
        _ body: (inout ByteReader) throws(SyncError) -> Result
    ) -> Result? {
        guard let bytes else { return nil }
        return reader.attempt {
            var bytes = table.reader(of: bytes)
            return try body(&bytes)
        }
    }

    private func value(_ key: (inout ByteWriter) -> Void) -> [UInt8]? {
        reader.value(for: table.encodeKnown(key))
    }

    /// Reads the rest of the keys that begin alike.
    private func keys<Result>(
        after prefix: (inout ByteWriter) -> Void,
        _ body: (inout ByteReader) throws(SyncError) -> Result
    ) -> [Result] {
        guard let prefix = table.encodeKnown(prefix) else { return [] }
        return reader.all(prefix: prefix).compactMap { record in
            read(Array(record.key.dropFirst(prefix.count)), body)
        }
    }

    // MARK: Rows

    func row(_ row: RowID) -> RowState? { stored(row)?.state }

    func record(of row: RowID) -> RowRecord? { stored(row)?.record }

    private func stored(_ row: RowID) -> Stored? {
        if let known = cache.withLock({ $0[row] }) { return known }
        let bytes = value { writer in
            writer.append(.row)
            writer.append(row)
        }
        let record = read(bytes) { reader throws(SyncError) in try reader.rowRecord() }
        let stored = record.map { record in
            let shown = record.isComplete ? nil : values(of: row)
            return Stored(record: record, state: record.state(shown: shown))
        }
        cache.withLock { cache in
            if cache.count >= Self.cacheSize { cache = [:] }
            cache.updateValue(stored, forKey: row)
        }
        return stored
    }

    /// Returns what the store shows of a row; without values if it was deleted there, which is not
    /// captured yet.
    private func values(of row: RowID) -> [String: SyncValue] {
        if let values = reader.attempt({ try shown?.values(of: row) }) { return values }
        let names = schema.entities[row.entity]?.fields.map(\.name) ?? []
        return Dictionary(names.map { ($0, .null) }) { first, _ in first }
    }

    func rows(of entity: String, after key: RowKey?, limit: Int) -> [RowKey] {
        let prefix = table.encodeKnown { writer in
            writer.append(.row)
            writer.append(name: entity)
        }
        guard let prefix else { return [] }
        let last = key.flatMap { key in
            table.encodeKnown { writer in
                writer.append(.row)
                writer.append(RowID(entity: entity, key: key))
            }
        }
        let page = reader.attempt {
            try reader.records.records(prefix: prefix, after: last, limit: limit)
        }
        return (page ?? []).compactMap { record in
            read(Array(record.key.dropFirst(prefix.count))) { key throws(SyncError) in
                try key.rowKey()
            }
        }
    }

    func rows(of entity: String, withUnshown row: RowID, as field: String) -> [RowKey] {
        keys { writer in
            writer.append(referenceTo: row, from: entity, by: field)
        } _: { key throws(SyncError) in
            try key.rowKey()
        }
    }

    func rows(of entity: String, referringTo row: RowID, by field: String) -> [RowKey] {
        let listed = rows(of: entity, withUnshown: row, as: field)
        // Owners are listed always: a deleted part does not show its own any more.
        guard schema.entities[entity]?.owner?.field != field else { return listed }
        let found = reader.attempt {
            try shown?.rows(of: entity, referringTo: row, by: field)
        }
        return Set(listed + (found ?? [])).filter { key in
            self.row(RowID(entity: entity, key: key))?.fields[field]?.value.row == row
        }
    }

    func rows(of entity: String, with value: SyncValue, ofUnique index: Int) -> [RowKey] {
        guard let unique = schema.entities[entity]?.uniques[index] else { return [] }
        let listed = keys { writer in
            writer.append(unique: value, of: entity, at: index)
        } _: { key throws(SyncError) in
            try key.rowKey()
        }
        let found = reader.attempt { try shown?.rows(of: entity, with: value, ofUnique: index) }
        return Set(listed + (found ?? [])).filter { key in
            self.row(RowID(entity: entity, key: key)).flatMap(unique.value(of:)) == value
        }
    }

    // MARK: Pairs, deletions and redirects

    func pair(_ pair: PairID) -> PairState? {
        guard row(pair.left) != nil else { return nil }
        return read(value { $0.append(pairAtLeft: pair) }) { reader throws(SyncError) in
            try reader.pairState()
        }
    }

    func pairs(of row: RowID) -> [PairID] {
        // Both rows of a pair exist.
        guard self.row(row) != nil else { return [] }
        let left = keys { writer in
            writer.append(.pair)
            writer.append(row)
        } _: { key throws(SyncError) in
            PairID(relation: try key.name(), left: row, right: try key.row())
        }
        let right = keys { writer in
            writer.append(.reversePair)
            writer.append(row)
        } _: { key throws(SyncError) in
            let relation = try key.name()
            return PairID(relation: relation, left: try key.row(), right: row)
        }
        return left + right.filter { $0.left != row }
    }

    func death(of row: RowID) -> Death? {
        let bytes = value { writer in
            writer.append(.death)
            writer.append(row)
        }
        return read(bytes) { reader throws(SyncError) in try reader.death() }
    }

    func redirect(of row: RowID) -> RowID? {
        let bytes = value { writer in
            writer.append(.redirect)
            writer.append(row)
        }
        return read(bytes) { reader throws(SyncError) in
            RowID(entity: row.entity, key: try reader.rowKey())
        }
    }

    func redirects(into row: RowID) -> [RowID] {
        keys { writer in
            writer.append(.merged)
            writer.append(row)
        } _: { key throws(SyncError) in
            RowID(entity: row.entity, key: try key.rowKey())
        }
    }

    // MARK: Parked changes

    func parked(at slot: ParkedSlot) -> Change? {
        read(value { $0.append(slot: slot) }) { reader throws(SyncError) in try reader.change() }
    }

    func slots(waitingFor row: RowID) -> [ParkedSlot] {
        keys { writer in
            writer.append(.parked)
            writer.append(row)
        } _: { key throws(SyncError) in
            ParkedSlot(awaited: row, subject: try key.changeKey(), digest: try key.rowKey())
        }
    }

    func slots(of row: RowID) -> [ParkedSlot] {
        keys { writer in
            writer.append(.parkedOf)
            writer.append(row)
        } _: { key throws(SyncError) in
            try key.slot()
        }
    }

    func slots(after slot: ParkedSlot?, limit: Int) -> [ParkedSlot] {
        let last = slot.flatMap { slot in table.encodeKnown { $0.append(slot: slot) } }
        let page = reader.attempt {
            try reader.records.records(
                prefix: [RecordKind.parked.rawValue],
                after: last,
                limit: limit
            )
        }
        return (page ?? []).compactMap { record in
            read(Array(record.key.dropFirst())) { key throws(SyncError) in try key.slot() }
        }
    }
}
