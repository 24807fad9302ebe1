// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The unsaved rows of a context, which a fetch merges into the rows of the store.
///
/// A store returns the same result as after a save: the filter and order of a fetch and every
/// relationship that it follows read the merged rows.
final class PendingRows {
    /// An inserted or updated row.
    struct Row {
        let key: Int64
        /// The values of the table's columns, in order.
        let values: [_ColumnValue]
    }

    /// The keys of a pair in a join table.
    struct Pair: Hashable {
        let left: Int64
        let right: Int64
    }

    /// Changes to the pairs of one join table.
    struct Links {
        var added: [Pair] = []
        var removed: [Pair] = []
    }

    /// Returns the unsaved rows of an entity, given its index; nil if it has none.
    ///
    /// A store calls it only for the tables that a query reads, so that a value that cannot be
    /// encoded does not cause a query of another table to fail.
    let table: (_ entity: Int) throws -> PendingTable?
    /// Returns whether rows of an entity, given its index, will be deleted.
    let hasDeletions: (_ entity: Int) -> Bool
    /// Returns the unsaved pairs of a join table, given its index; nil if it has none.
    let pairs: (_ table: Int) -> PendingPairs?

    init(
        table: @escaping (_ entity: Int) throws -> PendingTable?,
        hasDeletions: @escaping (_ entity: Int) -> Bool,
        pairs: @escaping (_ table: Int) -> PendingPairs?
    ) {
        self.table = table
        self.hasDeletions = hasDeletions
        self.pairs = pairs
    }
}
