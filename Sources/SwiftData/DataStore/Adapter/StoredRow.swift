// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A row of a custom store, with the keys of related rows.
struct StoredRow {
    let key: Int64
    /// The values of the table's columns, in order.
    var values: [_ColumnValue]
    /// The keys in the relationships without a column, by the index of the relationship.
    ///
    /// A relationship that the store does not keep at this end has no entry.
    var related: [Int: [Int64]] = [:]

    /// Creates the row of a snapshot.
    init(_ key: Int64, content: SnapshotContent, in store: StoreIdentity) {
        self.key = key
        values = content.values
        let table = content.table
        for (index, identifiers) in content.related {
            guard let destination = table.entity.properties[index].destination else { continue }
            let keys = identifiers.compactMap { store.key(of: $0, in: destination.name) }
            if let column = table.positions(of: index).first {
                values[column] = keys.first.map { .integer($0) } ?? .null
            } else {
                related[index] = keys
            }
        }
    }

    /// Creates a new row.
    init(_ key: Int64, values: [_ColumnValue]) {
        self.key = key
        self.values = values
    }

    /// Returns the key to which a to-one relationship with a column refers.
    func reference(_ property: PropertyDescription, in table: TableLayout) -> Int64? {
        guard let column = table.positions(of: property.index).first,
            case .integer(let key) = values[column]
        else { return nil }
        return key
    }

    /// Replaces the columns of some properties.
    mutating func set(_ new: [_ColumnValue], of properties: PropertySet, in table: TableLayout) {
        for (position, column) in table.columns.enumerated()
        where properties.contains(column.property) {
            values[position] = new[position]
        }
    }
}
