// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// The entities that a container stores, with their properties and constraints.
///
/// A schema created from model types includes all model types reachable through relationships.
/// Schemas are immutable.
///
/// ## Topics
///
/// ### Creating a schema
///
/// - ``init(_:version:)-(PersistentModel....,_)``
/// - ``init(_:version:)-([PersistentModel.],_)``
/// - ``init(_:version:)-(Schema.Entity...,_)``
/// - ``init(versionedSchema:)``
/// - ``init()``
///
/// ### Contents
///
/// - ``entities``
/// - ``entitiesByName``
/// - ``entity(for:)``
/// - ``entityName(for:)``
/// - ``version``
/// - ``Version``
/// - ``debugDescription``
///
/// ### Elements
///
/// - ``Entity``
/// - ``Attribute``
/// - ``Relationship``
/// - ``Unique``
/// - ``Index``
/// - ``PropertyMetadata``
///
/// ### Coding
///
/// - ``save(to:)``
/// - ``load(from:)``
/// - ``encode(to:)``
/// - ``init(from:)``
/// - ``encodingVersion``
/// - ``schemaEncodingVersion``
///
/// ### Comparing schemas
///
/// - ``==(_:_:)``
/// - ``hash(into:)``
public final class Schema: Codable, Hashable, Sendable {
    /// The version of the encoded form of schemas.
    public static let schemaEncodingVersion = Version(1, 0, 0)
    /// The encoding version that the schema was decoded from.
    public let encodingVersion: Version
    /// The version of the models.
    public let version: Version
    /// The entities in the order in which their types were passed or discovered.
    public let entities: [Entity]
    /// The entities, keyed by name.
    public let entitiesByName: [String: Entity]

    /// Creates an empty schema.
    public convenience init() { self.init(entities: [], version: Version(1, 0, 0)) }

    /// Creates a schema from entity descriptions.
    public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
        self.init(entities: entities, version: version)
    }

    /// Creates a schema from model types and all types reachable through their relationships.
    public convenience init(
        _ types: any PersistentModel.Type...,
        version: Version = Version(1, 0, 0)
    ) {
        self.init(types, version: version)
    }

    /// Creates a schema from model types and all types reachable through their relationships.
    public convenience init(
        _ types: [any PersistentModel.Type],
        version: Version = Version(1, 0, 0)
    ) {
        self.init(entities: SchemaBuilder.entities(of: types), version: version)
    }

    /// Creates the schema of a versioned schema.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    private init(entities: [Entity], version: Version) {
        self.encodingVersion = Self.schemaEncodingVersion
        self.version = version
        self.entities = entities
        self.entitiesByName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Creates a schema from its encoded form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        encodingVersion = try container.decode(Version.self, forKey: .encodingVersion)
        version = try container.decode(Version.self, forKey: .version)
        entities = try container.decode([Entity].self, forKey: .entities)
        entitiesByName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        for entity in entities {
            var names: Set = [entity.name]
            var parent = entity.superentityName
            while let name = parent {
                guard names.insert(name).inserted else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .entities,
                        in: container,
                        debugDescription: "\(entity.name) inherits from itself"
                    )
                }
                parent = entitiesByName[name]?.superentityName
            }
        }
        SchemaBuilder.connectSuperclasses(entities)
    }

    /// Encodes names, attributes, relationships and the mangled names of types, without key paths.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(encodingVersion, forKey: .encodingVersion)
        try container.encode(version, forKey: .version)
        try container.encode(entities, forKey: .entities)
    }

    private enum CodingKeys: String, CodingKey { case encodingVersion, version, entities }

    /// Writes the schema to a JSON file.
    public func save(to toURL: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: toURL, options: .atomic)
    }

    /// Reads a schema from a JSON file written by `save(to:)`.
    public static func load(from fromURL: URL) throws -> Schema {
        try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
    }

    /// Returns the entity of a model type; nil if the schema does not include it.
    public func entity<T>(for type: T.Type) -> Entity? where T: PersistentModel {
        entitiesByName[Schema.entityName(for: type)]
    }

    /// Returns the entity name of a model type, which is its unqualified type name.
    public static func entityName<T>(for type: T.Type) -> String where T: PersistentModel {
        String(describing: type)
    }

    /// Returns whether two schemas have the same version and entities.
    public static func == (lhs: Schema, rhs: Schema) -> Bool {
        lhs === rhs || (lhs.version == rhs.version && lhs.entitiesByName == rhs.entitiesByName)
    }

    /// Hashes the version and the entity names.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(Set(entitiesByName.keys))
    }
}

extension Schema: CustomDebugStringConvertible {
    /// A description of the schema for debugging.
    public var debugDescription: String {
        "Schema - version: \(version), entities: \(entities.map(\.name))"
    }
}
