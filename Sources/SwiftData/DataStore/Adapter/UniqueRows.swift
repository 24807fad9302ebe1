// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Finds the rows of a custom store by unique values, in an open transaction.
struct UniqueRows<Store: DataStore> {
    private let connection: DataStoreConnection<Store>
    private let client: StoreClient
    /// The new values of changed rows by entity index; and all rows of the entities in `loaded`.
    private var tables: [Int: PendingTable] = [:]
    /// The entities with all saved rows loaded, because the store cannot find rows by value.
    private var loaded: Set<Int> = []
    /// The number of values that were requested from the store, by entity index.
    private var requestCounts: [Int: Int] = [:]

    /// The number of values after which all rows are loaded instead.
    private static var requestLimit: Int { 16 }

    init(_ connection: DataStoreConnection<Store>, client: StoreClient) {
        self.connection = connection
        self.client = client
    }

    /// Returns the key of the row with these values of the given properties; nil if none exists.
    mutating func key(
        in entity: EntityDescription,
        where properties: [Int],
        are values: [_ColumnValue],
        changes: RowChanges
    ) throws -> Int64? {
        if let key = knownKey(in: entity, where: properties, are: values) { return key }
        guard !loaded.contains(entity.index) else { return nil }
        guard let found = try storedRows(in: entity, where: properties, are: values) else {
            try load(entity, changes: changes)
            return knownKey(in: entity, where: properties, are: values)
        }
        return found.first { row in
            switch changes.change(of: row.key, in: entity.index) {
            case nil: true
            // The row keeps the value unless the transaction changed it.
            case .update(_, let changed)?: !properties.contains(where: changed.contains)
            case .insert?, .delete?: false
            }
        }?.key
    }

    /// Returns the values of a saved row with the changes of the transaction; nil without a row.
    mutating func row(
        _ key: Int64,
        of entity: EntityDescription,
        changes: RowChanges
    ) throws -> [_ColumnValue]? {
        if !loaded.contains(entity.index) { try load(entity, changes: changes) }
        return tables[entity.index]?.row(key)
    }

    /// Returns the key of a row in the tables.
    private func knownKey(
        in entity: EntityDescription,
        where properties: [Int],
        are values: [_ColumnValue]
    ) -> Int64? {
        guard let table = tables[entity.index] else { return nil }
        let columns = properties.map { connection.layout[entity].positions(of: $0).lowerBound }
        return table.positions(of: values[0], in: columns[0] + 1).lazy
            .compactMap { table.rows[$0] }
            .first { row in zip(columns, values).allSatisfy { row.values[$0] == $1 } }?.key
    }

    /// Requests the rows with some values from the store; `nil` if it cannot search for them.
    private mutating func storedRows(
        in entity: EntityDescription,
        where properties: [Int],
        are values: [_ColumnValue]
    ) throws -> [StoredRow]? {
        let property = entity.properties[properties[0]]
        requestCounts[entity.index, default: 0] += 1
        guard requestCounts[entity.index, default: 0] <= Self.requestLimit, properties.count == 1,
            property.subclass == nil, let access = property.access as? any ValueFetching,
            let descriptor = access.fetch(of: values[0])
        else { return nil }
        do {
            func rows(_ described: some FetchDescribing) throws -> [StoredRow] {
                try connection.rows(described.descriptor, for: client)
            }
            let column = connection.layout[entity].positions(of: property.index).lowerBound
            return try rows(descriptor).filter { $0.values[column] == values[0] }
        } catch DataStoreError.preferInMemoryFilter {
            return nil
        }
    }

    private mutating func load(_ entity: EntityDescription, changes: RowChanges) throws {
        let table = PendingTable()
        for row in try connection.rows(of: entity, for: client) {
            table.set(row.values, for: row.key, isSaved: false)
        }
        tables[entity.index] = table
        loaded.insert(entity.index)
        apply(changes, in: entity)
    }

    // MARK: Changes

    /// Adds the changes of a transaction.
    mutating func apply(_ changes: RowChanges) {
        for index in changes.rows.keys {
            apply(changes, in: connection.layout.tables[index].entity)
        }
    }

    private mutating func apply(_ changes: RowChanges, in entity: EntityDescription) {
        guard let rows = changes.rows[entity.index] else { return }
        for (key, change) in rows.elements {
            switch change {
            case .insert(let values): set(values, for: key, in: entity)
            case .update(let values, let properties):
                update(values, of: properties, for: key, in: entity)
            case .delete: remove(key, from: entity)
            }
        }
    }

    mutating func set(_ values: [_ColumnValue], for key: Int64, in entity: EntityDescription) {
        guard !entity.uniqueConstraints.isEmpty else { return }
        let table = tables[entity.index] ?? PendingTable()
        tables[entity.index] = table
        table.set(values, for: key, isSaved: false)
    }

    /// Changes the columns of some properties; the other ones of a row that is not loaded are NULL,
    /// so that they are not found here.
    mutating func update(
        _ values: [_ColumnValue],
        of properties: PropertySet,
        for key: Int64,
        in entity: EntityDescription
    ) {
        guard !entity.uniqueConstraints.isEmpty else { return }
        let layout = connection.layout[entity]
        let old = tables[entity.index]?.row(key)
        var row = StoredRow(
            key,
            values: old ?? Array(repeating: .null, count: layout.columns.count)
        )
        row.set(values, of: properties, in: layout)
        set(row.values, for: key, in: entity)
    }

    mutating func remove(_ key: Int64, from entity: EntityDescription) {
        tables[entity.index]?.remove(key)
    }
}
