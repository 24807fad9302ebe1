// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The synchronized rows of one machine, and the rules by which they merge.
///
/// The merge is a function of the set of changes: replicas that have applied the same changes, and
/// the outcomes that each of them published, have the same rows in whatever order they did. No rule
/// reads the time; a repair computes its clock from the repaired state, the same on all replicas.
///
/// A replica has three tasks, each in a file of its own: `capture(_:)` assigns clocks to the
/// changes of the store, `apply(_:)` merges the changes of others, and `repair(at:patience:)`
/// restores the constraints that no single change can violate. What they change is named by
/// subjects (`ChangeKey`), and `changes(for:)` returns the changes to publish for them.
package struct Replica: Sendable {
    /// The entities and their rules.
    package let schema: SyncSchema
    /// The rules that a test leaves out.
    let omitted: Set<SyncRule>
    var state = ReplicaState()
    var clocks: ClockSource
    /// The outcomes of merges that are not published yet.
    var outcomes: Set<ChangeKey> = []
    /// The rows with purged content that this replica learnt of since `takePurged()`.
    var purged: Set<RowID> = []
    /// The references without a row, with the time at which each was found.
    var homeless: [RowID: [String: Int64]] = [:]

    /// Creates a replica without rows.
    ///
    /// - Parameters:
    ///   - schema: The entities and their rules.
    ///   - node: The node of new clocks.
    ///   - omitted: The rules to leave out, for tests.
    package init(schema: SyncSchema, node: NodeID, omitting omitted: Set<SyncRule> = []) {
        self.schema = schema
        self.omitted = omitted
        clocks = ClockSource(node: node)
    }

    /// The node of new clocks.
    package var node: NodeID {
        get { clocks.node }
        set { clocks.node = newValue }
    }

    /// Whether outcomes wait to be published.
    package var hasOutcomes: Bool { !outcomes.isEmpty }

    /// All rows in order.
    package var rows: [RowID] { state.allRows }

    /// The related rows in order.
    package var presentPairs: [PairID] {
        state.pairs.filter(\.value.isPresent).keys.sorted()
    }

    /// Returns whether a row exists.
    package func contains(_ row: RowID) -> Bool { state.contains(row) }

    /// Returns the state of a row; nil if it does not exist.
    package subscript(row: RowID) -> RowState? { state[row] }

    /// Returns the values of a row as a store shows them: references lead to the rows that stayed.
    ///
    /// A row that was merged into one that is not here yet stays until then.
    package func values(of row: RowID) -> [String: SyncValue] {
        (state[row]?.fields ?? [:]).mapValues { field in
            guard let target = field.value.row, !state.contains(target) else { return field.value }
            return .row(state.resolve(target))
        }
    }

    /// Returns the row that a row was merged into; the row itself if it was not.
    package func resolve(_ row: RowID) -> RowID { state.resolve(row) }

    /// Returns what is known of the deletions of a row.
    package func death(of row: RowID) -> Death? { state.deaths[row] }

    /// The changes that wait for rows, entities or fields.
    package var parkedChanges: [Change] { state.parked.all }

    /// Adds subjects to publish, such as the ones in objects that the hub does not have.
    package mutating func addOutcomes(_ keys: some Sequence<ChangeKey>) {
        outcomes.formUnion(keys)
    }

    /// Returns the rows with purged content that became known since the last call.
    package mutating func takePurged() -> Set<RowID> {
        defer { purged = [] }
        return purged
    }

    func follows(_ rule: SyncRule) -> Bool { !omitted.contains(rule) }
}
