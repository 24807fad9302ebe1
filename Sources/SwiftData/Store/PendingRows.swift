// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The unsaved rows of a context, laid over those of the store by a fetch that includes them.
///
/// A store answers as if they had been saved: a fetch, its filter, its order and every relationship
/// that it follows see the same rows.
struct PendingRows {
    /// One inserted or changed row.
    struct Row {
        let key: Int64
        /// The values of the columns of the table, in order.
        let values: [_ColumnValue]
    }

    /// The unsaved rows of one entity.
    struct Table {
        var rows: [Row] = []
        /// The keys of rows to delete.
        var deleted: [Int64] = []
    }

    /// A pair of a join table, by the keys at its ends.
    struct Pair: Hashable {
        let left: Int64
        let right: Int64
    }

    /// The unsaved pairs of one join table.
    struct Links {
        var added: [Pair] = []
        var removed: [Pair] = []
    }

    /// Encodes the unsaved rows of an entity by its index; nil when it has none.
    ///
    /// A store calls it only for the tables that a query reads: a value that can't be encoded must not
    /// make a query of another table fail.
    let table: (_ entity: Int) throws -> Table?
    /// Whether rows of an entity are to be deleted.
    let hasDeletions: (_ entity: Int) -> Bool
    /// The unsaved pairs of a join table; nil when it has none.
    let links: (_ table: Int) -> Links?
}
