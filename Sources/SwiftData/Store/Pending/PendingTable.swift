// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The unsaved rows of one table, with an index for each column that a query searched.
///
/// A context changes the table with its models, so that a query costs the rows that it reads.
final class PendingTable {
    /// An order of rows by primary key.
    enum KeyOrder {
        case ascending
        case descending
    }

    /// The rows in the order in which they were added; nil for removed ones.
    private(set) var rows: [PendingRows.Row?] = []
    /// The key of each element of `rows`, also of the removed ones.
    private var keys: [Int64] = []
    /// The number of rows.
    private var count = 0
    /// The position of each key in `rows`; empty while the keys are in ascending order.
    private var positions: [Int64: Int] = [:]
    /// The keys of the saved rows that are not read, because they were changed or deleted.
    private(set) var hidden: Set<Int64> = []
    /// The indexes by column, where 0 is the key and 1 the first value; most tables have one.
    private var indexes: [(column: Int, index: ColumnIndex)] = []
    /// Whether the keys of `rows` are in ascending order, as for new models, so that they are found
    /// without hashing.
    private var isAscending = true

    /// Whether the table has no effect on a query.
    var isEmpty: Bool { count == 0 && hidden.isEmpty }

    /// Adds or replaces a row.
    ///
    /// - Parameters:
    ///   - values: The values of the table's columns, in order.
    ///   - key: The primary key.
    ///   - isSaved: Whether the row replaces a saved one.
    /// - Complexity: O(1), amortized.
    func set(_ values: [_ColumnValue], for key: Int64, isSaved: Bool) {
        if isSaved {
            hidden.insert(key)
        } else if !hidden.isEmpty {
            hidden.remove(key)
        }
        let row = PendingRows.Row(key: key, values: values)
        guard let position = position(of: key) else { return append(row) }
        if let old = rows[position] {
            for (column, index) in indexes where old.value(of: column) != row.value(of: column) {
                index.remove(position, for: old.value(of: column))
                index.insert(position, for: row.value(of: column))
            }
        }
        rows[position] = row
    }

    /// Removes a row, so that the saved row with its key is read again.
    func remove(_ key: Int64) {
        hidden.remove(key)
        guard let position = position(of: key), let old = rows[position] else { return }
        rows[position] = nil
        count -= 1
        if !isAscending { positions[key] = nil }
        for (column, index) in indexes { index.remove(position, for: old.value(of: column)) }
        if rows.count > 16, rows.count > 2 * count { compact() }
    }

    /// Removes a row, and hides the saved row with its key.
    func delete(_ key: Int64) {
        remove(key)
        hidden.insert(key)
    }

    /// Returns the values of the row with a key, or `nil`.
    func row(_ key: Int64) -> [_ColumnValue]? { position(of: key).flatMap { rows[$0]?.values } }

    /// Returns the number of rows that may have a value in a column.
    ///
    /// - Complexity: O(1); O(*n*) for the first search of the column.
    func count(of value: _ColumnValue, in column: Int) -> Int {
        if column == 0 { return positions(of: value, in: 0).count }
        return index(of: column).count(of: value)
    }

    /// Returns the positions of the rows that may have a value in a column, in order.
    ///
    /// Values that a column could consider equal have the same entry in its index: all strings that
    /// `String` considers equal, and all numbers with the same double-precision value. The caller
    /// must compare the values.
    ///
    /// - Complexity: O(*k*) for *k* rows; O(*n*) for the first search of the column.
    func positions(of value: _ColumnValue, in column: Int) -> [Int] {
        if column == 0 {
            guard case .integer(let key) = value else { return [] }
            return position(of: key).map { [$0] } ?? []
        }
        return index(of: column).positions(of: value)
    }

    /// Returns the positions of rows in the order of their keys.
    ///
    /// - Parameters:
    ///   - positions: The positions in ascending order; nil for all rows.
    ///   - order: The order by primary key.
    /// - Returns: The positions; nil for all rows in the order of the table.
    /// - Complexity: O(*k*) for *k* rows if they were added in the order of their keys; otherwise
    ///   O(*k* log *k*).
    func positions(_ positions: [Int]?, in order: KeyOrder) -> [Int]? {
        if isAscending, order == .ascending { return positions }
        var found = positions ?? Array(rows.indices)
        if !isAscending { found.sort { rows[$0]?.key ?? 0 < rows[$1]?.key ?? 0 } }
        return order == .ascending ? found : found.reversed()
    }

    /// Adds the row of a new key.
    private func append(_ row: PendingRows.Row) {
        if isAscending, let last = keys.last, last >= row.key {
            isAscending = false
            for (position, row) in rows.enumerated() {
                if let row { positions[row.key] = position }
            }
        }
        if !isAscending { positions[row.key] = rows.count }
        for (column, index) in indexes { index.insert(rows.count, for: row.value(of: column)) }
        keys.append(row.key)
        rows.append(row)
        count += 1
    }

    /// Returns the position of the row with a key, or `nil`.
    private func position(of key: Int64) -> Int? {
        guard isAscending else { return positions[key] }
        guard let first = keys.first, let last = keys.last, first <= key, key <= last else {
            return nil
        }
        // Without gaps, keys have the same distance as their rows. The difference can overflow only
        // if there are gaps.
        let guess = Int(key &- first)
        if keys.indices.contains(guess), keys[guess] == key {
            return rows[guess] == nil ? nil : guess
        }
        var range = keys.indices
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range = keys[middle] <= key ? middle..<range.upperBound : range.lowerBound..<middle
        }
        let position = range.lowerBound
        return keys[position] == key && rows[position] != nil ? position : nil
    }

    private func index(of column: Int) -> ColumnIndex {
        for known in indexes where known.column == column { return known.index }
        let index = ColumnIndex()
        for (position, row) in rows.enumerated() {
            if let row { index.insert(position, for: row.value(of: column)) }
        }
        indexes.append((column, index))
        return index
    }

    private func compact() {
        rows.removeAll { $0 == nil }
        keys = rows.compactMap { $0?.key }
        if !isAscending {
            for (position, key) in keys.enumerated() { positions[key] = position }
        }
        indexes = []
    }
}

extension PendingRows.Row {
    /// Returns the value of a column, where 0 is the key and 1 the first value.
    func value(of column: Int) -> _ColumnValue {
        column == 0 ? .integer(key) : values[column - 1]
    }
}

/// The positions of rows by the value of one column.
private final class ColumnIndex {
    private enum Entry: Hashable {
        case null
        case number(Double)
        case text(String)
        case data(_ColumnValue)

        init(_ value: _ColumnValue) {
            switch value {
            case .null: self = .null
            case .integer(let integer): self = .number(Double(integer))
            case .real(let real): self = .number(real)
            case .text(let text): self = .text(text)
            case .blob: self = .data(value)
            }
        }
    }

    /// The rows with a value; most values of an import are unique.
    private enum Positions {
        case one(Int)
        case many(Set<Int>)
    }

    private var entries: [Entry: Positions] = [:]

    func count(of value: _ColumnValue) -> Int {
        switch entries[Entry(value)] {
        case nil: 0
        case .one?: 1
        case .many(let positions)?: positions.count
        }
    }

    func positions(of value: _ColumnValue) -> [Int] {
        switch entries[Entry(value)] {
        case nil: []
        case .one(let position)?: [position]
        case .many(let positions)?: positions.sorted()
        }
    }

    func insert(_ position: Int, for value: _ColumnValue) {
        let entry = Entry(value)
        // Replaced while it changes, so that the set has a single reference.
        switch entries.updateValue(.one(position), forKey: entry) {
        case nil: break
        case .one(let other)?: entries[entry] = .many([other, position])
        case .many(var positions)?:
            positions.insert(position)
            entries[entry] = .many(positions)
        }
    }

    func remove(_ position: Int, for value: _ColumnValue) {
        let entry = Entry(value)
        guard case .many(var positions)? = entries.removeValue(forKey: entry) else { return }
        positions.remove(position)
        if !positions.isEmpty { entries[entry] = .many(positions) }
    }
}
