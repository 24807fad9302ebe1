// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The unsaved rows of a context, laid over the store's when a fetch includes pending changes.
///
/// A store answers as if they had been saved: a fetch, its filter, its order and every relationship it
/// follows see the same rows.
struct PendingRows {
    /// One inserted or changed row.
    struct Row {
        let key: Int64
        /// The values of the table's columns, in order.
        let values: [_ColumnValue]
    }

    /// The unsaved rows of one entity.
    struct Table {
        var rows: [Row] = []
        /// The keys of rows that are to be deleted.
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

    /// By entity index.
    var tables: [Int: Table] = [:]
    /// By join table index.
    var links: [Int: Links] = [:]

    var isEmpty: Bool { tables.isEmpty && links.isEmpty }
}
