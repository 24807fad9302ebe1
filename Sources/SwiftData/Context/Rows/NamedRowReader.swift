// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads the values of rows, without models and without unsaved changes.
struct NamedRowReader {
    /// The number of rows that a query reads.
    private static let batchSize = 512

    let stores: StoreAccess

    /// Returns the rows with identifiers, in their order; identifiers without a row are omitted.
    func rows(
        _ identifiers: [PersistentIdentifier],
        reading names: [String]?
    ) throws -> [NamedRow] {
        var rows: [NamedRow] = []
        rows.reserveCapacity(identifiers.count)
        var rest = identifiers[...]
        while let first = rest.first {
            let batch = rest.prefix(Self.batchSize).prefix { $0.entityName == first.entityName }
            rest = rest[batch.endIndex...]
            rows += try self.rows(batch, entity: first.entityName, reading: names)
        }
        return rows
    }

    /// Returns rows of one entity.
    private func rows(
        _ identifiers: ArraySlice<PersistentIdentifier>,
        entity name: String,
        reading names: [String]?
    ) throws -> [NamedRow] {
        let entity = try stores.schema.requiredEntity(named: name)
        let store = try stores.store(of: entity)
        guard !store.isCustom else {
            throw StoreError(.failed, "the rows of \(name) are in a custom store; fetch its models")
        }
        let keys = identifiers.compactMap { store.identity.key(of: $0, in: name) }
        var query = FetchQuery(entity)
        query.scope = .keys(keys)
        query.isLenient = false
        let properties = try names?.map(entity.storedProperty) ?? entity.storedProperties
        if names != nil { query.properties = PropertySet(properties.map(\.index)) }
        let decoder = NamedRowDecoder(properties, of: entity, stores: stores)
        var found: [Int64: NamedRow] = [:]
        try stores.read(store) { reader in
            try reader.fetch(query, over: nil) { key, row in
                let identifier = store.identity.identifier(of: key, in: name)
                found[key] = decoder.row(copy row, identifier: identifier)
            }
        }
        return keys.compactMap { found[$0] }
    }
}

/// Decodes rows of an entity by the names of properties.
private struct NamedRowDecoder {
    private struct Target {
        let property: PropertyDescription
        /// The number of the property's columns.
        let count: Int32
        /// The entity and store of the model that a relationship refers to; nil for an attribute.
        let destination: (name: String, store: StoreIdentity)?
    }

    private let targets: [Target]

    init(_ properties: [PropertyDescription], of entity: EntityDescription, stores: StoreAccess) {
        targets = properties.map { property in
            let destination = property.destination.flatMap { destination in
                (try? stores.store(of: destination).identity).map { (destination.name, $0) }
            }
            return Target(
                property: property,
                count: Int32(stores.layout[entity].columns(of: property.index).count),
                destination: property.relationship == nil ? nil : destination
            )
        }
    }

    func row(_ row: _RowDecoder, identifier: PersistentIdentifier) -> NamedRow {
        let modelClass = row.modelClass
        let isSubclass = modelClass?.superclass != nil
        var result = NamedRow(
            identifier: identifier,
            subclass: isSubclass ? modelClass?.name : nil
        )
        for target in targets
        where modelClass?.properties.contains(target.property.index) ?? false {
            do {
                result.values[target.property.name] = try value(of: target, in: row)
            } catch {
                result.damaged.append(target.property.name)
            }
        }
        return result
    }

    /// Returns the value of a property.
    ///
    /// - Throws: The error of a model that reads it: for a value of another type, or that cannot be
    ///   decrypted, or without its external file.
    private func value(of target: Target, in row: _RowDecoder) throws -> StoredValue {
        let column = row.column(of: target.property.index)
        if let (name, store) = target.destination {
            guard !row.isNull(column) else { return .reference(nil) }
            return .reference(store.identifier(of: try row.integer(column), in: name))
        }
        if target.property.policy.isExternal, !row.isNull(column) {
            return .columns([.blob(try row.data(column))])
        }
        // A model would not load it either.
        _ = try target.property.access.value(in: row, at: target.property.index)
        return .columns((column..<column + target.count).map(row.value))
    }
}
