// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema {
    /// A property that refers to other models.
    ///
    /// Relationships are configured before their schema is created and only read afterwards; the
    /// unchecked conformance relies on this.
    ///
    /// ## Topics
    ///
    /// ### Creating a description
    ///
    /// -
    ///   ``init(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)``
    ///
    /// ### Property
    ///
    /// - ``name``
    /// - ``originalName``
    /// - ``keypath``
    /// - ``valueType``
    /// - ``hashModifier``
    ///
    /// ### The other end
    ///
    /// - ``destination``
    /// - ``inverseName``
    /// - ``inverseKeyPath``
    /// - ``isToOneRelationship``
    ///
    /// ### Rules
    ///
    /// - ``deleteRule``
    /// - ``DeleteRule``
    /// - ``minimumModelCount``
    /// - ``maximumModelCount``
    /// - ``options``
    /// - ``Option``
    /// - ``isUnique``
    ///
    /// ### Kind
    ///
    /// - ``isAttribute``
    /// - ``isRelationship``
    /// - ``isTransient``
    /// - ``isOptional``
    ///
    /// ### Coding and comparing
    ///
    /// - ``init(from:)``
    /// - ``encode(to:)``
    /// - ``==(_:_:)``
    /// - ``hash(into:)``
    /// - ``debugDescription``
    public final class Relationship: SchemaProperty, CustomDebugStringConvertible,
        @unchecked Sendable
    {
        // Unchecked, because it is changed only before its schema is shared.

        /// The name of the property in source code.
        public var name: String
        /// The name of the property in earlier versions of the schema.
        public var originalName: String
        /// The key path of the property.
        public var keypath: AnyKeyPath?
        /// The constraints on the relationship.
        public var options: [Option]
        /// The declared Swift type: a model, an array of models, or an optional of either.
        public var valueType: any Any.Type
        /// The name of the destination entity.
        public var destination: String
        /// The effect of a deletion on the related models.
        public var deleteRule: DeleteRule
        /// The name of the inverse relationship in the destination entity.
        public var inverseName: String?
        /// The key path of the inverse relationship.
        public var inverseKeyPath: AnyKeyPath?
        /// The minimum number of related models when saving; nil and 0 mean no minimum.
        public var minimumModelCount: Int?
        /// The maximum number of related models when saving; nil and 0 mean no maximum.
        public var maximumModelCount: Int?
        /// A version hash modifier; changing it changes the identity of the schema.
        public var hashModifier: String?
        var isToMany = false
        /// Whether the declaration excludes an inverse, also one that could be inferred.
        private(set) var isUnidirectional = false
        private var decodedOptionality: Bool?

        /// Creates the description that `@Relationship` attaches to a property.
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

        /// Excludes an inverse, and returns the relationship; not for direct use.
        ///
        /// `@Model` calls it for a declaration with the argument `inverse: nil`.
        public func _unidirectional() -> Relationship {
            isUnidirectional = true
            return self
        }

        /// Creates a relationship from its encoded form; key paths are nil, and the value type is
        /// `Any`.
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
            decodedOptionality = try container.decodeIfPresent(Bool.self, forKey: .isOptional)
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
            try container.encode(isOptional, forKey: .isOptional)
        }

        private enum CodingKeys: String, CodingKey {
            case name, originalName, options, destination, deleteRule, inverseName
            case minimumModelCount, maximumModelCount, hashModifier, isToMany, isOptional
        }

        /// Whether the relationship refers to at most one model.
        public var isToOneRelationship: Bool { !isToMany }
        /// Whether the property's value can be nil.
        public var isOptional: Bool { decodedOptionality ?? (valueType is any OptionalType.Type) }
        /// Whether a model can be the destination of at most one source.
        public var isUnique: Bool { options.contains(.unique) }
        /// Whether the property is an attribute; always false.
        public var isAttribute: Bool { false }
        /// Whether the property is a relationship; always true.
        public var isRelationship: Bool { true }
        /// Whether the property is excluded from the store; always false.
        public var isTransient: Bool { false }

        /// Returns whether two relationships have the same definition.
        public static func == (lhs: Relationship, rhs: Relationship) -> Bool {
            lhs.name == rhs.name && lhs.originalName == rhs.originalName
                && lhs.options == rhs.options && lhs.destination == rhs.destination
                && lhs.deleteRule == rhs.deleteRule && lhs.inverseName == rhs.inverseName
                && lhs.minimumModelCount == rhs.minimumModelCount
                && lhs.maximumModelCount == rhs.maximumModelCount
                && lhs.isToMany == rhs.isToMany && lhs.hashModifier == rhs.hashModifier
        }

        /// Hashes the name and the destination.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(destination)
        }

        /// A description of the relationship for debugging.
        public var debugDescription: String {
            "Schema.Relationship - name: \(name), destination: \(destination), "
                + "deleteRule: \(deleteRule), inverse: \(inverseName ?? "none")"
        }
    }
}

extension Schema.Relationship {
    /// The effect of deleting a model on the models that its relationship refers to.
    public enum DeleteRule: String, Codable, Hashable, Sendable {
        /// Leaves related models unchanged; the caller resolves dangling references.
        case noAction
        /// Removes the reference to the deleted model from related models.
        case nullify
        /// Deletes related models.
        case cascade
        /// Fails the save if there are related models.
        case deny
    }

    /// A constraint on a relationship.
    public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
        let name: String
        /// Allows each destination model to have at most one source.
        public static var unique: Option { Option(name: "unique") }
        /// Stores the order of a to-many relationship.
        ///
        /// The array has the same order in every context. Apple's framework has no such option.
        public static var ordered: Option { Option(name: "ordered") }
        /// The name of the option.
        public var debugDescription: String { name }
    }
}
