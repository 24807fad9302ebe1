// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The synchronized rows of one machine, and the rules by which they merge.
///
/// The merge is a function of the set of changes: replicas that have applied the same changes, and
/// the outcomes that each of them published, have the same rows in whatever order they did. No rule
/// reads the time; a repair computes its clock from the repaired state, the same on all replicas.
///
/// A replica has three tasks: `capture(_:)` assigns clocks to the changes of the store,
/// `apply(_:)` merges the changes of others (`ReplicaMerge`), and `repair(at:patience:)` restores
/// the constraints that no single change can violate. After each of them, one row at most refers to
/// another one by a field that allows one. What they change is named by subjects (`ChangeKey`), and
/// `changes(for:)` returns the changes to publish for them.
package struct Replica: Sendable {
    /// The rows and the rules of their merge.
    var merge: ReplicaMerge
    var clocks: ClockSource

    /// Creates a replica without rows.
    ///
    /// - Parameters:
    ///   - schema: The entities and their rules.
    ///   - node: The node of new clocks.
    ///   - omitted: The rules to leave out, for tests.
    package init(schema: SyncSchema, node: NodeID, omitting omitted: Set<SyncRule> = []) {
        merge = ReplicaMerge(state: ReplicaState(schema: schema), omitting: omitted)
        clocks = ClockSource(node: node)
    }

    /// The entities and their rules.
    package var schema: SyncSchema { merge.schema }
    var state: ReplicaState { merge.state }
    var outcomes: [ChangeKey] { merge.outcomes.keys() }

    /// The node of new clocks.
    package var node: NodeID {
        get { clocks.node }
        set { clocks.node = newValue }
    }

    /// Whether outcomes wait to be published.
    package var hasOutcomes: Bool { !merge.outcomes.isEmpty }

    /// All rows in order.
    package var rows: [RowID] { state.allRows }

    /// Returns the rows of an entity in order.
    package func rows(of entity: String) -> [RowID] { state.rows(of: entity) }

    /// The related rows in order.
    package var presentPairs: [PairID] { state.presentPairs }

    /// The pairs that were changed since the changes of records were taken, in order.
    package var changedPairs: [PairID] { state.pairs.entries.keys.sorted() }

    /// Returns whether two rows are related.
    package func isPresent(_ pair: PairID) -> Bool { state[pair]?.isPresent == true }

    /// Returns the present pairs with a row, in order.
    package func presentPairs(of row: RowID) -> [PairID] {
        state.pairs(of: row).filter(isPresent)
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
    package func death(of row: RowID) -> Death? { state.death(of: row) }

    /// The changes that wait for rows, entities or fields.
    package var parkedChanges: [Change] { state.slots.compactMap(state.parked(at:)) }

    /// Adds subjects to publish, such as the ones in objects that the hub does not have.
    package mutating func addOutcomes(_ keys: some Sequence<ChangeKey>) {
        merge.outcomes.formUnion(keys)
    }

    func follows(_ rule: SyncRule) -> Bool { merge.follows(rule) }

    // MARK: Changes of others

    /// Merges changes; what cannot be applied yet is parked.
    package mutating func apply(_ changes: some Sequence<Change>) {
        merge.apply(changes)
        merge.settleContests()
    }

    /// Merges a change, and those that waited for it.
    package mutating func apply(_ change: Change) { apply(CollectionOfOne(change)) }

    /// Applies the parked changes of entities and fields that a new schema describes.
    package func adopting(_ schema: SyncSchema) -> Replica {
        var result = self
        result.merge = merge.adopting(schema)
        result.merge.settleContests()
        return result
    }
}
