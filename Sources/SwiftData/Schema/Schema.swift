// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// The description of the models that a container stores.
///
/// A schema made from types also finds the types they refer to. It is never changed once it is made.
public final class Schema: Codable, Hashable, Sendable {
    /// The version of the coded form of schemas.
    public static let schemaEncodingVersion = Version(1, 0, 0)
    /// The version of the coded form this schema came from.
    public let encodingVersion: Version
    /// The version of the models.
    public let version: Version
    /// The entities, in the order in which the types were given or found.
    public let entities: [Entity]
    /// The entities by name.
    public let entitiesByName: [String: Entity]

    /// Makes a schema without models.
    public convenience init() { self.init(entities: [], version: Version(1, 0, 0)) }

    /// Makes a schema from descriptions.
    public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
        self.init(entities: entities, version: version)
    }

    /// Makes a schema from model types and the types they refer to.
    public convenience init(
        _ types: any PersistentModel.Type...,
        version: Version = Version(1, 0, 0)
    ) {
        self.init(types, version: version)
    }

    /// Makes a schema from model types and the types they refer to.
    public convenience init(
        _ types: [any PersistentModel.Type],
        version: Version = Version(1, 0, 0)
    ) {
        self.init(entities: SchemaBuilder.entities(of: types), version: version)
    }

    /// Makes the schema of one version of an app's models.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    private init(entities: [Entity], version: Version) {
        self.encodingVersion = Self.schemaEncodingVersion
        self.version = version
        self.entities = entities
        self.entitiesByName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Decodes what `encode(to:)` wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        encodingVersion = try container.decode(Version.self, forKey: .encodingVersion)
        version = try container.decode(Version.self, forKey: .version)
        entities = try container.decode([Entity].self, forKey: .entities)
        entitiesByName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Encodes names, attributes and relationships; model types and key paths are code.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(encodingVersion, forKey: .encodingVersion)
        try container.encode(version, forKey: .version)
        try container.encode(entities, forKey: .entities)
    }

    private enum CodingKeys: String, CodingKey { case encodingVersion, version, entities }

    /// Writes the schema to a file as JSON.
    public func save(to toURL: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: toURL, options: .atomic)
    }

    /// Reads a schema that `save(to:)` wrote.
    public static func load(from fromURL: URL) throws -> Schema {
        try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
    }

    /// The entity of a model type; nil when the schema doesn't have it.
    public func entity<T>(for type: T.Type) -> Entity? where T: PersistentModel {
        entitiesByName[Schema.entityName(for: type)]
    }

    /// The unqualified name of a model type.
    public static func entityName<T>(for type: T.Type) -> String where T: PersistentModel {
        String(describing: type)
    }

    /// Whether both have the same version and entities.
    public static func == (lhs: Schema, rhs: Schema) -> Bool {
        lhs === rhs || (lhs.version == rhs.version && lhs.entitiesByName == rhs.entitiesByName)
    }

    /// Hashes the version and the names of the entities.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(Set(entitiesByName.keys))
    }
}

extension Schema: CustomDebugStringConvertible {
    /// The schema in words.
    public var debugDescription: String {
        "Schema - version: \(version), entities: \(entities.map(\.name))"
    }
}
