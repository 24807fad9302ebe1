// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The changes that cannot be applied yet, by the row that they wait for.
struct Parked: Hashable, Sendable {
    private(set) var changes: [RowID: [Change]] = [:]

    /// Adds a change unless it waits already.
    mutating func add(_ change: Change, for row: RowID) {
        guard changes[row]?.contains(change) != true else { return }
        changes[row, default: []].append(change)
    }

    /// Removes the changes that wait for a row, and returns them.
    mutating func take(for row: RowID) -> [Change] { changes.removeValue(forKey: row) ?? [] }

    /// All changes that wait, in the order of their rows.
    var all: [Change] {
        changes.sorted { $0.key < $1.key }.flatMap(\.value)
    }
}
