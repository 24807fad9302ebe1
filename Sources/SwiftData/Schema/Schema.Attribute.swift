// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema {
    /// A property whose values are stored in the model's own row.
    ///
    /// Attributes are configured before their schema is made and only read after, which is what the
    /// unchecked conformance relies on.
    public class Attribute: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
        /// The name of the property in code.
        public var name: String
        /// The name the property had in older versions of the schema.
        public var originalName: String
        /// How values are stored and constrained.
        public var options: [Option]
        /// The Swift type of the values.
        public var valueType: any Any.Type
        /// The value given in the declaration, which migration uses for old rows.
        public var defaultValue: Any?
        /// Whether the value may be nil.
        public var isOptional: Bool { valueType is any OptionalType.Type }
        /// A string that changes the identity of the schema when it changes.
        public var hashModifier: String?

        /// Makes the description that `@Attribute` attaches to a property.
        public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil)
        {
            self.name = ""
            self.originalName = originalName ?? ""
            self.options = options
            self.valueType = Any.self
            self.hashModifier = hashModifier
        }

        /// Makes a complete description of an attribute.
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

        /// Decodes what `encode(to:)` wrote; a type that isn't one of the standard ones becomes `Any`.
        public required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            originalName = try container.decode(String.self, forKey: .originalName)
            options = try container.decode([Option].self, forKey: .options)
            valueType = SchemaTypeName.type(
                named: try container.decode(String.self, forKey: .valueType)
            )
            hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
        }

        /// Encodes the description; default values are code and stay behind.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(originalName, forKey: .originalName)
            try container.encode(options, forKey: .options)
            try container.encode(SchemaTypeName.name(of: valueType), forKey: .valueType)
            try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
        }

        private enum CodingKeys: String, CodingKey {
            case name, originalName, options, valueType, hashModifier
        }

        /// Whether two attributes describe the same column.
        public static func == (lhs: Attribute, rhs: Attribute) -> Bool {
            lhs.name == rhs.name && lhs.originalName == rhs.originalName
                && lhs.options == rhs.options && lhs.valueType == rhs.valueType
                && lhs.hashModifier == rhs.hashModifier
        }

        /// Hashes the name and options.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(options)
        }

        /// True.
        public var isAttribute: Bool { true }
        /// False.
        public var isRelationship: Bool { false }
        /// True for `.ephemeral` attributes, which the store never sees.
        public var isTransient: Bool { options.contains(.ephemeral) }
        /// Whether no two models may share a value.
        public var isUnique: Bool { options.contains(.unique) }
        /// Whether a value transformer turns the values into data.
        public var isTransformable: Bool { options.contains { $0.transformerName != nil } }

        /// The attribute in words.
        public var debugDescription: String {
            "Schema.Attribute - name: \(name), options: \(options), valueType: \(valueType)"
        }
    }
}

extension Schema.Attribute {
    /// A way in which the values of an attribute are stored, constrained or indexed.
    public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
        let name: String
        var transformerName: String?

        /// No two models may share a value; saving an equal one updates the stored model.
        public static var unique: Option { Option(name: "unique") }
        /// Values live in files beside the store.
        public static var externalStorage: Option { Option(name: "externalStorage") }
        /// Values may be encrypted when the store is synchronised.
        public static var allowsCloudEncryption: Option { Option(name: "allowsCloudEncryption") }
        /// History keeps the value when the model is deleted.
        public static var preserveValueOnDeletion: Option {
            Option(name: "preserveValueOnDeletion")
        }
        /// The value is tracked in memory and never written.
        public static var ephemeral: Option { Option(name: "ephemeral") }
        /// The text is indexed for full-text search.
        public static var spotlight: Option { Option(name: "spotlight") }

        /// The option's name.
        public var debugDescription: String { name }
    }
}
