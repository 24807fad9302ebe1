// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema {
    /// The description of a model type: its properties, constraints and indexes.
    ///
    /// Entities are assembled before their schema is shared and only read afterwards; the unchecked
    /// conformance relies on this.
    ///
    /// ## Topics
    ///
    /// ### Creating a description
    ///
    /// - ``init(_:)``
    /// - ``init(_:properties:)``
    /// - ``init(_:subentities:properties:)``
    ///
    /// ### Properties
    ///
    /// - ``name``
    /// - ``properties``
    /// - ``attributes``
    /// - ``attributesByName``
    /// - ``relationships``
    /// - ``relationshipsByName``
    /// - ``storedProperties``
    /// - ``storedPropertiesByName``
    ///
    /// ### Constraints and indexes
    ///
    /// - ``uniquenessConstraints``
    /// - ``indices``
    ///
    /// ### Inheritance
    ///
    /// - ``superentity``
    /// - ``superentityName``
    /// - ``subentities``
    /// - ``inheritedProperties``
    /// - ``inheritedPropertiesByName``
    ///
    /// ### Coding and comparing
    ///
    /// - ``init(from:)``
    /// - ``encode(to:)``
    /// - ``==(_:_:)``
    /// - ``hash(into:)``
    /// - ``debugDescription``
    public final class Entity: Codable, Hashable, CustomDebugStringConvertible,
        @unchecked Sendable
    {
        // Unchecked, because it is changed only before its schema is shared.

        /// The unqualified name of the model type.
        public var name: String
        /// The entities that inherit from this entity.
        public var subentities: Set<Entity> = []
        /// The name of the parent entity.
        public var superentityName: String?
        /// The parent entity, which its schema retains.
        public weak var superentity: Entity?
        /// The properties declared by the type itself, in source order.
        public var storedProperties: [any SchemaProperty]
        /// The properties inherited from parent entities.
        public var inheritedProperties: [any SchemaProperty] = []
        /// Groups of property names that are unique in combination.
        public var uniquenessConstraints: [[String]] = []
        /// Groups of property names that share an index.
        public var indices: [[String]] = []
        /// The model type; nil for an entity that was created from descriptions, or decoded in a
        /// program in which the type is missing or has other properties.
        let modelType: (any PersistentModel.Type)?
        /// The accessors of the model type's stored properties, in the same order.
        let accesses: [_PropertyAccess]

        /// The mangled name of the model type, also of one that the program lacks.
        ///
        /// It is nil for an entity that was created from descriptions.
        let mangledName: String?
        /// The names of the model type's stored properties.
        let propertyNames: [String]

        /// Creates an entity without properties.
        public convenience init(_ name: String) { self.init(name, storedProperties: []) }

        /// Creates an entity with properties and child entities.
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

        /// Creates an entity with properties.
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
            self.mangledName = modelType.flatMap { _mangledTypeName($0) }
            self.accesses = accesses
        }

        /// Creates an entity from its encoded form, with the model type if the program has it.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            superentityName = try container.decodeIfPresent(String.self, forKey: .superentityName)
            let attributes = try container.decode([DecodedAttribute].self, forKey: .attributes)
                .map(\.attribute)
            let relationships = try container.decode([Relationship].self, forKey: .relationships)
            let order = try container.decodeIfPresent([String].self, forKey: .order) ?? []
            storedProperties = (attributes + relationships).inOrder(of: order)
            uniquenessConstraints = try container.decode(
                [[String]].self,
                forKey: .uniquenessConstraints
            )
            indices = try container.decode([[String]].self, forKey: .indices)
            propertyNames = storedProperties.map(\.name)
            mangledName = try container.decodeIfPresent(String.self, forKey: .mangledName)
            let type = mangledName.flatMap(SchemaTypeName.type) as? any PersistentModel.Type
            let metadata = type?.schemaMetadata.filter { $0.access != nil } ?? []
            // The type may have changed since the schema was encoded.
            let isCurrent = metadata.map(\.name) == propertyNames
            modelType = isCurrent ? type : nil
            accesses = isCurrent ? metadata.compactMap(\.access) : []
            adopt(metadata)
        }

        /// Sets what the encoded form of the properties lacks, because it is code.
        private func adopt(_ metadata: [PropertyMetadata]) {
            for line in metadata {
                let property = storedProperties.first { $0.name == line.name }
                if let attribute = property as? Attribute {
                    attribute.defaultValue = line.makeDefaultValue?()
                }
                if let relationship = property as? Relationship {
                    relationship.keypath = line.keyPath
                    relationship.valueType = type(of: line.keyPath).valueType
                }
            }
        }

        /// Encodes the names of the entity and its type, the properties, constraints and indexes.
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
            try container.encode(storedProperties.map(\.name), forKey: .order)
            try container.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
            try container.encode(indices, forKey: .indices)
            try container.encodeIfPresent(mangledName, forKey: .mangledName)
        }

        private enum CodingKeys: String, CodingKey {
            case name, superentityName, attributes, relationships, order
            case uniquenessConstraints, indices, mangledName
        }

        /// The inherited properties followed by the declared properties.
        public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }
        /// Returns whether two entities have the same name, parent, properties, constraints and
        /// indexes.
        public static func == (lhs: Entity, rhs: Entity) -> Bool {
            lhs.name == rhs.name && lhs.superentityName == rhs.superentityName
                && lhs.attributes == rhs.attributes && lhs.relationships == rhs.relationships
                && lhs.uniquenessConstraints == rhs.uniquenessConstraints
                && lhs.indices == rhs.indices
        }

        /// Hashes the name of the entity.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }

        /// A description of the entity for debugging.
        public var debugDescription: String {
            "Schema.Entity - name: \(name), properties: \(properties.map(\.name))"
        }
    }
}

extension [any SchemaProperty] {
    /// Returns the properties in the given order of names, followed by properties that it does not
    /// list.
    fileprivate func inOrder(of names: [String]) -> [any SchemaProperty] {
        let places = Dictionary(zip(names, names.indices)) { first, _ in first }
        return enumerated()
            .sorted { left, right in
                let (a, b) = (places[left.element.name], places[right.element.name])
                return (a ?? names.count, left.offset) < (b ?? names.count, right.offset)
            }
            .map(\.element)
    }
}
