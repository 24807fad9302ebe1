// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

extension Schema {
    /// A property that is stored in the model's own row.
    ///
    /// Attributes are configured before their schema is created and only read afterwards; the
    /// unchecked conformance relies on this.
    ///
    /// ## Topics
    ///
    /// ### Creating a description
    ///
    /// - ``init(_:originalName:hashModifier:)``
    /// - ``init(name:originalName:options:valueType:defaultValue:hashModifier:)``
    ///
    /// ### Property
    ///
    /// - ``name``
    /// - ``originalName``
    /// - ``valueType``
    /// - ``defaultValue``
    /// - ``hashModifier``
    ///
    /// ### Options
    ///
    /// - ``options``
    /// - ``Option``
    /// - ``isOptional``
    /// - ``isUnique``
    /// - ``isTransient``
    /// - ``isTransformable``
    /// - ``isCodable``
    ///
    /// ### Kind
    ///
    /// - ``isAttribute``
    /// - ``isRelationship``
    ///
    /// ### Coding and comparing
    ///
    /// - ``init(from:)``
    /// - ``encode(to:)``
    /// - ``==(_:_:)``
    /// - ``hash(into:)``
    /// - ``debugDescription``
    public class Attribute: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
        // Unchecked, because it is changed only before its schema is shared.

        /// The name of the property in source code.
        public var name: String
        /// The name of the property in earlier versions of the schema.
        public var originalName: String
        /// The storage, uniqueness and indexing options.
        public var options: [Option]
        /// The Swift type of the attribute's values.
        public var valueType: any Any.Type { didSet { decodedTypeName = nil } }
        /// The default value from the declaration; a migration fills a new column with it.
        public var defaultValue: Any?
        /// Whether the attribute's value can be nil; derived from the value type unless it was set.
        ///
        /// Containers use the type of the property: setting this changes only the description.
        public var isOptional: Bool {
            get { assignedOptionality ?? (valueType is any OptionalType.Type) }
            set { assignedOptionality = newValue }
        }
        /// A version hash modifier; changing it changes the identity of the schema.
        public var hashModifier: String?
        private var assignedOptionality: Bool?
        /// The name of the type in the encoded form, if it was decoded as `Any`.
        private var decodedTypeName: String?

        private var typeName: String { decodedTypeName ?? SchemaTypeName.name(of: valueType) }

        /// Creates the description that `@Attribute` attaches to a property.
        public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil)
        {
            self.name = ""
            self.originalName = originalName ?? ""
            self.options = options
            self.valueType = Any.self
            self.hashModifier = hashModifier
        }

        /// Creates a complete attribute description.
        public init(
            name: String,
            originalName: String? = nil,
            options: [Option] = [],
            valueType: any Any.Type,
            defaultValue: Any? = nil,
            hashModifier: String? = nil
        ) {
            self.name = name
            self.originalName = originalName ?? name
            self.options = options
            self.valueType = valueType
            self.defaultValue = defaultValue
            self.hashModifier = hashModifier
        }

        /// Creates an attribute from its encoded form.
        ///
        /// A value type that the program lacks is decoded as `Any`, which is equal to the type that
        /// was encoded.
        public required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            originalName = try container.decode(String.self, forKey: .originalName)
            options = try container.decode([Option].self, forKey: .options)
            let typeName = try container.decode(String.self, forKey: .valueType)
            let type = SchemaTypeName.type(named: typeName)
            valueType = type ?? Any.self
            hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
            decodedTypeName = type == nil ? typeName : nil
            let isOptional = try container.decodeIfPresent(Bool.self, forKey: .isOptional)
            let isOptionalType = valueType is any OptionalType.Type
            assignedOptionality = isOptional == isOptionalType ? nil : isOptional
        }

        /// Encodes the description without its default value, which is code.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(originalName, forKey: .originalName)
            try container.encode(options, forKey: .options)
            try container.encode(typeName, forKey: .valueType)
            try container.encode(isOptional, forKey: .isOptional)
            try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
        }

        private enum CodingKeys: String, CodingKey {
            case name, originalName, options, valueType, isOptional, hashModifier
        }

        /// Returns whether two attributes describe the same column.
        public static func == (lhs: Attribute, rhs: Attribute) -> Bool {
            lhs.name == rhs.name && lhs.originalName == rhs.originalName
                && lhs.options == rhs.options && lhs.typeName == rhs.typeName
                && lhs.isOptional == rhs.isOptional && lhs.hashModifier == rhs.hashModifier
        }

        /// Hashes the name and the options.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(options)
        }

        /// Whether the property is an attribute; always true.
        public var isAttribute: Bool { true }
        /// Whether the property is a relationship; always false.
        public var isRelationship: Bool { false }
        /// Whether the attribute has the option `.ephemeral` and is therefore never stored.
        public var isTransient: Bool { options.contains(.ephemeral) }
        /// Whether values must be unique among all models of the entity.
        public var isUnique: Bool { options.contains(.unique) }
        /// Whether a value transformer converts the values to data.
        public var isTransformable: Bool { options.contains { $0.transformerName != nil } }

        /// Whether the attribute has the option `.codable`: its values are stored as opaque JSON.
        public var isCodable: Bool { options.contains(.codable) }

        /// A description of the attribute for debugging.
        public var debugDescription: String {
            "Schema.Attribute - name: \(name), options: \(options), valueType: \(valueType)"
        }
    }
}

extension Schema.Attribute {
    /// An option for the storage, uniqueness or indexing of an attribute.
    ///
    /// ## Topics
    ///
    /// ### Constraints
    ///
    /// - ``unique``
    ///
    /// ### Storage
    ///
    /// - ``externalStorage``
    /// - ``ephemeral``
    /// - ``codable``
    /// - ``transformable(by:)-(ValueTransformer.Type)``
    /// - ``transformable(by:)-(String)``
    /// - ``encrypt``
    /// - ``allowsCloudEncryption``
    ///
    /// ### Synchronization
    ///
    /// - ``local``
    ///
    /// ### Search and history
    ///
    /// - ``spotlight``
    /// - ``preserveValueOnDeletion``
    ///
    /// ### Coding
    ///
    /// - ``init(from:)``
    /// - ``debugDescription``
    public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
        let name: String
        var transformerName: String?

        /// Requires unique values; saving a duplicate value updates the stored model (upsert).
        public static var unique: Option { Option(name: "unique") }
        /// Keeps values in external files next to the store.
        public static var externalStorage: Option { Option(name: "externalStorage") }
        /// Encrypts the values with the key of the store's configuration.
        ///
        /// The value stays on the device: it is not synchronized.
        ///
        /// An encrypted value cannot be compared in predicates and sort orders, other than with
        /// nil, and cannot be unique, indexed or part of the full-text index.
        public static var encrypt: Option { Option(name: "encrypt") }
        /// Encrypts the values as `.encrypt` does; they are synchronized, sealed as all others.
        public static var allowsCloudEncryption: Option { Option(name: "allowsCloudEncryption") }
        /// Keeps the values on the device: they are not synchronized.
        ///
        /// In models of other devices, the attribute has its default value, or nil.
        public static var local: Option { Option(name: "local") }
        /// Preserves the value in the history tombstone of a deleted model.
        public static var preserveValueOnDeletion: Option {
            Option(name: "preserveValueOnDeletion")
        }
        /// Tracks changes to the value in memory without storing it.
        public static var ephemeral: Option { Option(name: "ephemeral") }
        /// Stores the value as JSON in one column, also if its type is a structure.
        ///
        /// The value cannot be compared in predicates and sort orders. Its type can change without
        /// a migration, as long as the JSON that is already stored can be decoded.
        public static var codable: Option { Option(name: "codable") }
        /// Stores the data that a value transformer makes of the value.
        ///
        /// A container makes one instance of the type for each attribute.
        public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
            Option(
                name: transformableName,
                transformerName: ValueTransformer.register(transformerType)
            )
        }
        /// Stores the data that a registered value transformer makes of the value.
        ///
        /// A transformer must have been registered under the name before a container is created.
        public static func transformable(by transformerName: String) -> Option {
            Option(name: transformableName, transformerName: transformerName)
        }
        static let transformableName = "transformable"
        /// Includes the text in the full-text search index.
        public static var spotlight: Option { Option(name: "spotlight") }

        /// The name of the option.
        public var debugDescription: String { name }
    }
}

/// The names of types in the encoded form of a schema: mangled names, which the runtime of Swift
/// resolves.
enum SchemaTypeName {
    /// Returns the mangled name of a type; the name in source code for a type without one.
    static func name(of type: any Any.Type) -> String {
        _mangledTypeName(type) ?? String(reflecting: type)
    }

    /// Returns the type with a name from `name(of:)`; nil for the name of a type that the program
    /// lacks.
    static func type(named name: String) -> (any Any.Type)? { _typeByName(name) }
}
