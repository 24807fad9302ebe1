// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The column values of one model, collected property by property.
public struct _RowEncoder {
    /// The position of each property among the values; -1 for one without a column.
    let columns: [Int32]
    /// The properties to collect; nil means all.
    var selection: PropertySet?
    private(set) var values: [_ColumnValue]

    init(columns: [Int32], count: Int) {
        self.columns = columns
        values = Array(repeating: .null, count: count)
    }

    /// Whether the property at `index` has a column and was asked for.
    public func wants(_ index: Int) -> Bool {
        columns[index] >= 0 && selection?.contains(index) ?? true
    }

    /// Sets the value of the property at `index`.
    public mutating func set(_ value: _ColumnValue, at index: Int) {
        values[Int(columns[index])] = value
    }

    /// Makes room for another model.
    mutating func reset() {
        for position in values.indices { values[position] = .null }
    }
}
