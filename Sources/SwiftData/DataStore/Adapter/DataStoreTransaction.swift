// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Collects the writes of a save, and passes them to a custom store in one request.
final class DataStoreTransaction<Store: DataStore>: StoreTransaction {
    private let connection: DataStoreConnection<Store>
    private let evaluator: any ContextStore
    private let client: StoreClient
    private var changes = RowChanges()
    private var uniqueRows: UniqueRows<Store>
    private(set) var receipt = CommitReceipt()

    init(
        _ connection: DataStoreConnection<Store>,
        evaluator: any ContextStore,
        for client: StoreClient
    ) {
        self.connection = connection
        self.evaluator = evaluator
        self.client = client
        uniqueRows = UniqueRows(connection, client: client)
    }

    private var layout: SchemaLayout { connection.layout }

    /// Saves the writes.
    ///
    /// - Throws: The errors of the store.
    func commit() throws {
        guard !changes.isEmpty else { return }
        var save = DataStoreSave(connection, changes: changes, for: client)
        receipt = try save.run()
    }

    func read<R>(_ body: (any StoreReading) throws -> R) throws -> R {
        try body(
            DataStoreSession(
                connection: connection,
                evaluator: evaluator,
                client: client,
                changes: changes
            )
        )
    }

    // MARK: Rows

    func insert(key: Int64, values: [_ColumnValue], into entity: EntityDescription) throws {
        try checkUnique(key, values: values, of: nil, in: entity)
        changes.insert(key, values: values, into: entity.index)
        uniqueRows.set(values, for: key, in: entity)
    }

    func update(
        key: Int64,
        values: [_ColumnValue],
        of properties: PropertySet,
        in entity: EntityDescription
    ) throws -> UpdatedRow {
        try checkUnique(key, values: values, of: properties, in: entity)
        changes.update(key, values: values, of: properties, in: layout[entity])
        uniqueRows.update(values, of: properties, for: key, in: entity)
        // The store reports a missing row when it saves.
        return .changed
    }

    func delete(keys: [Int64], from entity: EntityDescription) throws {
        for key in keys {
            changes.delete(key, from: entity.index)
            uniqueRows.remove(key, from: entity)
        }
    }

    func key(
        in entity: EntityDescription,
        where properties: [Int],
        are values: [_ColumnValue]
    ) throws -> Int64? {
        try uniqueRows.key(in: entity, where: properties, are: values, changes: changes)
    }

    func link(_ links: PendingRows.Links, in table: Int) throws {
        changes.link(links, in: table)
    }

    func arrange(_ arrangement: Arrangement) throws { changes.arrange(arrangement) }

    /// Checks that no other row has the unique values of a row.
    private func checkUnique(
        _ key: Int64,
        values: [_ColumnValue],
        of properties: PropertySet?,
        in entity: EntityDescription
    ) throws {
        let table = layout[entity]
        for constraint in entity.uniqueConstraints
        where properties.map({ constraint.contains(where: $0.contains) }) ?? true {
            var row = StoredRow(key, values: values)
            if let properties, !constraint.allSatisfy(properties.contains) {
                guard let old = try uniqueRows.row(key, of: entity, changes: changes) else {
                    continue
                }
                row.values = old
                row.set(values, of: properties, in: table)
            }
            let unique = constraint.map { row.values[table.positions(of: $0).lowerBound] }
            guard !unique.contains(.null),
                let other = try self.key(in: entity, where: constraint, are: unique), other != key
            else { continue }
            let names = constraint.map { entity.properties[$0].name }.joined(separator: ", ")
            throw StoreError(
                .notUnique,
                "another \(entity.name) has the same value of \(names), which must be unique"
            )
        }
    }

    func checkReferences() throws {
        try checkPairs()
        for (entity, changes) in changes.rows {
            let table = layout.tables[entity]
            let references = table.columns.indices.filter { table.columns[$0].references != nil }
            for position in references {
                let column = table.columns[position]
                guard
                    let destination = table.entity.properties[column.property].destination
                else { continue }
                var missing: [Int64: Int64] = [:]
                for (key, change) in changes.elements {
                    guard
                        case .integer(let target)? = change.value(
                            at: position,
                            property: column.property
                        ),
                        !isInserted(target, in: destination)
                    else { continue }
                    missing[target] = key
                }
                guard !missing.isEmpty else { continue }
                let stored = try connection.rows(
                    Array(missing.keys),
                    of: destination,
                    for: client
                )
                for row in stored where !isDeleted(row.key, in: destination) {
                    missing[row.key] = nil
                }
                if let (target, key) = missing.first {
                    throw StoreError(
                        .constraint,
                        "\(table.name) \(key): \(column.name) refers to \(destination.name) "
                            + "\(target), which does not exist"
                    )
                }
            }
        }
    }

    /// Checks that the models of each added pair exist.
    private func checkPairs() throws {
        for (index, pairs) in changes.pairs {
            let join = layout.joinTables[index]
            let owner = layout.tables[join.left.entity].entity
            let property = owner.properties[join.left.property]
            guard let destination = property.destination else { continue }
            let ends = [(owner, \PendingRows.Pair.left), (destination, \PendingRows.Pair.right)]
            for (entity, end) in ends {
                var missing = Set(pairs.added.keys.map { $0[keyPath: end] })
                    .filter { changes.change(of: $0, in: entity.index) == nil }
                let stored = try connection.rows(Array(missing), of: entity, for: client)
                missing.subtract(stored.map(\.key))
                guard let key = missing.first else { continue }
                throw StoreError(
                    .constraint,
                    "\(owner.name).\(property.name): a pair refers to \(entity.name) \(key), which "
                        + "does not exist"
                )
            }
        }
    }

    private func isInserted(_ key: Int64, in entity: EntityDescription) -> Bool {
        if case .insert? = changes.change(of: key, in: entity.index) { true } else { false }
    }

    private func isDeleted(_ key: Int64, in entity: EntityDescription) -> Bool {
        if case .delete? = changes.change(of: key, in: entity.index) { true } else { false }
    }

    // MARK: History

    /// Returns nil: a custom store records its own history.
    func record(_ entry: HistoryEntry) throws -> Int64? { nil }

    func deleteHistory(through transaction: Int64, author: String?) throws {}

    func deleteHistory(_ transactions: [Int64], keepsTokens: Bool) throws {}

    // MARK: Savepoints

    func completeWrites() throws {}

    func savepoint<R>(_ body: () throws -> R) throws -> R {
        let saved = changes
        do {
            return try body()
        } catch {
            changes = saved
            uniqueRows = UniqueRows(connection, client: client)
            uniqueRows.apply(changes)
            throw error
        }
    }
}

extension RowChanges.Change {
    /// Returns the new value of a column; nil if it does not change.
    func value(at position: Int, property: Int) -> _ColumnValue? {
        switch self {
        case .insert(let values): values[position]
        case .update(let values, let properties) where properties.contains(property):
            values[position]
        case .update, .delete: nil
        }
    }
}
