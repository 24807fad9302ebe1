// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Finds rows by values and relationships, without models and without unsaved changes.
struct NamedRowFinder {
    let stores: StoreAccess

    /// Returns the identifiers of the rows with unique values, nil where there is no such row.
    func rows(
        of entity: EntityDescription,
        where names: [String],
        are values: [[StoredValue]]
    ) throws -> [PersistentIdentifier?] {
        let properties = try names.map(entity.storedProperty)
        let indexes = properties.map(\.index)
        guard entity.uniqueConstraints.contains(where: { Set($0) == Set(indexes) }) else {
            throw SwiftDataError.modelValidationFailure(
                "no unique constraint of \(entity.name) is over \(names.joined(separator: " and "))"
            )
        }
        let store = try stores.store(of: entity)
        let columns = try values.map { try self.columns($0, of: properties, in: entity) }
        let keys = try stores.read(store) { reader in
            try reader.keys(in: entity, where: indexes, are: columns)
        }
        return keys.map { $0.map { store.identity.identifier(of: $0, in: entity.name) } }
    }

    /// Returns the values of columns; NULL for a model of another store, which no row refers to.
    private func columns(
        _ values: [StoredValue],
        of properties: [PropertyDescription],
        in entity: EntityDescription
    ) throws -> [_ColumnValue] {
        guard values.count == properties.count else {
            throw SwiftDataError.modelValidationFailure(
                "\(values.count) values for \(properties.count) properties of \(entity.name)"
            )
        }
        return try zip(values, properties).flatMap { value, property in
            switch value {
            case .columns(let columns):
                guard property.relationship == nil, columns.count == property.columns.count else {
                    throw entity.mismatch(property)
                }
                return columns
            case .reference(let identifier):
                guard let destination = property.destination else {
                    throw entity.mismatch(property)
                }
                let key = try identifier.flatMap {
                    try stores.store(of: destination).identity.key(of: $0, in: destination.name)
                }
                return [key.map { .integer($0) } ?? .null]
            }
        }
    }

    /// Returns the rows of an entity after one, in the order of their keys.
    func rows(
        of entity: EntityDescription,
        after last: PersistentIdentifier?,
        limit: Int
    ) throws -> [PersistentIdentifier] {
        let store = try stores.store(of: entity)
        let key = last.flatMap { store.identity.key(of: $0, in: entity.name) } ?? 0
        var query = FetchQuery(entity)
        query.filter = .comparison(
            .key(QueryPath(QueryVariable(id: 0, entity: entity))),
            .greater,
            .constant(.integer(key), _ColumnType(.integer))
        )
        query.limit = limit
        let keys = try stores.read(store) { try $0.keys(query, over: nil) }
        return keys.map { store.identity.identifier(of: $0, in: entity.name) }
    }

    /// Returns the rows that refer to a row by a to-one relationship, in the order of their keys.
    func rows(
        of entity: EntityDescription,
        referringTo target: PersistentIdentifier,
        by name: String
    ) throws -> [PersistentIdentifier] {
        let property = try entity.storedProperty(named: name)
        guard let destination = property.destination else { throw entity.mismatch(property) }
        let store = try stores.store(of: entity)
        let targets = try stores.store(of: destination).identity
        guard let key = targets.key(of: target, in: destination.name) else { return [] }
        var query = FetchQuery(entity)
        query.scope = .referring(to: KeyCondition([key], acceptsRange: true), by: property)
        let keys = try stores.read(store) { try $0.keys(query, over: nil) }
        return keys.map { store.identity.identifier(of: $0, in: entity.name) }
    }

    /// Returns the models on the right side of each model's pairs.
    func pairs(
        of relationship: HistoryRecord.Pair.Relationship,
        lefts: [PersistentIdentifier]
    ) throws -> [[PersistentIdentifier]] {
        let (entity, property) = try stores.layout.joinRelationship(relationship)
        guard let destination = property.destination else { throw entity.mismatch(property) }
        let left = try stores.store(of: entity).identity
        let right = try stores.store(of: destination).identity
        let keys = lefts.map { left.key(of: $0, in: entity.name) }
        let related = try stores.read(entity) { reader in
            try reader.related(to: keys.compactMap(\.self), by: property, of: entity, over: nil)
        }
        let targets = Dictionary(grouping: related, by: \.owner)
        return keys.map { key in
            (key.flatMap { targets[$0] } ?? [])
                .map { right.identifier(of: $0.target, in: destination.name) }
        }
    }
}

extension EntityDescription {
    /// Returns the error of a value that has not the form of a property's values.
    func mismatch(_ property: PropertyDescription) -> SwiftDataError {
        let expected =
            property.relationship == nil
            ? "the values of \(property.columns.count) columns" : "an identifier"
        return .modelValidationFailure("\(name).\(property.name) requires \(expected)")
    }
}

extension SchemaLayout {
    /// Returns the relationship on the left side of a join table.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if no join table belongs to the relationship.
    func joinRelationship(
        _ relationship: HistoryRecord.Pair.Relationship
    ) throws -> (entity: EntityDescription, property: PropertyDescription) {
        for table in joinTables.indices {
            let found = self.relationship(ofJoinTable: table)
            if found.entity.name == relationship.entityName,
                found.property.name == relationship.propertyName
            {
                return found
            }
        }
        throw SwiftDataError.unknownSchema(
            "\(relationship.entityName).\(relationship.propertyName) is not the left side of a "
                + "relationship with a join table"
        )
    }
}
