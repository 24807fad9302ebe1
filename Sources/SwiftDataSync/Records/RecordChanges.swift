// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The changes of records that are to be written together.
struct RecordChanges {
    /// The table, to which new names and nodes are added.
    private(set) var table: RecordTable
    private var values: [[UInt8]: [UInt8]?] = [:]
    private let known: RecordTable

    init(table: RecordTable) {
        self.table = table
        known = table
    }

    mutating func set(
        _ key: (inout ByteWriter) -> Void,
        to value: (inout ByteWriter) -> Void = { _ in }
    ) {
        values.updateValue(table.encode(value), forKey: table.encode(key))
    }

    mutating func remove(_ key: (inout ByteWriter) -> Void) {
        values.updateValue(nil, forKey: table.encode(key))
    }

    /// Encodes something, for comparison with what was recorded.
    mutating func encode(_ body: (inout ByteWriter) -> Void) -> [UInt8] { table.encode(body) }

    mutating func set(_ key: [UInt8], to value: [UInt8]?) {
        values.updateValue(value, forKey: key)
    }

    /// All changes in the order of their keys, with the changes of the table.
    var all: [RecordChange] {
        var all = values.map { RecordChange(key: $0.key, value: $0.value) }
        for number in known.names.count..<max(table.names.count, known.names.count) {
            all.append(change(.name, number: number, to: Array(table.names[number].utf8)))
        }
        for number in known.nodes.count..<max(table.nodes.count, known.nodes.count) {
            var writer = ByteWriter()
            writer.append(fixed: table.nodes[number].rawValue)
            all.append(change(.node, number: number, to: writer.bytes))
        }
        return all.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }

    private func change(
        _ kind: RecordKind,
        number: Int,
        to value: [UInt8]
    ) -> RecordChange {
        var writer = ByteWriter()
        writer.append(kind)
        writer.append(fixed: UInt64(number))
        return RecordChange(key: writer.bytes, value: value)
    }
}

extension RecordReader {
    /// Reads the table of names and nodes.
    func table() -> RecordTable {
        let names = all(prefix: [RecordKind.name.rawValue]).compactMap { record in
            attempt { String(validating: record.value, as: UTF8.self) }
        }
        let nodes = all(prefix: [RecordKind.node.rawValue]).compactMap { record in
            attempt {
                var reader = ByteReader(record.value)
                return NodeID(rawValue: try reader.fixedNumber())
            }
        }
        return RecordTable(names: names, nodes: nodes)
    }
}
