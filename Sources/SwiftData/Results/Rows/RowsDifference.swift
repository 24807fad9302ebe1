// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The changes that turn the rows of a fetch into its rows at a later time.
///
/// Removing the deleted and moved rows from the old rows, and then inserting the inserted and moved
/// rows in ascending order, results in the new rows.
package struct RowsDifference: Equatable, Sendable {
    /// A row at an offset.
    package struct Element: Equatable, Sendable {
        /// The offset among the old or the new rows.
        package let offset: Int
        /// The key of the row.
        package let key: Int64
    }

    /// A row that both have.
    package struct Pair: Equatable, Sendable {
        /// The offset among the old rows.
        package let from: Int
        /// The offset among the later rows.
        package let to: Int
        /// The key of the row.
        package let key: Int64
    }

    /// The rows that are not among the new ones, by their old offsets.
    package internal(set) var deletions: [Element] = []
    /// The rows that are new, by their later offsets.
    package internal(set) var insertions: [Element] = []
    /// The rows that changed their place among the others, or their section, by their later
    /// offsets.
    package internal(set) var moves: [Pair] = []
    /// The other rows with changed values, by their new offsets.
    package internal(set) var updates: [Pair] = []
    /// The old sections.
    var oldSections = RowSections()
    /// The later sections.
    var newSections = RowSections()

    /// Whether both have the same rows with the same values.
    package var isEmpty: Bool { hasSameRows && updates.isEmpty }
    /// Whether both have the same rows at the same places.
    package var hasSameRows: Bool { deletions.isEmpty && insertions.isEmpty && moves.isEmpty }

    mutating func sort() {
        deletions.sort { $0.offset < $1.offset }
        insertions.sort { $0.offset < $1.offset }
        moves.sort { $0.to < $1.to }
        updates.sort { $0.to < $1.to }
    }
}
