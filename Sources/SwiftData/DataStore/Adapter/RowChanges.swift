// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The writes of an open transaction of a custom store.
struct RowChanges {
    /// The change of one row.
    enum Change {
        case insert([_ColumnValue])
        /// The new values of some properties.
        case update([_ColumnValue], PropertySet)
        case delete
    }

    /// The changed pairs of one join table.
    struct Pairs {
        private(set) var added = InsertionOrderedDictionary<PendingRows.Pair, Bool>()
        private(set) var removed: Set<PendingRows.Pair> = []

        fileprivate mutating func apply(_ links: PendingRows.Links) {
            for pair in links.removed where added.remove(pair) == nil { removed.insert(pair) }
            for pair in links.added where removed.remove(pair) == nil { added[pair] = true }
        }
    }

    /// The changes of each entity by key, in the order in which they were made.
    private(set) var rows: [Int: InsertionOrderedDictionary<Int64, Change>] = [:]
    /// The changed pairs by join table.
    private(set) var pairs: [Int: Pairs] = [:]

    /// The order of models in ordered relationships.
    private(set) var arrangements: [Arrangement] = []

    var isEmpty: Bool {
        rows.values.allSatisfy(\.isEmpty) && pairs.isEmpty && arrangements.isEmpty
    }

    /// Returns the change of a row; nil if it has none.
    func change(of key: Int64, in entity: Int) -> Change? { rows[entity]?[key] }

    mutating func insert(_ key: Int64, values: [_ColumnValue], into entity: Int) {
        rows[entity, default: .init()][key] = .insert(values)
    }

    mutating func update(
        _ key: Int64,
        values: [_ColumnValue],
        of properties: PropertySet,
        in table: TableLayout
    ) {
        let entity = table.entity.index
        switch change(of: key, in: entity) {
        case .delete?: return
        case .insert(let old)?:
            var row = StoredRow(key, values: old)
            row.set(values, of: properties, in: table)
            rows[entity]?[key] = .insert(row.values)
        case .update(let old, let changed)?:
            var row = StoredRow(key, values: old)
            row.set(values, of: properties, in: table)
            rows[entity]?[key] = .update(row.values, changed.union(properties))
        case nil: rows[entity, default: .init()][key] = .update(values, properties)
        }
    }

    mutating func delete(_ key: Int64, from entity: Int) {
        if case .insert? = change(of: key, in: entity) {
            rows[entity]?.remove(key)
        } else {
            rows[entity, default: .init()][key] = .delete
        }
    }

    mutating func arrange(_ arrangement: Arrangement) { arrangements.append(arrangement) }

    mutating func link(_ links: PendingRows.Links, in table: Int) {
        pairs[table, default: Pairs()].apply(links)
    }
}
