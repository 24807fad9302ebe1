// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An object of a log: changes of one node, and how far that node had read the other logs.
package struct LogObject: Hashable, Sendable {
    /// The node that wrote it.
    package let node: NodeID
    /// The number of the node's changes before it.
    package let start: UInt64
    /// The number of the node's changes up to its end.
    package let end: UInt64
    /// Whether it replaces the objects within its numbers.
    package let isRewrite: Bool
    /// The positions up to which the node had read the logs.
    package let read: [NodeID: UInt64]
    /// The logs of the machine's earlier nodes, up to a position, that it contains.
    package let covers: [NodeID: UInt64]
    /// The changes.
    package let changes: [Change]

    /// Creates an object.
    package init(
        node: NodeID,
        start: UInt64,
        end: UInt64,
        isRewrite: Bool = false,
        read: [NodeID: UInt64] = [:],
        covers: [NodeID: UInt64] = [:],
        changes: [Change]
    ) {
        self.node = node
        self.start = start
        self.end = end
        self.isRewrite = isRewrite
        self.read = read
        self.covers = covers
        self.changes = changes
    }
}

extension LogObject {
    private static let signature: [UInt8] = [0x53, 0x44, 0x53]
    private static let version: UInt8 = 1

    /// The object as bytes, the same ones on every machine.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        for byte in Self.signature + [Self.version] { writer.append(byte: byte) }
        writer.append(node)
        writer.append(start)
        writer.append(end)
        writer.append(byte: isRewrite ? 1 : 0)
        writer.append(positions: read)
        writer.append(positions: covers)
        writer.append(count: changes.count)
        for change in changes { writer.append(change) }
        return writer.bytes
    }

    /// Decodes an object.
    ///
    /// - Throws: `SyncError` with the code `.damaged` or, for objects of later versions, `.format`.
    package init(bytes: [UInt8]) throws(SyncError) {
        var reader = ByteReader(bytes)
        for byte in Self.signature where try reader.byte() != byte {
            throw reader.damaged("no signature")
        }
        let version = try reader.byte()
        guard version == Self.version else {
            throw SyncError(
                .format,
                message: "unsupported format \(version) of an object; update this program"
            )
        }
        node = try reader.node()
        start = try reader.number()
        end = try reader.number()
        guard start < end else { throw reader.damaged("end before start") }
        isRewrite = try reader.boolean()
        read = try reader.positions()
        covers = try reader.positions()
        var changes: [Change] = []
        for _ in 0..<(try reader.count()) { changes.append(try reader.change()) }
        self.changes = changes
        try reader.expectEnd()
    }

    /// Decodes the object of a name.
    ///
    /// - Throws: `SyncError`, also if the bytes do not belong to the name.
    package init(bytes: [UInt8], named name: ObjectName) throws(SyncError) {
        try self.init(bytes: bytes)
        guard Self.name(of: self, bytes: bytes) == name else {
            throw SyncError(.damaged, message: "content differs from \(name); fetch it again")
        }
    }

    /// Opens and decodes the object of a name.
    ///
    /// - Parameters:
    ///   - sealed: The bytes on the hub.
    ///   - name: The name.
    ///   - sealer: The sealer of the space.
    /// - Throws: `SyncError`: `.incomplete` if the rest of the object may still arrive, `.key` if
    ///   it is sealed with an unknown key, `.format` if a later version wrote it, `.damaged`
    ///   otherwise.
    package init(
        sealed: [UInt8],
        named name: ObjectName,
        with sealer: ObjectSealer
    ) throws(SyncError) {
        try self.init(bytes: try sealer.open(sealed, at: name.place))
        guard Self.name(of: self, bytes: sealed) == name else {
            throw SyncError(.damaged, message: "content differs from \(name); fetch it again")
        }
    }

    /// Returns the name of an object with its bytes on the hub.
    package static func name(of object: LogObject, bytes: [UInt8]) -> ObjectName {
        ObjectName(
            node: object.node,
            start: object.start,
            end: object.end,
            isRewrite: object.isRewrite,
            digest: StableHash.hash(bytes)
        )
    }
}
