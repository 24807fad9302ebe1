// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The effects of a commit that the store itself determined.
struct CommitReceipt {
    /// The keys of rows with values that the store changed, by entity index.
    var refreshedKeys: [Int: [Int64]] = [:]
    /// The inserted rows with which the store updated another row, by entity index.
    var mergedRows: [Int: [MergedRow]] = [:]
    /// The position in the history of a custom store, which is a `HistoryToken`.
    var historyToken: (any Sendable)?

    /// An inserted row that turned out to be an existing one.
    struct MergedRow {
        /// The key that was assigned on insertion.
        let ownKey: Int64
        /// The key of the existing row.
        let key: Int64
    }
}
