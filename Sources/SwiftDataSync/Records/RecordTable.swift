// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The names and nodes in records, which have numbers there.
struct RecordTable: Hashable, Sendable {
    private(set) var names: [String] = []
    private(set) var nodes: [NodeID] = []
    private var nameNumbers: [String: Int] = [:]
    private var nodeNumbers: [NodeID: Int] = [:]

    init() {}

    /// Creates a table of the names and nodes in the order of their numbers.
    init(names: [String], nodes: [NodeID]) {
        for name in names { add(name) }
        for node in nodes { add(node) }
    }

    private mutating func add(_ name: String) {
        guard nameNumbers[name] == nil else { return }
        nameNumbers[name] = names.count
        names.append(name)
    }

    private mutating func add(_ node: NodeID) {
        guard nodeNumbers[node] == nil else { return }
        nodeNumbers[node] = nodes.count
        nodes.append(node)
    }

    /// Encodes something, after all of its names and nodes have a number.
    mutating func encode(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
        if let bytes = encodeKnown(body) { return bytes }
        var writer = ByteWriter(names: nameNumbers, nodes: nodeNumbers)
        body(&writer)
        let newNames = writer.names.filter { $0.value >= names.count }
        let newNodes = writer.nodes.filter { $0.value >= nodes.count }
        for (name, _) in newNames.sorted(by: { $0.value < $1.value }) { add(name) }
        for (node, _) in newNodes.sorted(by: { $0.value < $1.value }) { add(node) }
        return encodeKnown(body) ?? []
    }

    /// Encodes something; nil if a name or node in it has no number, so that no record has it.
    func encodeKnown(_ body: (inout ByteWriter) -> Void) -> [UInt8]? {
        var writer = ByteWriter(names: nameNumbers, nodes: nodeNumbers)
        body(&writer)
        guard writer.names.count == names.count, writer.nodes.count == nodes.count else {
            return nil
        }
        return writer.bytes
    }

    /// Returns the beginning of encoded bytes.
    func reader(of bytes: [UInt8]) -> ByteReader {
        ByteReader(bytes, names: names, nodes: nodes)
    }
}
