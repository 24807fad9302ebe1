// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The kinds of records, each the first byte of its keys.
///
/// Names and nodes have numbers in keys and values, except in the two kinds that give them.
enum RecordKind: UInt8 {
    /// A name, by its number.
    case name = 1
    /// A node, by its number.
    case node = 2
    /// A row.
    case row = 3
    /// A reference that the store does not show: target, field, row.
    case reference = 4
    /// A unique value that the store does not show: entity, constraint, hash, row.
    case unique = 5
    /// A pair, by its left row.
    case pair = 6
    /// A pair, by its right row.
    case reversePair = 7
    /// The deletions of a row.
    case death = 8
    /// The row that a row was merged into.
    case redirect = 9
    /// A row that was merged into a row.
    case merged = 10
    /// A parked change, by the row that it waits for.
    case parked = 11
    /// A parked change, by its own row.
    case parkedOf = 12
    /// The state of a participant that is loaded at its start.
    case participant = 13
}

extension ByteWriter {
    mutating func append(_ kind: RecordKind) { append(byte: kind.rawValue) }

    mutating func append(_ key: RowKey) {
        append(fixed: key.high)
        append(fixed: key.low)
    }

    mutating func append(pairAtLeft pair: PairID) {
        append(.pair)
        append(pair.left)
        append(name: pair.relation)
        append(pair.right)
    }

    mutating func append(pairAtRight pair: PairID) {
        append(.reversePair)
        append(pair.right)
        append(name: pair.relation)
        append(pair.left)
    }

    mutating func append(_ key: ChangeKey) {
        switch key {
        case .row(let row):
            append(byte: 1)
            append(row)
        case .field(let row, let field):
            append(byte: 2)
            append(row)
            append(name: field)
        case .pair(let pair):
            append(byte: 3)
            append(pair.left)
            append(name: pair.relation)
            append(pair.right)
        case .death(let row):
            append(byte: 4)
            append(row)
        case .redirect(let row):
            append(byte: 5)
            append(row)
        }
    }

    mutating func append(slot: ParkedSlot) {
        append(.parked)
        append(slot.awaited)
        append(slot.subject)
        append(slot.digest)
    }

    mutating func append(slotOfRow slot: ParkedSlot) {
        append(.parkedOf)
        append(slot.subject.row)
        append(slot.awaited)
        append(slot.subject)
        append(slot.digest)
    }

    /// Appends the beginning of the keys of a unique value.
    mutating func append(unique value: SyncValue, of entity: String, at index: Int) {
        append(.unique)
        append(name: entity)
        append(count: index)
        append(StableHash.hash(value.encoded))
    }

    /// Appends the beginning of the keys of references to a row.
    mutating func append(referenceTo target: RowID, from entity: String, by field: String) {
        append(.reference)
        append(target)
        append(name: entity)
        append(name: field)
    }
}

extension ByteReader {
    mutating func rowKey() throws(SyncError) -> RowKey {
        RowKey(high: try fixedNumber(), low: try fixedNumber())
    }

    mutating func changeKey() throws(SyncError) -> ChangeKey {
        switch try byte() {
        case 1: return .row(try row())
        case 2: return .field(try row(), try name())
        case 3:
            let left = try row()
            return .pair(PairID(relation: try name(), left: left, right: try row()))
        case 4: return .death(try row())
        case 5: return .redirect(try row())
        case let kind: throw damaged("unknown kind of subject \(kind)")
        }
    }

    /// Reads the key of a parked change after its kind.
    mutating func slot() throws(SyncError) -> ParkedSlot {
        ParkedSlot(awaited: try row(), subject: try changeKey(), digest: try rowKey())
    }
}
