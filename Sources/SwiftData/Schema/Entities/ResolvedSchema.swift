// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The entities of one container, with the lookup tables for fetching and saving.
///
/// Each container has its own resolved schema, so that containers with different versions of a
/// model can coexist in a process.
final class ResolvedSchema: Sendable {
    let entities: [EntityDescription]
    /// The version of the schema.
    let version: Schema.Version
    /// The entities by the names of their classes.
    private let entitiesByName: [String: EntityDescription]
    private let entitiesByType: [ObjectIdentifier: EntityDescription]

    /// Resolves the entities of a schema.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if an entity has no model type, two types share an
    ///   entity name, or names are not distinct in SQLite.
    init(_ schema: Schema) throws {
        version = schema.version
        if let name = schema.entities.map(\.name).firstDuplicate {
            throw SwiftDataError.unknownSchema("two model types are named \(name)")
        }
        entities = try schema.hierarchies.enumerated().map { try EntityDescription($1, index: $0) }
        var byName: [String: EntityDescription] = [:]
        var byType: [ObjectIdentifier: EntityDescription] = [:]
        for entity in entities {
            for modelClass in entity.classes {
                byType[ObjectIdentifier(modelClass.type)] = entity
                byName[modelClass.name] = entity
            }
        }
        if let (first, second) = byName.keys.sorted().caseInsensitiveDuplicates {
            throw SwiftDataError.unknownSchema(
                "the models \(first) and \(second) differ only in case; "
                    + "SQLite table names are not case sensitive"
            )
        }
        entitiesByName = byName
        entitiesByType = byType
        for entity in entities { try entity.connect(in: byName) }
        for entity in entities { try entity.checkInverses() }
        for entity in entities { entity.findReferenceCycles() }
        for entity in entities { try entity.checkConstraints() }
        for entity in entities { entity.resolvedSchema = self }
    }

    /// Whether some entity has a unique constraint.
    var hasUniqueConstraints: Bool { entities.contains { !$0.uniqueConstraints.isEmpty } }

    /// Returns the entity with a root class of this name.
    func entity(named name: String) -> EntityDescription? {
        entitiesByName[name].flatMap { $0.name == name ? $0 : nil }
    }

    /// Returns the entity that includes a class with a name.
    func entity(ofClass name: String) -> EntityDescription? { entitiesByName[name] }

    /// The names of the entities by the names of their subclasses.
    var entityNamesOfSubclasses: [String: String] {
        entitiesByName.mapValues(\.name).filter { $0.key != $0.value }
    }

    /// Returns the entity of a model type.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if the schema does not include the type.
    func entity(for type: any PersistentModel.Type) throws -> EntityDescription {
        guard let entity = entitiesByType[ObjectIdentifier(type)] else {
            throw SwiftDataError.unknownSchema("\(type) is not in the container's schema")
        }
        return entity
    }
}

extension Schema {
    /// The entities of each class hierarchy, superclasses first.
    fileprivate var hierarchies: [[Entity]] {
        let subclasses = Dictionary(
            grouping: entities.filter { $0.superentityName != nil },
            by: { $0.superentityName ?? "" }
        )
        func hierarchy(below entity: Entity) -> [Entity] {
            [entity]
                + (subclasses[entity.name] ?? []).sorted { $0.name < $1.name }.flatMap(hierarchy)
        }
        let names = Set(entities.map(\.name))
        return entities.filter { $0.superentityName.map(names.contains) != true }.map(hierarchy)
    }
}
