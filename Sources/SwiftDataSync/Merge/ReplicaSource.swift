// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The stored state of a replica, of which a `Replica` has in memory what it changes.
///
/// Lists have no order and no repetitions. What is read stays the same until the changes of a
/// replica were written.
///
/// Reading may fail, and the rules of the merge cannot: a source then returns nothing and remembers
/// its first error. Check `failure` before the changes of a replica are committed.
package protocol ReplicaSource: Sendable {
    /// The first error of reading; what was read after it is meaningless.
    var failure: (any Error)? { get }

    /// Returns the state of a row; nil if it does not exist.
    func row(_ row: RowID) -> RowState?
    /// Returns the keys of an entity's next rows in order; none if there are no more.
    func rows(of entity: String, after key: RowKey?, limit: Int) -> [RowKey]
    /// Returns the rows of an entity with a reference to a row.
    func rows(of entity: String, referringTo row: RowID, by field: String) -> [RowKey]
    /// Returns the rows of an entity with a reference that the store does not show; all rows with
    /// one to a row that the store does not have are among them.
    func rows(of entity: String, withUnshown row: RowID, as field: String) -> [RowKey]
    /// Returns the rows of an entity with a value of a unique constraint.
    func rows(of entity: String, with value: SyncValue, ofUnique index: Int) -> [RowKey]
    /// Returns the state of a pair.
    func pair(_ pair: PairID) -> PairState?
    /// Returns the pairs with a row.
    func pairs(of row: RowID) -> [PairID]
    /// Returns what is known of the deletions of a row.
    func death(of row: RowID) -> Death?
    /// Returns the row that a row was merged into.
    func redirect(of row: RowID) -> RowID?
    /// Returns the rows that were merged into a row.
    func redirects(into row: RowID) -> [RowID]
    /// Returns the change at a place of the parked ones.
    func parked(at slot: ParkedSlot) -> Change?
    /// Returns the places of the changes that wait for a row.
    func slots(waitingFor row: RowID) -> [ParkedSlot]
    /// Returns the places of the parked changes of a row.
    func slots(of row: RowID) -> [ParkedSlot]
    /// Returns the next places of parked changes in order; none if there are no more.
    func slots(after slot: ParkedSlot?, limit: Int) -> [ParkedSlot]
}
