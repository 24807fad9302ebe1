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
    private let entitiesByName: [String: EntityDescription]
    private let entitiesByType: [ObjectIdentifier: EntityDescription]

    /// Resolves the entities of a schema.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if an entity has no model type, two types share an
    ///   entity name, or names are not distinct in SQLite.
    init(_ schema: Schema) throws {
        version = schema.version
        entities = try schema.entities.enumerated().map { try EntityDescription($1, index: $0) }
        var byName: [String: EntityDescription] = [:]
        for entity in entities {
            guard byName.updateValue(entity, forKey: entity.name) == nil else {
                throw SwiftDataError.unknownSchema("two model types are named \(entity.name)")
            }
        }
        if let (first, second) = entities.map(\.name).caseInsensitiveDuplicates {
            throw SwiftDataError.unknownSchema(
                "the models \(first) and \(second) differ only in case; "
                    + "SQLite table names are not case sensitive"
            )
        }
        entitiesByName = byName
        entitiesByType = Dictionary(
            uniqueKeysWithValues: entities.map { (ObjectIdentifier($0.type), $0) }
        )
        for entity in entities { entity.connect(in: byName) }
        for entity in entities { entity.findReferenceCycles() }
        for entity in entities { try entity.checkConstraints() }
        for entity in entities { entity.resolvedSchema = self }
    }

    func entity(named name: String) -> EntityDescription? { entitiesByName[name] }

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
