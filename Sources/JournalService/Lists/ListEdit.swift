// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData

/// An edit of an array, at positions that are valid once the edits before it were applied.
enum ListEdit: Sendable, Equatable {
    case insert(at: Int)
    case delete(at: Int)
    /// Removes the element at one position and inserts it at another one of the remaining elements.
    case move(from: Int, to: Int)
    case update(at: Int)
}

extension RowsDifference {
    /// Returns the edits that turn the old keys into the new ones, each with its key.
    ///
    /// - Complexity: O(*k* log *k*) for *k* changed rows; O(*k n*) if some of *n* rows moved.
    func edits(from former: [Int64], to later: [Int64]) -> [(edit: ListEdit, key: Int64)] {
        var edits: [(edit: ListEdit, key: Int64)] = []
        for row in deletions.reversed() { edits.append((.delete(at: row.offset), row.key)) }
        edits += moveEdits(from: former, to: later)
        for row in insertions { edits.append((.insert(at: row.offset), row.key)) }
        for row in updates { edits.append((.update(at: row.to), row.key)) }
        return edits
    }

    /// Returns the edits that move rows, which are applied between the deletions and the
    /// insertions.
    private func moveEdits(
        from former: [Int64],
        to later: [Int64]
    ) -> [(edit: ListEdit, key: Int64)] {
        guard !moves.isEmpty else { return [] }
        let deleted = Set(deletions.map(\.key))
        let inserted = Set(insertions.map(\.key))
        var present = former.filter { !deleted.contains($0) }
        let target = later.filter { !inserted.contains($0) }
        var edits: [(edit: ListEdit, key: Int64)] = []
        let moved = Set(moves.map(\.key))
        // In ascending order, so that the row before it is in its place already.
        for (offset, key) in target.enumerated() where moved.contains(key) {
            guard let from = present.firstIndex(of: key) else { continue }
            present.remove(at: from)
            let previous = offset > 0 ? present.firstIndex(of: target[offset - 1]) : nil
            let index = previous.map { $0 + 1 } ?? 0
            present.insert(key, at: index)
            edits.append((.move(from: from, to: index), key))
        }
        return edits
    }
}
