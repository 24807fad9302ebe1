// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension RowID: RecordElement {
    func append(to writer: inout ByteWriter) { writer.append(self) }

    static func read(from reader: inout ByteReader) throws(SyncError) -> RowID {
        try reader.row()
    }
}

/// Subjects in their order, so that a part of them is the same one on every machine.
extension ChangeKey: RecordElement {
    func append(to writer: inout ByteWriter) {
        writer.append(byte: UInt8(rank))
        if case .pair(let pair) = self { writer.append(ordered: pair.relation) }
        writer.append(ordered: row)
        switch self {
        case .field(_, let field): writer.append(ordered: field)
        case .pair(let pair): writer.append(ordered: pair.right)
        case .row, .death, .redirect: break
        }
    }

    static func read(from reader: inout ByteReader) throws(SyncError) -> ChangeKey {
        let rank = try reader.byte()
        let relation = rank == 3 ? try reader.orderedName() : ""
        let row = try reader.orderedRow()
        switch rank {
        case 0: return .death(row)
        case 1: return .field(row, try reader.orderedName())
        case 2: return .redirect(row)
        case 3:
            let right = try reader.orderedRow()
            return .pair(PairID(relation: relation, left: row, right: right))
        case 4: return .row(row)
        default: throw reader.damaged("unknown kind of subject \(rank)")
        }
    }
}

extension ByteWriter {
    /// Appends a name, which has no zero, so that longer names follow.
    fileprivate mutating func append(ordered name: String) {
        append(rest: Array(name.utf8))
        append(byte: 0)
    }

    fileprivate mutating func append(ordered row: RowID) {
        append(ordered: row.entity)
        append(row.key)
    }
}

extension ByteReader {
    fileprivate mutating func orderedName() throws(SyncError) -> String {
        var bytes: [UInt8] = []
        while true {
            let next = try byte()
            if next == 0 { break }
            bytes.append(next)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    fileprivate mutating func orderedRow() throws(SyncError) -> RowID {
        RowID(entity: try orderedName(), key: try rowKey())
    }
}

extension ObjectName: RecordElement {
    func append(to writer: inout ByteWriter) {
        writer.append(node)
        writer.append(start)
        writer.append(end)
        writer.append(byte: isRewrite ? 1 : 0)
        writer.append(digest)
    }

    static func read(from reader: inout ByteReader) throws(SyncError) -> ObjectName {
        ObjectName(
            node: try reader.node(),
            start: try reader.number(),
            end: try reader.number(),
            isRewrite: try reader.boolean(),
            digest: try reader.rowKey()
        )
    }
}

extension UInt64: RecordElement {
    func append(to writer: inout ByteWriter) { writer.append(fixed: self) }

    static func read(from reader: inout ByteReader) throws(SyncError) -> UInt64 {
        try reader.fixedNumber()
    }
}

/// A field of a row.
struct FieldID: RecordElement {
    let row: RowID
    let field: String

    static func < (left: Self, right: Self) -> Bool {
        (left.row, left.field) < (right.row, right.field)
    }

    func append(to writer: inout ByteWriter) {
        writer.append(row)
        writer.append(name: field)
    }

    static func read(from reader: inout ByteReader) throws(SyncError) -> FieldID {
        FieldID(row: try reader.row(), field: try reader.name())
    }
}

extension Bool: RecordValue {
    func appendValue(to writer: inout ByteWriter) { writer.append(byte: self ? 1 : 0) }

    static func readValue(from reader: inout ByteReader) throws(SyncError) -> Bool {
        try reader.boolean()
    }
}

/// The bytes of an object.
extension [UInt8]: RecordValue {
    func appendValue(to writer: inout ByteWriter) { writer.append(rest: self) }

    static func readValue(from reader: inout ByteReader) throws(SyncError) -> [UInt8] {
        reader.rest()
    }
}

/// The subjects of an object.
extension Set<ChangeKey>: RecordValue {
    func appendValue(to writer: inout ByteWriter) {
        for subject in sorted() { writer.append(subject) }
    }

    static func readValue(from reader: inout ByteReader) throws(SyncError) -> Set<ChangeKey> {
        var subjects: Set<ChangeKey> = []
        while !reader.isAtEnd { subjects.insert(try reader.changeKey()) }
        return subjects
    }
}
