// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The statements and values of the changed pairs of join tables in the history.
///
/// The table is created with the first changed pair. A row contains pairs of one relationship,
/// which is recorded by its left side.
enum PairHistorySQL {
    static let table = "swiftdata_pair_change"

    /// The number of the first row of a transaction, greater than the numbers in
    /// `swiftdata_change`: pairs follow all other changes.
    static let firstSequence: Int64 = 1 << 32

    /// The maximum number of pairs in a row.
    static let maximumCount = 1_024

    static let create = """
        CREATE TABLE IF NOT EXISTS swiftdata_pair_change(
            "transaction" INTEGER NOT NULL, sequence INTEGER NOT NULL, entity TEXT NOT NULL,
            property TEXT NOT NULL, present INTEGER NOT NULL, pairs TEXT NOT NULL,
            PRIMARY KEY("transaction", sequence)
        ) STRICT, WITHOUT ROWID
        """

    static let insert = """
        INSERT INTO swiftdata_pair_change(
            "transaction", sequence, entity, property, present, pairs
        ) VALUES (?, ?, ?, ?, ?, ?)
        """

    /// Returns the recorded form of pairs: a JSON array of left and right keys in turn.
    static func text(of pairs: some Sequence<PendingRows.Pair>) -> _ColumnValue {
        JSONArray.text(of: pairs.flatMap { [$0.left, $0.right] })
    }

    /// Returns the pairs in recorded form.
    static func pairs(in text: String) throws -> [PendingRows.Pair] {
        let keys = text.dropFirst().dropLast()
            .split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
        guard text.hasPrefix("["), text.hasSuffix("]"), keys.count.isMultiple(of: 2),
            keys.count <= 2 * maximumCount, !keys.isEmpty
        else { throw StoreError(.damaged, "\(keys.count) keys of pairs in a row of the history") }
        return try stride(from: 0, to: keys.count, by: 2).map { index in
            guard let left = keys[index], let right = keys[index + 1] else {
                throw StoreError(.damaged, "invalid keys of a pair in the history")
            }
            return PendingRows.Pair(left: left, right: right)
        }
    }
}
