// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The unsaved rows that one statement reads, bound to its first parameter.
final class BoundRows {
    /// The type of the bound pointer; SQLite ignores a pointer of another type.
    static let pointerType: StaticString = "swiftdata_rows"

    // Lists, because a statement reads few tables, most statements one.
    private var tables = FirstAndRest<(index: Int, rows: PendingTable)>()
    private var joinTables = FirstAndRest<(index: Int, pairs: PendingPairs)>()

    /// Adds the rows of the table of an entity, by its index.
    func add(_ rows: PendingTable, at entity: Int) { tables.append((entity, rows)) }

    /// Adds the pairs of a join table, by its index.
    func add(_ pairs: PendingPairs, at index: Int) { joinTables.append((index, pairs)) }

    /// Returns the rows of the table of an entity, or `nil` if the statement reads none.
    func table(_ entity: Int) -> PendingTable? { tables.first { $0.index == entity }?.rows }

    /// Returns the pairs of a join table, or `nil` if the statement reads none.
    func pairs(_ index: Int) -> PendingPairs? { joinTables.first { $0.index == index }?.pairs }
}
