// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The kinds of the records of a participant itself, the second byte of their keys.
enum ParticipantPart: UInt8 {
    /// Everything of which there is one.
    case state = 1
    /// A subject to publish.
    case outcome = 2
    /// A row that had a unique value of another row.
    case equalRow = 3
    /// A reference without a row.
    case homeless = 4
    /// A row with purged content.
    case purged = 5
    /// An object that the hub has.
    case object = 7
    /// An object that waits to be put, by its end.
    case outgoing = 8
    /// The subjects of an object.
    case keys = 9
    /// The name of an object that was read or written.
    case name = 10
    /// The knowledge about the log of a node.
    case log = 11
    /// The bytes of an object that waits to be put, by its end.
    case outgoingBytes = 12
    /// An object to write again.
    case outdated = 13
    /// An object that a rewriting of the whole log replaces.
    case rewriting = 14
}

extension ByteWriter {
    mutating func append(_ part: ParticipantPart) {
        append(.participant)
        append(byte: part.rawValue)
    }

    mutating func append(_ names: Set<ObjectName>) {
        append(count: names.count)
        for name in names.sorted() { name.append(to: &self) }
    }

    mutating func append(optional number: Int64?) {
        append(byte: number == nil ? 0 : 1)
        if let number { append(signed: number) }
    }
}

extension ByteReader {
    mutating func optionalNumber() throws(SyncError) -> Int64? {
        try boolean() ? try signedNumber() : nil
    }

    mutating func objectNames() throws(SyncError) -> Set<ObjectName> {
        var names: Set<ObjectName> = []
        for _ in 0..<(try count()) { names.insert(try ObjectName.read(from: &self)) }
        return names
    }
}

extension RecordReader {
    /// Reads the records of a part.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - table: The table of names and nodes.
    ///   - body: Reads the rest of a key, and a value.
    /// - Returns: What was read; without the records that are damaged.
    func records<Result>(
        of part: ParticipantPart,
        in table: RecordTable,
        _ body: (inout ByteReader, inout ByteReader) throws(SyncError) -> Result
    ) -> [Result] {
        let prefix = [RecordKind.participant.rawValue, part.rawValue]
        return all(prefix: prefix).compactMap { record in
            attempt {
                var key = table.reader(of: Array(record.key.dropFirst(prefix.count)))
                var value = table.reader(of: record.value)
                return try body(&key, &value)
            }
        }
    }

    /// Reads the keys of a part.
    func keys<Result>(
        of part: ParticipantPart,
        in table: RecordTable,
        _ body: (inout ByteReader) throws(SyncError) -> Result
    ) -> [Result] {
        records(of: part, in: table) { key, _ throws(SyncError) in try body(&key) }
    }
}
