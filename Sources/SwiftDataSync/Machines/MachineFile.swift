// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The place of a machine's file, which a copy of the file does not have.
///
/// The device is not part of it: its number may change when a machine starts again.
package struct MachinePlace: Hashable, Sendable {
    /// The identifier of the operating system's installation; nil if it has none.
    package let machine: RowKey?
    /// The inode of the file.
    package let inode: UInt64
    /// The time of the file's last change, in seconds since 1970.
    package let modified: Int64

    /// Creates a place.
    package init(machine: RowKey?, inode: UInt64, modified: Int64) {
        self.machine = machine
        self.inode = inode
        self.modified = modified
    }
}

/// A file in the folder of a store, which binds the store's node to the machine.
///
/// It has the nodes that the machine had: a backup of the store does not contain it.
package struct MachineFile: Hashable, Sendable {
    /// The largest file.
    package static let maximumSize = 64 * 1_024
    /// The number of nodes that are kept.
    static let maximumNodeCount = 1_000
    private static let signature: [UInt8] = [0x53, 0x44, 0x49]
    private static let version: UInt8 = 1

    /// The place at which the file was written.
    package let place: MachinePlace
    /// The last nodes of the machine, the present one at the end.
    package let nodes: [NodeID]

    /// Creates the content of a file.
    package init(place: MachinePlace, nodes: [NodeID]) {
        self.place = place
        self.nodes = nodes.suffix(Self.maximumNodeCount)
    }

    /// The content as bytes.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        for byte in Self.signature + [Self.version] { writer.append(byte: byte) }
        writer.append(byte: place.machine == nil ? 0 : 1)
        if let machine = place.machine {
            writer.append(fixed: machine.high)
            writer.append(fixed: machine.low)
        }
        writer.append(fixed: place.inode)
        writer.append(fixed: UInt64(bitPattern: place.modified))
        writer.append(count: nodes.count)
        for node in nodes { writer.append(fixed: node.rawValue) }
        let hash = StableHash.hash(writer.bytes)
        writer.append(fixed: hash.high)
        writer.append(fixed: hash.low)
        return writer.bytes
    }

    /// Decodes a file.
    ///
    /// - Throws: `SyncError` with the code `.damaged` or, for files of later versions, `.format`.
    package init(bytes: [UInt8]) throws(SyncError) {
        var reader = ByteReader(bytes)
        for byte in Self.signature where try reader.byte() != byte {
            throw reader.damaged("no signature")
        }
        let version = try reader.byte()
        guard version == Self.version else {
            throw SyncError(
                .format,
                message: "unsupported format \(version) of the machine's file; update this program"
            )
        }
        let machine =
            try reader.boolean()
            ? RowKey(high: try reader.fixedNumber(), low: try reader.fixedNumber()) : nil
        place = MachinePlace(
            machine: machine,
            inode: try reader.fixedNumber(),
            modified: Int64(bitPattern: try reader.fixedNumber())
        )
        var nodes: [NodeID] = []
        for _ in 0..<(try reader.count()) {
            nodes.append(NodeID(rawValue: try reader.fixedNumber()))
        }
        guard nodes.count <= Self.maximumNodeCount, Set(nodes).count == nodes.count else {
            throw reader.damaged("\(nodes.count) nodes")
        }
        self.nodes = nodes
        let hash = RowKey(high: try reader.fixedNumber(), low: try reader.fixedNumber())
        try reader.expectEnd()
        guard StableHash.hash(Array(bytes.dropLast(16))) == hash else {
            throw reader.damaged("wrong digest")
        }
    }
}
