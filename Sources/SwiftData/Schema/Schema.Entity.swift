// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema {
    /// The description of one model type.
    ///
    /// Entities are put together before their schema is shared and only read after, which is what the
    /// unchecked conformance relies on.
    public final class Entity: Codable, Hashable, CustomDebugStringConvertible,
        @unchecked Sendable
    {
        /// The unqualified name of the model type.
        public var name: String
        /// The entities that inherit from this one.
        public var subentities: Set<Entity> = []
        /// The name of the entity this one inherits from.
        public var superentityName: String?
        /// The entity this one inherits from.
        public var superentity: Entity?
        /// The properties that the type itself declares, in the order of the declarations.
        public var storedProperties: [any SchemaProperty]
        /// The properties of the entities it inherits from.
        public var inheritedProperties: [any SchemaProperty] = []
        /// Groups of property names that are unique together.
        public var uniquenessConstraints: [[String]] = []
        /// Groups of property names that are indexed together.
        public var indices: [[String]] = []
        /// The model type; nil for a description that was decoded or made by hand.
        let modelType: (any PersistentModel.Type)?
        /// How to reach the stored properties of the model type, in the same order.
        let accesses: [_PropertyAccess]

        /// The names of the stored properties that the model type has.
        let propertyNames: [String]

        /// Makes an entity without properties.
        public convenience init(_ name: String) { self.init(name, storedProperties: []) }

        /// Makes an entity with properties and subentities.
        public convenience init(
            _ name: String,
            subentities: Entity...,
            properties: any SchemaProperty...
        ) {
            self.init(name, storedProperties: properties)
            self.subentities = Set(subentities)
            for entity in subentities {
                entity.superentity = self
                entity.superentityName = name
            }
        }

        /// Makes an entity with properties.
        public convenience init(_ name: String, properties: any SchemaProperty...) {
            self.init(name, storedProperties: properties)
        }

        init(
            _ name: String,
            storedProperties: [any SchemaProperty],
            modelType: (any PersistentModel.Type)? = nil,
            accesses: [_PropertyAccess] = []
        ) {
            self.name = name
            self.storedProperties = storedProperties
            self.propertyNames = storedProperties.map(\.name)
            self.modelType = modelType
            self.accesses = accesses
        }

        /// Decodes what `encode(to:)` wrote.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            superentityName = try container.decodeIfPresent(String.self, forKey: .superentityName)
            let attributes = try container.decode([Attribute].self, forKey: .attributes)
            let relationships = try container.decode([Relationship].self, forKey: .relationships)
            storedProperties = attributes + relationships
            uniquenessConstraints = try container.decode(
                [[String]].self,
                forKey: .uniquenessConstraints
            )
            indices = try container.decode([[String]].self, forKey: .indices)
            propertyNames = storedProperties.map(\.name)
            modelType = nil
            accesses = []
        }

        /// Encodes the names and the properties.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encodeIfPresent(superentityName, forKey: .superentityName)
            try container.encode(
                storedProperties.compactMap { $0 as? Attribute },
                forKey: .attributes
            )
            try container.encode(
                storedProperties.compactMap { $0 as? Relationship },
                forKey: .relationships
            )
            try container.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
            try container.encode(indices, forKey: .indices)
        }

        private enum CodingKeys: String, CodingKey {
            case name, superentityName, attributes, relationships, uniquenessConstraints, indices
        }

        /// Inherited properties, then the type's own.
        public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }
        /// Whether both describe the same shape.
        public static func == (lhs: Entity, rhs: Entity) -> Bool {
            lhs.name == rhs.name && lhs.superentityName == rhs.superentityName
                && lhs.attributes == rhs.attributes && lhs.relationships == rhs.relationships
                && lhs.uniquenessConstraints == rhs.uniquenessConstraints
                && lhs.indices == rhs.indices
        }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }

        /// The entity in words.
        public var debugDescription: String {
            "Schema.Entity - name: \(name), properties: \(properties.map(\.name))"
        }
    }
}
