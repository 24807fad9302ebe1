// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rows over which a query of a custom store is evaluated.
///
/// They have the form of unsaved rows over an empty store.
struct EvaluatedRows {
    private let layout: SchemaLayout
    private var tables: [Int: PendingTable] = [:]
    private var pairs: [Int: PendingPairs] = [:]

    init(layout: SchemaLayout) { self.layout = layout }

    var pendingRows: PendingRows {
        let (tables, pairs) = (tables, pairs)
        return PendingRows(
            table: { tables[$0] },
            // A store may return references to models that it does not have.
            hasDeletions: { _ in true },
            pairs: { pairs[$0] }
        )
    }

    /// Adds saved rows of a table, and the pairs of its relationships.
    ///
    /// In the order of their keys, in which a query without a sort order returns them.
    mutating func add(_ rows: [StoredRow], of table: TableLayout) {
        let target = tables[table.entity.index] ?? PendingTable()
        tables[table.entity.index] = target
        let joins = table.joinTables
        for (_, join) in joins where pairs[join] == nil { pairs[join] = PendingPairs() }
        for row in rows.sorted(by: { $0.key < $1.key }) {
            target.set(row.values, for: row.key, isSaved: false)
            for (property, join) in joins {
                for other in row.related[property] ?? [] {
                    pairs[join]?.add(.init(left: row.key, right: other))
                }
            }
        }
    }

    /// Returns the keys of updated rows that were not added.
    func missingRows(of changes: RowChanges, in table: TableLayout) -> [Int64] {
        guard let target = tables[table.entity.index] else { return [] }
        return (changes.rows[table.entity.index]?.elements).map { elements in
            elements.compactMap { key, change in
                guard case .update = change, target.row(key) == nil else { return nil }
                return key
            }
        } ?? []
    }

    /// Applies the writes of a transaction to a table.
    mutating func apply(_ changes: RowChanges, in table: TableLayout, base: [StoredRow]) {
        guard let target = tables[table.entity.index],
            let changes = changes.rows[table.entity.index]
        else { return }
        for row in base { target.set(row.values, for: row.key, isSaved: false) }
        for (key, change) in changes.elements {
            switch change {
            case .insert(let values): target.set(values, for: key, isSaved: false)
            case .update(let values, let properties):
                guard let old = target.row(key) else { continue }
                var row = StoredRow(key, values: old)
                row.set(values, of: properties, in: table)
                target.set(row.values, for: key, isSaved: false)
            case .delete: target.remove(key)
            }
        }
    }

    /// Applies the unsaved rows of a context to a table.
    mutating func apply(_ unsaved: PendingTable, in table: TableLayout) {
        guard let target = tables[table.entity.index] else { return }
        for key in unsaved.hidden { target.remove(key) }
        for row in unsaved.rows {
            if let row { target.set(row.values, for: row.key, isSaved: false) }
        }
    }

    /// Applies the writes of a transaction and unsaved pairs to a join table.
    mutating func apply(_ changes: RowChanges.Pairs?, unsaved: PendingPairs?, to table: Int) {
        let target = pairs[table] ?? PendingPairs()
        pairs[table] = target
        for pair in changes?.removed ?? [] { target.discard(pair) }
        for pair in changes.map({ Array($0.added.keys) }) ?? [] { target.add(pair) }
        for pair in unsaved?.removed ?? [] { target.discard(pair) }
        for row in unsaved?.added.rows ?? [] {
            guard let row, case .integer(let left) = row.values[0],
                case .integer(let right) = row.values[1]
            else { continue }
            target.add(PendingRows.Pair(left: left, right: right))
        }
    }
}

extension TableLayout {
    /// The join tables of which the entity is on the left side, by property index.
    var joinTables: [(property: Int, table: Int)] {
        places.enumerated().compactMap { property, place in
            guard case .joinTable(let table, isLeft: true)? = place else { return nil }
            return (property, table)
        }
    }
}
