// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Writes models of a context by the names of their entities and properties.
///
/// The models are ordinary unsaved changes of the context.
struct NamedRowWriter {
    private let context: ModelContext
    private let schema: SnapshotSchema
    private var graph: ObjectGraph { context.graph }

    init(_ context: ModelContext) {
        self.context = context
        schema = context.coordinator.snapshotSchema
    }

    // MARK: Rows

    /// Inserts a model; attributes without a value have their defaults.
    func insert(
        into entity: EntityDescription,
        subclass: String?,
        values: [String: StoredValue]
    ) throws -> any PersistentModel {
        var content = SnapshotContent(entity, in: schema)
        try content.setRequiredClass(subclass ?? entity.name)
        let modelClass = content.modelClass
        var given = PropertySet()
        var targets: [(PropertyDescription, any PersistentModel)] = []
        for (name, value) in values {
            let property = try entity.storedProperty(named: name)
            try check(property, isIn: modelClass)
            given.insert(property.index)
            switch value {
            case .columns(let columns):
                try check(columns, for: property, in: entity)
                content.set(columns, of: property)
            case .reference(let identifier):
                try target(identifier, of: property, in: entity).map {
                    targets.append((property, $0))
                }
            }
        }
        for property in content.properties
        where property.relationship == nil && !given.contains(property.index) {
            try content.setDefault(of: property)
        }
        let model = try ModelValues.makeModel(content)
        // Before the insertion, which connects the other ends.
        for (property, target) in targets {
            property.relation?.setTargets([target], of: model)
            try check(target, isTargetOf: property, in: model)
        }
        context.insert(model)
        return model
    }

    /// Sets properties of models to values that differ.
    func update(_ updates: [NamedRowUpdate]) throws {
        let objects = graph.objects
        let models = try models(updates.map(\.identifier))
        for (update, model) in zip(updates, models) {
            objects.loadIfFault(model)
            guard let entity = model._$model.entity, isPresent(model) else {
                throw missing(update.identifier)
            }
            for (name, value) in update.values {
                let property = try entity.storedProperty(named: name)
                guard entity.includes(property, in: type(of: model)) else {
                    throw SwiftDataError.modelValidationFailure(
                        "a \(type(of: model)) has no property '\(name)'"
                    )
                }
                switch value {
                case .columns(let columns):
                    try check(columns, for: property, in: entity)
                    try ModelValues.assign(columns, to: property, of: model, in: entity)
                case .reference(let identifier):
                    let target = try target(identifier, of: property, in: entity)
                    try setTarget(target, of: model, by: property)
                }
            }
        }
    }

    /// Deletes models with the delete rules of their relationships; identifiers without a row are
    /// ignored.
    func delete(_ identifiers: [PersistentIdentifier]) throws {
        let models = try models(identifiers)
        for model in models { graph.objects.loadIfFault(model) }
        graph.deleteRules.delete(models.filter(isPresent))
    }

    // MARK: Pairs

    /// Adds a pair to a relationship with a join table, or removes it.
    func setPair(
        _ left: PersistentIdentifier,
        _ right: PersistentIdentifier,
        of relationship: HistoryRecord.Pair.Relationship,
        isPresent: Bool
    ) throws {
        let (entity, property) = try schema.layout.joinRelationship(relationship)
        guard let destination = property.destination else { throw entity.mismatch(property) }
        let owner = try model(left, in: entity)
        let target = try model(right, in: destination)
        guard let link = graph.relationships.pair(owner, by: property, target: target),
            try isPresent != isLinked(link.pair, in: link.table, of: entity)
        else { return }
        if isPresent {
            graph.relationships.append(target, to: owner, by: property)
        } else {
            graph.relationships.separate(target, from: owner, by: property)
        }
    }

    /// Returns whether a pair exists after the next save.
    private func isLinked(
        _ pair: PendingLinks.Pair,
        in table: Int,
        of entity: EntityDescription
    ) throws -> Bool {
        if let links = graph.changes.pending.links[table] {
            if links.isAdded(pair) { return true }
            if links.isRemoved(pair) { return false }
        }
        guard pair.left._$model.lifecycle == .stored, pair.right._$model.lifecycle == .stored else {
            return false
        }
        return try graph.stores.read(entity) { try $0.contains(pair.keys, in: table) }
    }

    // MARK: Models

    private func isPresent(_ model: any PersistentModel) -> Bool {
        let state = model._$model
        return state.context === context && state.isPresent
    }

    /// Returns the models with identifiers as faults, which are then loaded in batches; models of
    /// class hierarchies are loaded at once.
    private func models(_ identifiers: [PersistentIdentifier]) throws -> [any PersistentModel] {
        let objects = graph.objects
        var keys: [Int: [Int64]] = [:]
        for identifier in identifiers {
            guard let entity = schema.schema.entity(named: identifier.entityName),
                entity.isHierarchy, let key = objects.key(of: identifier, in: entity)
            else { continue }
            keys[entity.index, default: []].append(key)
        }
        let loaded = try keys.flatMap { index, keys in
            try objects.loadObjects(schema.schema.entities[index], keys: keys)
        }
        return withExtendedLifetime(loaded) {
            identifiers.map { objects.objectOrFault(for: $0) }
        }
    }

    /// Returns the model with an identifier, which may be new or a fault.
    private func model(
        _ identifier: PersistentIdentifier,
        in entity: EntityDescription
    ) throws -> any PersistentModel {
        guard let key = graph.objects.key(of: identifier, in: entity),
            let model = graph.objects.readableObject(entity, key: key), isPresent(model)
        else { throw missing(identifier) }
        return model
    }

    private func missing(_ identifier: PersistentIdentifier) -> SwiftDataError {
        .modelValidationFailure(
            "the \(identifier.entityName) of an identifier does not exist; it was deleted, or its "
                + "identifier is one of another store"
        )
    }

    private func target(
        _ identifier: PersistentIdentifier?,
        of property: PropertyDescription,
        in entity: EntityDescription
    ) throws -> (any PersistentModel)? {
        guard let destination = property.destination else { throw entity.mismatch(property) }
        return try identifier.map { try model($0, in: destination) }
    }

    private func setTarget(
        _ target: (any PersistentModel)?,
        of model: any PersistentModel,
        by property: PropertyDescription
    ) throws {
        guard target != nil || !property.isRequired else {
            throw SwiftDataError.modelValidationFailure(
                "\(type(of: model)).\(property.schemaName) must refer to a model"
            )
        }
        if property.access.isLoaded(model), property.reference?.target(model) === target { return }
        property.relation?.assignTargets(target.map { [$0] } ?? [], to: model)
        if let target { try check(target, isTargetOf: property, in: model) }
    }

    // MARK: Checks

    private func check(
        _ columns: [_ColumnValue],
        for property: PropertyDescription,
        in entity: EntityDescription
    ) throws {
        guard property.relationship == nil, columns.count == property.columns.count else {
            throw entity.mismatch(property)
        }
    }

    private func check(_ property: PropertyDescription, isIn modelClass: ModelClass) throws {
        guard modelClass.properties.contains(property.index) else {
            throw SwiftDataError.modelValidationFailure(
                "a \(modelClass.name) has no property '\(property.name)'"
            )
        }
    }

    /// Checks that a relationship accepted a model, which may be of another class.
    private func check(
        _ target: any PersistentModel,
        isTargetOf property: PropertyDescription,
        in model: any PersistentModel
    ) throws {
        guard property.reference?.target(model) === target else {
            throw SwiftDataError.modelValidationFailure(
                "\(type(of: model)).\(property.schemaName) cannot refer to a \(type(of: target))"
            )
        }
    }
}

extension SnapshotContent {
    /// Sets the class of the model by name.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if the entity has no such class.
    fileprivate mutating func setRequiredClass(_ name: String) throws {
        guard entity.classes.contains(where: { $0.name == name }) else {
            throw SwiftDataError.unknownSchema("\(entity.name) has no class '\(name)'")
        }
        setClass(name)
    }
}
