// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Creates entity descriptions from model types.
enum SchemaBuilder {
    /// Returns the entities of model types and of all types reachable through their relationships.
    static func entities(of types: [any PersistentModel.Type]) -> [Schema.Entity] {
        var queue = types
        var known: Set<ObjectIdentifier> = []
        var entities: [Schema.Entity] = []
        while !queue.isEmpty {
            let type = queue.removeFirst()
            guard known.insert(ObjectIdentifier(type)).inserted else { continue }
            let entity = entity(of: type)
            entities.append(entity)
            if let superclass = type._$superclass { queue.append(superclass) }
            queue += entity.accesses.compactMap(\.value.kind.destination)
        }
        connectSuperclasses(entities)
        resolveInverses(entities)
        return entities
    }

    private static func entity<M: PersistentModel>(of type: M.Type) -> Schema.Entity {
        let table = type.schemaMetadata
        let persisted = table.filter { $0.access != nil }
        let entity = Schema.Entity(
            Schema.entityName(for: type),
            storedProperties: persisted.compactMap(property),
            modelType: type,
            accesses: persisted.compactMap(\.access)
        )
        if let superclass = type._$superclass { entity.superentityName = entityName(superclass) }
        let names = Dictionary(
            type.inheritedProperties.map { ($0.keyPath, $0.name) }
                + persisted.map { ($0.keyPath, $0.name) }
        ) { first, _ in first }
        for constraint in table where constraint.access == nil {
            guard let metadata = constraint.metadata,
                let groups = metadata as? any KeyPathConstraint
            else { continue }
            let named = groups.keyPathGroups.map { group in
                group.map { names[$0] ?? description(of: $0, among: names) }
            }
            if metadata.isUnique {
                entity.uniquenessConstraints += named
            } else {
                entity.indices += named
            }
        }
        entity.uniquenessConstraints =
            entity.storedProperties.filter(\.isUnique).map { [$0.name] }
            + entity.uniquenessConstraints
        return entity
    }

    /// Returns what an error message calls a key path that is not one of a persisted property.
    ///
    /// A field of a structure has the name of its attribute before its own, as its column has. A
    /// computed property has no name; its type identifies it.
    private static func description(
        of keyPath: AnyKeyPath,
        among names: [AnyKeyPath: String]
    ) -> String {
        let steps = keyPath.steps
        let attribute = names.first { steps.count > 1 && $0.key.steps == [steps[0]] }
        guard let attribute else { return "a computed \(type(of: keyPath).valueType)" }
        return ([attribute.value] + steps.dropFirst()).joined(separator: ".")
    }

    /// Connects the entities of a schema with their superentities, by name, and adds the properties
    /// that they inherit.
    static func connectSuperclasses(_ entities: [Schema.Entity]) {
        let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        for entity in entities {
            guard let name = entity.superentityName, let parent = byName[name] else { continue }
            entity.superentity = parent
            parent.subentities.insert(entity)
        }
        for entity in entities {
            var ancestor = entity.superentity
            while let current = ancestor {
                entity.inheritedProperties = current.storedProperties + entity.inheritedProperties
                ancestor = current.superentity
            }
        }
    }

    private static func property(_ line: Schema.PropertyMetadata) -> (any SchemaProperty)? {
        guard let access = line.access?.value else { return nil }
        let valueType = type(of: line.keyPath).valueType
        switch access.kind {
        case .attribute, .composite:
            let attribute = attribute(line.metadata as? Schema.Attribute, kind: access.kind)
            attribute.name = line.name
            if attribute.originalName.isEmpty { attribute.originalName = line.name }
            attribute.valueType = valueType
            attribute.defaultValue = line.makeDefaultValue?()
            return attribute
        case .toOne(let destination, _), .toMany(let destination, _):
            let relationship = line.metadata as? Schema.Relationship ?? Schema.Relationship()
            relationship.name = line.name
            if relationship.originalName.isEmpty { relationship.originalName = line.name }
            relationship.keypath = line.keyPath
            relationship.valueType = valueType
            relationship.destination = entityName(destination)
            if case .toMany = access.kind { relationship.isToMany = true }
            return relationship
        }
    }

    /// Returns the annotation of an attribute, or a new description; with fields for a composite.
    private static func attribute(
        _ annotation: Schema.Attribute?,
        kind: _PropertyKind
    ) -> Schema.Attribute {
        guard case .composite(let shape, _) = kind else { return annotation ?? Schema.Attribute() }
        return Schema.CompositeAttribute(annotation, shape: shape)
    }

    private static func entityName<M: PersistentModel>(_ type: M.Type) -> String {
        Schema.entityName(for: type)
    }

    // MARK: Inverses

    private static func resolveInverses(_ entities: [Schema.Entity]) {
        let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        for entity in entities {
            for case let relationship as Schema.Relationship in entity.storedProperties {
                guard let keyPath = relationship.inverseKeyPath,
                    let inverse = byName[relationship.destination]?.relationship(at: keyPath)
                else { continue }
                pair(relationship, of: entity, with: inverse)
            }
        }
        for entity in entities {
            for case let relationship as Schema.Relationship in entity.storedProperties
            where relationship.lacksInverse {
                guard let destination = byName[relationship.destination],
                    let inverse = onlyPossibleInverse(
                        for: relationship,
                        from: entity,
                        in: destination
                    )
                else { continue }
                pair(relationship, of: entity, with: inverse)
            }
        }
    }

    private static func pair(
        _ relationship: Schema.Relationship,
        of entity: Schema.Entity,
        with inverse: Schema.Relationship
    ) {
        relationship.inverseName = inverse.name
        relationship.inverseKeyPath = inverse.keypath
        inverse.inverseName = relationship.name
        inverse.inverseKeyPath = relationship.keypath
    }

    /// Returns the only possible inverse, if no other relationship connects the two entities.
    private static func onlyPossibleInverse(
        for relationship: Schema.Relationship,
        from entity: Schema.Entity,
        in destination: Schema.Entity
    ) -> Schema.Relationship? {
        func unpaired(_ from: Schema.Entity, _ to: Schema.Entity) -> [Schema.Relationship] {
            from.storedProperties.compactMap { $0 as? Schema.Relationship }
                .filter { $0.destination == to.name && $0.lacksInverse }
        }
        let candidates = unpaired(destination, entity)
        guard entity !== destination, candidates.count == 1,
            unpaired(entity, destination).count == 1
        else { return nil }
        return candidates.first
    }
}

extension Schema.Entity {
    /// Returns the declared or inherited relationship at a key path of the entity's class.
    fileprivate func relationship(at keyPath: AnyKeyPath) -> Schema.Relationship? {
        let own = storedProperties.lazy.compactMap { $0 as? Schema.Relationship }
            .first { $0.keypath == keyPath }
        if let own { return own }
        let inherited = zip(modelType?._$inheritedKeyPaths ?? [], inheritedProperties)
            .first { $0.0 == keyPath }
        return inherited?.1 as? Schema.Relationship
    }
}

extension Schema.Relationship {
    /// Whether an inverse can be inferred: none is declared, and none is excluded.
    fileprivate var lacksInverse: Bool { inverseName == nil && !isUnidirectional }
}

extension _PropertyKind {
    /// The destination model type of a relationship; nil for an attribute.
    var destination: (any PersistentModel.Type)? {
        switch self {
        case .attribute, .composite: nil
        case .toOne(let type, _), .toMany(let type, _): type
        }
    }
}
