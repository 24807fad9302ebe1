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
        for key in replica.outcomes.sorted() {
            add(&changes, .outcome, { $0.append(key) }, { _ in })
        }
        for row in replica.merge.purged.sorted() {
            add(&changes, .purged, { $0.append(row) }, { _ in })
        }
        for row in replica.state.equalRows.sorted() {
            add(&changes, .equalRow, { $0.append(row) }, { _ in })
        }
        for (row, fields) in replica.state.homeless.sorted(by: { $0.key < $1.key }) {
            for (field, homeless) in fields.sorted(by: { $0.key < $1.key }) {
                let key = { (writer: inout ByteWriter) in
                    writer.append(row)
                    writer.append(name: field)
                }
                add(&changes, .homeless, key) { $0.append(optional: homeless.since) }
            }
        }
        for (name, content) in log.objects.sorted(by: { $0.key < $1.key }) {
            add(&changes, .object, name.append) { $0.append(content) }
        }
        for object in log.outbox {
            add(&changes, .outgoing, { $0.append(fixed: object.name.end) }) { $0.append(object) }
        }
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
        writer.append(log.lastNumber)
        writer.append(log.confirmedEnd)
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
        replica.merge.outcomes = Set(
            records.keys(of: .outcome, in: table) { key throws(SyncError) in try key.changeKey() }
        )
        replica.merge.purged = Set(
            records.keys(of: .purged, in: table) { key throws(SyncError) in try key.row() }
        )
        replica.merge.state.equalRows = Set(
            records.keys(of: .equalRow, in: table) { key throws(SyncError) in try key.row() }
        )
        let homeless = records.records(of: .homeless, in: table) { key, value throws(SyncError) in
            (row: try key.row(), field: try key.name(), since: try value.optionalNumber())
        }
        for (row, field, since) in homeless {
            replica.merge.state.homeless[row, default: [:]][field] = .init(since: since)
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
        log.lastNumber = try bytes.number()
        log.confirmedEnd = try bytes.number()
        return digest
    }

    private mutating func loadLogs(from stored: StoredParticipant) {
        let (records, table) = (stored.reader, stored.table)
        let objects = records.records(of: .object, in: table) { key, value throws(SyncError) in
            (name: try ObjectName.read(from: &key), content: try value.logContent())
        }
        log.objects = Dictionary(objects.map { ($0.name, $0.content) }) { first, _ in first }
        log.outbox = records.records(of: .outgoing, in: table) { _, value throws(SyncError) in
            try value.outgoing()
        }
        let logs = records.records(of: .log, in: table) { key, value throws(SyncError) in
            (
                node: try key.node(), position: try value.optionalNumber(),
                end: try value.optionalNumber(), read: try value.positions()
            )
        }
        for log in logs {
            reader.positions[log.node] = log.position.map { UInt64($0) }
            reader.stated[log.node] = log.end.map {
                LogReader.Statement(end: UInt64($0), read: log.read)
            }
        }
    }
}

extension ByteWriter {
    fileprivate mutating func append(_ content: OwnLog.Content) {
        append(count: content.size)
        append(positions: content.covers)
    }

    fileprivate mutating func append(_ object: OwnLog.Outgoing) {
        object.name.append(to: &self)
        append(byte: object.isSealed ? 1 : 0)
        append(object.content)
        append(object.replaced)
        append(object.bytes)
    }
}

extension ByteReader {
    fileprivate mutating func logContent() throws(SyncError) -> OwnLog.Content {
        let size = Int(clamping: try number())
        return OwnLog.Content(covers: try positions(), size: size)
    }

    fileprivate mutating func outgoing() throws(SyncError) -> OwnLog.Outgoing {
        let name = try ObjectName.read(from: &self)
        let isSealed = try boolean()
        let content = try logContent()
        let replaced = try objectNames()
        return OwnLog.Outgoing(
            name: name,
            bytes: try self.content(),
            isSealed: isSealed,
            content: content,
            replaced: replaced
        )
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
            writer.append(byte: 0)
        }
        for relation in relations.sorted() { writer.append(relation.utf8) }
        return StableHash.hash(writer.bytes)
    }
}
