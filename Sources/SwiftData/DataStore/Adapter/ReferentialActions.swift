// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Applies the foreign key constraints of a custom store to the rows that refer to deleted rows.
///
/// A context applies its delete rules to the rows that it has read. Another context may have saved
/// more referrers since; an SQLite store finds these by its constraints.
struct ReferentialActions<Store: DataStore> {
    private let connection: DataStoreConnection<Store>
    private let client: StoreClient
    private var layout: SchemaLayout { connection.layout }

    init(_ connection: DataStoreConnection<Store>, client: StoreClient) {
        self.connection = connection
        self.client = client
    }

    /// Returns the changes, together with the changes of rows that refer to deleted rows.
    ///
    /// - Throws: `StoreError` with the code `.constraint` if a row must not lose its reference.
    func applied(to changes: RowChanges) throws -> RowChanges {
        var changes = changes
        var deleted = changes.rows.mapValues { rows in
            Set(rows.elements.compactMap { if case .delete = $1 { $0 } else { nil } })
        }.filter { !$0.value.isEmpty }
        while !deleted.isEmpty {
            var next: [Int: Set<Int64>] = [:]
            for (entity, keys) in deleted {
                try apply(
                    to: layout.tables[entity].entity,
                    deleted: keys,
                    recordingIn: &changes,
                    cascaded: &next
                )
            }
            deleted = next
        }
        return changes
    }

    private func apply(
        to entity: EntityDescription,
        deleted: Set<Int64>,
        recordingIn changes: inout RowChanges,
        cascaded: inout [Int: Set<Int64>]
    ) throws {
        let rows = try connection.rows(Array(deleted), of: entity, for: client)
        for (index, place) in layout[entity].places.enumerated() where place == .inverseColumn {
            let property = entity.properties[index]
            guard let destination = property.destination, let inverse = property.inverseProperty
            else { continue }
            let listed = Set(rows.flatMap { $0.related[index] ?? [] })
            let unknown = listed.filter { changes.change(of: $0, in: destination.index) == nil }
            let referrers = try connection.rows(Array(unknown), of: destination, for: client)
            try update(
                referrers,
                by: inverse,
                of: destination,
                to: deleted,
                recordingIn: &changes,
                cascaded: &cascaded
            )
        }
        try applyWithoutInverse(
            to: entity,
            deleted: deleted,
            recordingIn: &changes,
            cascaded: &cascaded
        )
    }

    /// Applies the actions of relationships without an inverse.
    private func applyWithoutInverse(
        to entity: EntityDescription,
        deleted: Set<Int64>,
        recordingIn changes: inout RowChanges,
        cascaded: inout [Int: Set<Int64>]
    ) throws {
        for table in layout.tables {
            for property in table.entity.properties
            where property.destination === entity && property.inverse == nil {
                let referrers = try connection.rows(of: table.entity, for: client).filter {
                    changes.change(of: $0.key, in: table.entity.index) == nil
                }
                if case .joinTable(let join, _)? = table.places[property.index] {
                    for row in referrers {
                        let removed = (row.related[property.index] ?? []).filter(deleted.contains)
                        changes.link(
                            .init(removed: removed.map { .init(left: row.key, right: $0) }),
                            in: join
                        )
                    }
                } else {
                    try update(
                        referrers,
                        by: property,
                        of: table.entity,
                        to: deleted,
                        recordingIn: &changes,
                        cascaded: &cascaded
                    )
                }
            }
        }
    }

    /// Deletes the rows that refer to deleted ones, or sets their reference to nil.
    private func update(
        _ rows: [StoredRow],
        by property: PropertyDescription,
        of entity: EntityDescription,
        to deleted: Set<Int64>,
        recordingIn changes: inout RowChanges,
        cascaded: inout [Int: Set<Int64>]
    ) throws {
        let table = layout[entity]
        guard let position = table.positions(of: property.index).first,
            let action = table.columns[position].references?.onDelete
        else { return }
        for row in rows {
            guard let target = row.reference(property, in: table), deleted.contains(target) else {
                continue
            }
            switch action {
            case "CASCADE":
                changes.delete(row.key, from: entity.index)
                cascaded[entity.index, default: []].insert(row.key)
            case "SET NULL":
                var values = row.values
                values[position] = .null
                changes.update(
                    row.key,
                    values: values,
                    of: PropertySet([property.index]),
                    in: table
                )
            default:
                throw StoreError(
                    .constraint,
                    "\(table.name) \(row.key): \(property.name) refers to a model that the save "
                        + "deletes"
                )
            }
        }
    }
}
