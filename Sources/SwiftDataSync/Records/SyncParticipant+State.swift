// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The state of a participant that is loaded at its start: it is small.
extension SyncParticipant {
    /// Returns the records of the state.
    func smallRecords() -> (values: [[UInt8]: [UInt8]], changes: RecordChanges) {
        var changes = RecordChanges(table: stored?.table ?? RecordTable())
        var values: [[UInt8]: [UInt8]] = [:]
        let add = {
            (
                changes: inout RecordChanges,
                part: ParticipantPart,
                key: (inout ByteWriter) -> Void,
                value: (inout ByteWriter) -> Void
            ) in
            let name = changes.encode { writer in
                writer.append(part)
                key(&writer)
            }
            values[name] = changes.encode(value)
        }
        add(&changes, .state, { _ in }, appendState)
        for node in Set(reader.positions.keys).union(reader.stated.keys).sorted() {
            let value = { (writer: inout ByteWriter) in
                writer.append(optional: reader.positions[node].map(Int64.init))
                writer.append(optional: reader.stated[node].map { Int64($0.end) })
                writer.append(positions: reader.stated[node]?.read ?? [:])
            }
            add(&changes, .log, { $0.append(node) }, value)
        }
        return (values, changes)
    }

    private func appendState(to writer: inout ByteWriter) {
        writer.append(fixed: replica.schema.digest.high)
        writer.append(fixed: replica.schema.digest.low)
        writer.append(replica.clocks.node)
        writer.append(fixed: replica.clocks.last.rawValue)
        writer.append(count: nodes.count)
        for node in nodes.sorted() { writer.append(node) }
        writer.append(byte: mustRewrite ? 1 : 0)
        writer.append(optional: lateSince)
        writer.append(log.node)
        writer.append(log.numbers.last)
        writer.append(log.numbers.confirmed)
        writer.append(log.numbers.next)
        writer.append(optional: log.numbers.unsealed.map(Int64.init))
        writer.append(positions: purges)
        writer.append(positions: purged)
        writer.append(byte: log.rewritingState == nil ? 0 : 1)
        guard let rewriting = log.rewritingState else { return }
        writer.append(byte: rewriting.hasBegun ? 1 : 0)
        writer.append(positions: rewriting.covers)
    }

    /// Loads the state.
    ///
    /// - Returns: The digest of the schema that it was recorded with; nil without a state.
    mutating func load(from stored: StoredParticipant) -> RowKey? {
        let (records, table) = (stored.reader, stored.table)
        var digest: RowKey?
        for bytes in records.all(prefix: [
            RecordKind.participant.rawValue, ParticipantPart.state.rawValue,
        ]) {
            digest = records.attempt {
                var reader = table.reader(of: bytes.value)
                return try loadState(from: &reader)
            }
        }
        loadLogs(from: stored)
        return digest
    }

    private mutating func loadState(from bytes: inout ByteReader) throws(SyncError) -> RowKey {
        let digest = try bytes.rowKey()
        let node = try bytes.node()
        let last = HybridTime(rawValue: try bytes.fixedNumber())
        replica.clocks = ClockSource(node: node, last: last)
        nodes = []
        for _ in 0..<(try bytes.count()) { nodes.insert(try bytes.node()) }
        mustRewrite = try bytes.boolean()
        lateSince = try bytes.optionalNumber()
        log.node = try bytes.node()
        log.numbers.last = try bytes.number()
        log.numbers.confirmed = try bytes.number()
        log.numbers.next = try bytes.number()
        log.numbers.unsealed = try bytes.optionalNumber().map { UInt64(clamping: $0) }
        purges = try bytes.positions()
        purged = try bytes.positions()
        if try bytes.boolean() {
            let hasBegun = try bytes.boolean()
            log.rewritingState = .init(covers: try bytes.positions(), hasBegun: hasBegun)
        }
        return digest
    }

    private mutating func loadLogs(from stored: StoredParticipant) {
        let (records, table) = (stored.reader, stored.table)
        let logs = records.records(of: .log, in: table) { key, value throws(SyncError) in
            (
                node: try key.node(), position: try value.optionalNumber(),
                end: try value.optionalNumber(), read: try value.positions()
            )
        }
        for log in logs {
            reader.positions[log.node] = log.position.map { UInt64(clamping: $0) }
            reader.stated[log.node] = log.end.map {
                LogReader.Statement(end: UInt64(clamping: $0), read: log.read)
            }
        }
    }
}

extension SyncSchema {
    /// A hash of the names of entities, fields, constraints and relationships.
    var digest: RowKey {
        var writer = ByteWriter()
        for (name, entity) in entities.sorted(by: { $0.key < $1.key }) {
            writer.append(name.utf8)
            for field in entity.fields.map(\.name).sorted() { writer.append(field.utf8) }
            for unique in entity.uniques { for name in unique.fields { writer.append(name.utf8) } }
            for field in entity.exclusiveFields {
                writer.append(byte: 1)
                writer.append(field.utf8)
            }
            writer.append(byte: 0)
        }
        for relation in relations.sorted() { writer.append(relation.utf8) }
        return StableHash.hash(writer.bytes)
    }
}
