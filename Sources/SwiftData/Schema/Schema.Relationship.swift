// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema {
    /// A property that refers to other models.
    ///
    /// Relationships are configured before their schema is made and only read after, which is what the
    /// unchecked conformance relies on.
    public final class Relationship: SchemaProperty, CustomDebugStringConvertible,
        @unchecked Sendable
    {
        /// The name of the property in code.
        public var name: String
        /// The name the property had in older versions of the schema.
        public var originalName: String
        /// The key path of the property.
        public var keypath: AnyKeyPath?
        /// How the relationship is constrained.
        public var options: [Option]
        /// The declared Swift type: a model, an array of models, or an optional of one of them.
        public var valueType: any Any.Type
        /// The name of the entity at the other end.
        public var destination: String
        /// What deleting a model does to the models it refers to.
        public var deleteRule: DeleteRule
        /// The name of the property at the other end.
        public var inverseName: String?
        /// The key path of the property at the other end.
        public var inverseKeyPath: AnyKeyPath?
        /// The least number of related models that may be saved; nil and 0 mean no bound.
        public var minimumModelCount: Int?
        /// The greatest number of related models that may be saved; nil and 0 mean no bound.
        public var maximumModelCount: Int?
        /// A string that changes the identity of the schema when it changes.
        public var hashModifier: String?
        var isToMany = false

        /// Makes the description that `@Relationship` attaches to a property.
        public init(
            _ options: Option...,
            deleteRule: DeleteRule = .nullify,
            minimumModelCount: Int? = 0,
            maximumModelCount: Int? = 0,
            originalName: String? = nil,
            inverse: AnyKeyPath? = nil,
            hashModifier: String? = nil
        ) {
            self.name = ""
            self.originalName = originalName ?? ""
            self.options = options
            self.valueType = Any.self
            self.destination = ""
            self.deleteRule = deleteRule
            self.inverseKeyPath = inverse
            self.minimumModelCount = minimumModelCount
            self.maximumModelCount = maximumModelCount
            self.hashModifier = hashModifier
        }

        /// Decodes what `encode(to:)` wrote; key paths are code and stay nil.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            originalName = try container.decode(String.self, forKey: .originalName)
            options = try container.decode([Option].self, forKey: .options)
            valueType = Any.self
            destination = try container.decode(String.self, forKey: .destination)
            deleteRule = try container.decode(DeleteRule.self, forKey: .deleteRule)
            inverseName = try container.decodeIfPresent(String.self, forKey: .inverseName)
            minimumModelCount = try container.decodeIfPresent(Int.self, forKey: .minimumModelCount)
            maximumModelCount = try container.decodeIfPresent(Int.self, forKey: .maximumModelCount)
            hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
            isToMany = try container.decode(Bool.self, forKey: .isToMany)
        }

        /// Encodes the description without its key paths.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(originalName, forKey: .originalName)
            try container.encode(options, forKey: .options)
            try container.encode(destination, forKey: .destination)
            try container.encode(deleteRule, forKey: .deleteRule)
            try container.encodeIfPresent(inverseName, forKey: .inverseName)
            try container.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
            try container.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
            try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
            try container.encode(isToMany, forKey: .isToMany)
        }

        private enum CodingKeys: String, CodingKey {
            case name, originalName, options, destination, deleteRule, inverseName
            case minimumModelCount, maximumModelCount, hashModifier, isToMany
        }

        /// Whether at most one model is at the other end.
        public var isToOneRelationship: Bool { !isToMany }
        /// Whether no two models may refer to the same one.
        public var isUnique: Bool { options.contains(.unique) }
        /// False.
        public var isAttribute: Bool { false }
        /// True.
        public var isRelationship: Bool { true }
        /// False.
        public var isTransient: Bool { false }

        /// Whether two relationships describe the same thing.
        public static func == (lhs: Relationship, rhs: Relationship) -> Bool {
            lhs.name == rhs.name && lhs.originalName == rhs.originalName
                && lhs.options == rhs.options && lhs.destination == rhs.destination
                && lhs.deleteRule == rhs.deleteRule && lhs.inverseName == rhs.inverseName
                && lhs.minimumModelCount == rhs.minimumModelCount
                && lhs.maximumModelCount == rhs.maximumModelCount
                && lhs.isToMany == rhs.isToMany && lhs.hashModifier == rhs.hashModifier
        }

        /// Hashes the name and destination.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(destination)
        }

        /// The relationship in words.
        public var debugDescription: String {
            "Schema.Relationship - name: \(name), destination: \(destination), "
                + "deleteRule: \(deleteRule), inverse: \(inverseName ?? "none")"
        }
    }
}

extension Schema.Relationship {
    /// What deleting a model does to the models that a relationship of it refers to.
    public enum DeleteRule: String, Codable, Hashable, Sendable {
        /// Nothing; the caller deals with what is left dangling.
        case noAction
        /// They lose their reference to the deleted model.
        case nullify
        /// They are deleted too.
        case cascade
        /// While there are any, saving the deletion fails.
        case deny
    }

    /// A constraint on a relationship.
    public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
        let name: String
        /// No two models may refer to the same one.
        public static var unique: Option { Option(name: "unique") }
        /// The option's name.
        public var debugDescription: String { name }
    }
}
