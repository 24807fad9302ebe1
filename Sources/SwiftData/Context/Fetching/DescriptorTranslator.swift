// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Translates fetch descriptors to queries.
protocol FetchTranslator {
    /// Returns the query of a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor to translate.
    ///   - outline: The outline of the descriptor, which only templates need.
    /// - Returns: The query.
    /// - Throws: `SwiftDataError` with the part that cannot be translated.
    func query<T>(_ descriptor: FetchDescriptor<T>, outline: FetchOutline) throws -> FetchQuery
}

/// Translates each descriptor by itself.
struct DescriptorTranslator: FetchTranslator {
    let stores: StoreAccess
    let objects: ObjectRegistry

    /// Returns the query of a descriptor; a custom store receives one without a translation, too.
    func query<T>(_ descriptor: FetchDescriptor<T>, outline: FetchOutline) throws -> FetchQuery {
        do {
            return try query(descriptor)
        } catch let error as SwiftDataError where error.isUntranslated {
            let entity = try stores.schema.entity(for: T.self)
            guard try stores.store(of: entity).isCustom else { throw error }
            var query = FetchQuery(entity)
            query.descriptor = descriptor
            query.untranslated = error
            query.limit = descriptor.fetchLimit
            query.offset = descriptor.fetchOffset
            query.properties = try properties(descriptor.propertiesToFetch, of: entity)
            return query
        }
    }

    /// Translates a descriptor to a query.
    func query<T>(_ descriptor: FetchDescriptor<T>) throws -> FetchQuery {
        let entity = try stores.schema.entity(for: T.self)
        var query = FetchQuery(entity)
        if try stores.store(of: entity).isCustom { query.descriptor = descriptor }
        query.classNames = entity.classNames(of: T.self)
        query.filter = try descriptor.predicate.map {
            try PredicateTranslator().translate($0, entity: entity, keyOf: objects.key)
        }
        query.order = try SortTranslator().translate(descriptor.sortBy, entity: entity)
        query.limit = descriptor.fetchLimit
        query.offset = descriptor.fetchOffset
        query.properties = try properties(descriptor.propertiesToFetch, of: entity)
        return query
    }

    /// Returns the properties to load; nil for all.
    func properties<T>(
        _ keyPaths: [PartialKeyPath<T>],
        of entity: EntityDescription
    ) throws -> PropertySet? {
        guard !keyPaths.isEmpty else { return nil }
        var properties = PropertySet()
        for property in entity.properties where !property.hasPlaceholder {
            properties.insert(property.index)
        }
        for keyPath in keyPaths {
            guard let property = entity.property(at: keyPath) else {
                throw SwiftDataError.unsupportedKeyPath(
                    "\(keyPath.displayName) is not a persisted property of \(entity.name)"
                )
            }
            properties.insert(property.index)
        }
        return properties
    }
}

extension SwiftDataError {
    /// Whether a predicate or a sort order has no translation.
    fileprivate var isUntranslated: Bool {
        [.unsupportedPredicate, .unsupportedSortDescriptor].contains(self)
    }
}
