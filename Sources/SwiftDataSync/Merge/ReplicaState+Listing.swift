// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Everything that a replica has: for a new schema, and for tests.
extension ReplicaState {
    private static let pageSize = 1_024

    /// Returns the keys of an entity's next stored rows that were not changed.
    private func storedKeys(of entity: String, after key: RowKey?) -> [RowKey] {
        source?.rows(of: entity, after: key, limit: Self.pageSize) ?? []
    }

    /// Calls a function with the rows of an entity, the stored ones page by page.
    mutating func visitRows(
        of entity: String,
        _ body: (inout ReplicaState, RowID, RowState) -> Void
    ) {
        for key in (rows[entity]?.presentKeys ?? []).sorted() {
            let row = RowID(entity: entity, key: key)
            if let state = self[row] { body(&self, row, state) }
        }
        var last: RowKey?
        while true {
            let keys = storedKeys(of: entity, after: last)
            guard let end = keys.last else { return }
            for key in keys where rows[entity]?.hasChanged(key) != true {
                let row = RowID(entity: entity, key: key)
                if let state = self[row] { body(&self, row, state) }
            }
            last = end
        }
    }

    /// Returns the rows of an entity in order.
    func rows(of entity: String) -> [RowID] {
        var keys = rows[entity]?.presentKeys ?? []
        var last: RowKey?
        while true {
            let stored = storedKeys(of: entity, after: last)
            guard let end = stored.last else { break }
            keys += stored.filter { rows[entity]?.hasChanged($0) != true }
            last = end
        }
        return keys.sorted().map { RowID(entity: entity, key: $0) }
    }

    /// All rows in order.
    var allRows: [RowID] {
        Set(rows.keys).union(schema.entities.keys).sorted().flatMap(rows(of:))
    }

    /// The related rows in order.
    var presentPairs: [PairID] {
        let all = source == nil ? pairs.presentKeys : allRows.flatMap(ownPairs)
        return all.filter { self[$0]?.isPresent == true }.sorted()
    }

    /// The places of all parked changes in order.
    var slots: [ParkedSlot] {
        var all = parked.presentKeys
        var last: ParkedSlot?
        while true {
            let stored = source?.slots(after: last, limit: Self.pageSize) ?? []
            guard let end = stored.last else { break }
            all += stored.filter { !parked.hasChanged($0) }
            last = end
        }
        return all.sorted()
    }

    /// Adopts a schema; all rows must satisfy its constraints.
    mutating func adopt(_ schema: SyncSchema) {
        self.schema = schema
        index.indexEqualRows(of: rows, in: schema)
        for (name, entity) in schema.entities.sorted(by: { $0.key < $1.key })
        where !entity.uniques.isEmpty || !entity.denyingFields.isEmpty
            || !entity.exclusiveFields.isEmpty
        {
            visitRows(of: name) { state, row, known in state.note(row, from: nil, to: known) }
        }
    }
}
