// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The records of a participant, and what they contain of the state that is in memory.
struct StoredParticipant: Sendable {
    let records: any SyncRecords
    let shown: (any ShownRows)?
    let reader: RecordReader
    let source: RecordSource
    var table: RecordTable
    /// The records of the state that is loaded at the start.
    var small: [[UInt8]: [UInt8]]

    init(
        records: any SyncRecords,
        shown: (any ShownRows)?,
        schema: SyncSchema,
        table known: RecordTable? = nil,
        small: [[UInt8]: [UInt8]] = [:]
    ) {
        self.records = records
        self.shown = shown
        reader = RecordReader(SparseRecords(records))
        table = known ?? reader.table()
        source = RecordSource(reader: reader, table: table, schema: schema, shown: shown)
        self.small = small
    }
}

/// A participant with its state in records: it loads only the rows that it touches.
///
/// After a step, such as the receipt of an object, `takeChanges(showing:)` returns the changes to
/// write, which must be committed together with the rows of the store before the next step. After a
/// failed commit, create the participant again: it continues with what the records contain.
extension SyncParticipant {
    /// Creates a participant from its records; a new one if there are none.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - shown: The rows of the store; nil if records contain everything.
    ///   - schema: The entities and their rules. Parked changes that it describes now are applied.
    ///   - newNode: Returns the node of a new participant; not called if there are records.
    ///   - maximumObjectSize: The size of an object that only a single change exceeds.
    ///   - omitted: The rules to leave out, for tests.
    /// - Throws: An error of the records or of `newNode`; `SyncError` if the records are damaged.
    package init(
        records: any SyncRecords,
        shown: (any ShownRows)? = nil,
        schema: SyncSchema,
        newNode: () throws -> NodeID,
        maximumObjectSize: Int = RewritePolicy.maximumObjectSize,
        omitting omitted: Set<SyncRule> = []
    ) throws {
        self.init(
            schema: schema,
            node: NodeID(rawValue: 0),
            maximumObjectSize: maximumObjectSize,
            omitting: omitted
        )
        let stored = StoredParticipant(records: records, shown: shown, schema: schema)
        connect(to: stored)
        let recordedSchema = load(from: stored)
        if let failure = stored.reader.failure { throw failure }
        guard let recordedSchema else {
            begin(as: try newNode())
            return
        }
        let small = smallRecords().values
        self.stored?.small = small
        if recordedSchema != schema.digest { replica = replica.adopting(schema) }
    }

    /// Gives a new participant its node, which the first changes record.
    private mutating func begin(as node: NodeID) {
        replica.node = node
        log.restart(as: node)
        nodes = [node]
    }

    /// The first error of reading; nothing may be committed after it.
    package var failure: (any Error)? { stored?.reader.failure }

    /// Reads from records what is not in memory.
    private mutating func connect(to stored: StoredParticipant) {
        self.stored = stored
        let (records, table) = (stored.reader, stored.table)
        var state = ReplicaState(schema: replica.schema, source: stored.source)
        state.equalRows = state.equalRows.connected(to: records, table)
        state.homeless = state.homeless.connected(to: records, table)
        replica.merge.state = state
        replica.merge.outcomes = replica.merge.outcomes.connected(to: records, table)
        replica.merge.purged = replica.merge.purged.connected(to: records, table)
        log.connect(to: records, table)
        reader.names = reader.names.connected(to: records, table)
    }

    /// Lets the store show rows with the next changes.
    ///
    /// - Parameter rows: Rows that the store could not show before.
    package mutating func showAgain(_ rows: some Sequence<RowID>) {
        for row in rows { replica.merge.state.touch(row) }
    }

    /// Lets the store show the rows that refer to others with the next changes.
    ///
    /// - Parameter rows: Rows that the store shows now, and did not show before.
    package mutating func showReferrers(of rows: some Sequence<RowID>) {
        for row in rows { replica.merge.state.touchReferrers(of: row) }
    }

    /// Returns what changed since the last call, to be written in one commit.
    ///
    /// - Parameter show: Lets the store show changed rows, nil for rows that do not exist any more,
    ///   and returns the values that it shows then, without the rows that it does not show. It is
    ///   called once, and not at all if the participant has no store.
    /// - Returns: The changes of records in the order of their keys.
    /// - Throws: The first error of reading, or one of showing.
    package mutating func takeChanges(
        showing show: ([RowID: RowState?]) throws -> [RowID: [String: SyncValue]] = { _ in [:] }
    ) throws -> [RecordChange] {
        guard let stored else { return [] }
        if stored.shown != nil { replica.merge.state.touchReferrers() }
        let rows = replica.state.changedRows
        let shown = stored.shown != nil && !rows.isEmpty ? try show(rows) : [:]
        var (small, changes) = smallRecords()
        for (row, state) in rows.sorted(by: { $0.key < $1.key }) {
            replica.state.record(
                row,
                state,
                replacing: stored.source.record(of: row),
                shown: shown[row],
                in: &changes
            )
        }
        replica.state.record(in: &changes)
        replica.state.equalRows.record(in: &changes)
        replica.state.homeless.record(in: &changes)
        replica.merge.outcomes.record(in: &changes)
        replica.merge.purged.record(in: &changes)
        log.record(in: &changes)
        reader.names.record(in: &changes)
        for (key, value) in small where stored.small[key] != value { changes.set(key, to: value) }
        for key in stored.small.keys where small[key] == nil { changes.set(key, to: nil) }
        if let failure = stored.reader.failure { throw failure }
        reconnect(table: changes.table, small: &small)
        return changes.all
    }

    /// Forgets what was taken; it is read from records from then on.
    private mutating func reconnect(table: RecordTable, small: inout [[UInt8]: [UInt8]]) {
        guard let old = stored else { return }
        connect(
            to: StoredParticipant(
                records: old.records,
                shown: old.shown,
                schema: replica.schema,
                table: table,
                small: small
            )
        )
    }
}
