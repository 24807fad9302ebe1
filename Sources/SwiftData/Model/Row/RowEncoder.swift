// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Encodes the properties of one model to column values.
///
/// A property is addressed by its index in the class that declares it, and occupies one or more
/// consecutive columns.
public struct _RowEncoder {
    /// The first column of each property of the entity; -1 for a property without a column.
    private let columns: [Int32]
    /// The number of properties that the encoding class inherits.
    private var inheritedCount = 0
    /// The properties of the entity to encode; nil for all.
    var selection: PropertySet?
    private(set) var values: [_ColumnValue]

    init(columns: [Int32], count: Int) {
        self.columns = columns
        values = Array(repeating: .null, count: count)
    }

    /// Returns the first column of a property; -1 if it has none or is not selected.
    public func column(of index: Int) -> Int32 {
        let property = inheritedCount + index
        guard selection?.contains(property) ?? true else { return -1 }
        return columns[property]
    }

    /// Sets the value of a column.
    public mutating func set(_ value: _ColumnValue, _ column: Int32) {
        values[Int(column)] = value
    }

    /// Sets the values of a property's columns, in order.
    mutating func set(_ columns: [_ColumnValue], at index: Int) {
        let first = Int(column(of: index))
        guard first >= 0 else { return }
        values.replaceSubrange(first..<(first + columns.count), with: columns)
    }

    /// Calls `body` with an encoder for a subclass of a class that declares `count` properties.
    mutating func following(
        _ count: Int,
        _ body: (inout _RowEncoder) throws -> Void
    ) rethrows {
        inheritedCount += count
        defer { inheritedCount -= count }
        try body(&self)
    }

    /// Sets all columns to NULL, for the next model.
    mutating func reset() {
        for position in values.indices { values[position] = .null }
    }
}
