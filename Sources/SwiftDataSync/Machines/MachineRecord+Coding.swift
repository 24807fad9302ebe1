// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The encoding of a record: numbered fields with their lengths, in order.
///
/// Later versions may add fields, which are ignored here: only its owner writes a record. A change
/// of known fields needs a new format.
extension MachineRecord {
    private static let signature: [UInt8] = [0x53, 0x44, 0x4D]
    private static let version: UInt8 = 1

    fileprivate enum Field: UInt64 {
        case name = 1
        case software, schema, time, read, purged, earlierNodes
    }

    /// The record as bytes.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        for byte in Self.signature + [Self.version] { writer.append(byte: byte) }
        writer.append(.name) { $0.append(name.utf8) }
        writer.append(.software) { $0.append(software.utf8) }
        writer.append(.schema) { $0.append(schema.utf8) }
        writer.append(.time) { $0.append(signed: time) }
        writer.append(.read) { $0.append(positions: read) }
        writer.append(.purged) { $0.append(positions: purged) }
        writer.append(.earlierNodes) { $0.append(nodes: earlierNodes) }
        return writer.bytes
    }

    /// Decodes the record of a node.
    ///
    /// - Throws: `SyncError` with the code `.damaged` or, for records of later formats, `.format`.
    package init(bytes: [UInt8], node: NodeID) throws(SyncError) {
        guard bytes.count <= Self.maximumSize else {
            throw SyncError(
                .damaged,
                message:
                    "the record of a machine has \(bytes.count) bytes; its owner writes it again"
            )
        }
        var reader = ByteReader(bytes)
        for byte in Self.signature where try reader.byte() != byte {
            throw reader.damaged("no signature")
        }
        let version = try reader.byte()
        guard version == Self.version else {
            throw SyncError(
                .format,
                message: "unsupported format \(version) of a machine's record; update this program"
            )
        }
        let fields = try MachineRecordFields(&reader)
        self.init(
            node: node,
            name: try fields.text(.name),
            software: try fields.text(.software),
            schema: try fields.text(.schema),
            time: try fields.number(.time),
            read: try fields.positions(.read),
            purged: try fields.positions(.purged),
            earlierNodes: try fields.nodes(.earlierNodes)
        )
    }
}

/// Sealing.
extension MachineRecord {
    /// Returns the sealed record for a name.
    ///
    /// - Throws: `SyncError` with the code `.encryption`, such as for a name of another node.
    package func sealed(as name: MachineName, with sealer: ObjectSealer) throws(SyncError)
        -> [UInt8]
    {
        guard name.node == node, bytes.count <= Self.maximumSize else {
            throw SyncError(
                .encryption,
                message: "\(name) cannot name this record of \(bytes.count) bytes"
            )
        }
        return try sealer.seal(bytes, at: name.description)
    }

    /// Opens and decodes the record of a name.
    ///
    /// - Throws: `SyncError` with the code `.incomplete`, `.key`, `.format` or `.damaged`.
    package init(
        sealed: [UInt8],
        named name: MachineName,
        with sealer: ObjectSealer
    ) throws(SyncError) {
        try self.init(bytes: try sealer.open(sealed, at: name.description), node: name.node)
    }
}

extension ByteWriter {
    fileprivate mutating func append(nodes: Set<NodeID>) {
        append(count: nodes.count)
        for node in nodes.sorted() { append(node) }
    }

    fileprivate mutating func append(
        _ field: MachineRecord.Field,
        _ write: (inout ByteWriter) -> Void
    ) {
        var content = ByteWriter()
        write(&content)
        append(field.rawValue)
        append(content.bytes)
    }
}

/// The contents of a record's fields by their numbers; fields that are missing are empty.
private struct MachineRecordFields {
    private var contents: [UInt64: [UInt8]] = [:]

    /// Reads all fields up to the end.
    init(_ reader: inout ByteReader) throws(SyncError) {
        var last: UInt64?
        while !reader.isAtEnd {
            let number = try reader.number()
            try reader.expect(number, after: last)
            contents[number] = try reader.content()
            last = number
        }
    }

    func text(_ field: MachineRecord.Field) throws(SyncError) -> String {
        var reader = reader(of: field)
        guard !reader.isAtEnd else { return "" }
        let text = try reader.text()
        try reader.expectEnd()
        return text
    }

    func number(_ field: MachineRecord.Field) throws(SyncError) -> Int64 {
        var reader = reader(of: field)
        guard !reader.isAtEnd else { return 0 }
        let number = try reader.signedNumber()
        try reader.expectEnd()
        return number
    }

    func positions(_ field: MachineRecord.Field) throws(SyncError) -> [NodeID: UInt64] {
        var reader = reader(of: field)
        guard !reader.isAtEnd else { return [:] }
        let positions = try reader.positions()
        try reader.expectEnd()
        return positions
    }

    func nodes(_ field: MachineRecord.Field) throws(SyncError) -> Set<NodeID> {
        var reader = reader(of: field)
        guard !reader.isAtEnd else { return [] }
        var nodes: Set<NodeID> = []
        var last: NodeID?
        for _ in 0..<(try reader.count()) {
            let node = try reader.node()
            try reader.expect(node, after: last)
            nodes.insert(node)
            last = node
        }
        try reader.expectEnd()
        return nodes
    }

    private func reader(of field: MachineRecord.Field) -> ByteReader {
        ByteReader(contents[field.rawValue] ?? [])
    }
}
