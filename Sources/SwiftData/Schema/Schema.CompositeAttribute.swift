// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema {
    /// An attribute of a `Codable` struct, with one column for each of its fields.
    ///
    /// ## Topics
    ///
    /// ### Creating a description
    ///
    /// - ``init(name:originalName:options:valueType:defaultValue:hashModifier:)``
    ///
    /// ### Fields
    ///
    /// - ``properties``
    ///
    /// ### Coding and comparing
    ///
    /// - ``init(from:)``
    /// - ``encode(to:)``
    /// - ``==(_:_:)``
    /// - ``debugDescription``
    public final class CompositeAttribute: Attribute, @unchecked Sendable {
        // Unchecked as in the superclass.

        /// The fields of the struct, in the order in which it decodes them; a nested struct is a
        /// composite attribute.
        public var properties: [Attribute] = []

        /// Creates a description without fields.
        public override init(
            name: String,
            originalName: String? = nil,
            options: [Option] = [],
            valueType: any Any.Type,
            defaultValue: Any? = nil,
            hashModifier: String? = nil
        ) {
            super.init(
                name: name,
                originalName: originalName,
                options: options,
                valueType: valueType,
                defaultValue: defaultValue,
                hashModifier: hashModifier
            )
        }

        /// Creates the description of a property with fields.
        convenience init(_ annotation: Attribute?, shape: _CompositeShape) {
            self.init(
                name: annotation?.name ?? "",
                originalName: annotation?.originalName ?? "",
                options: annotation?.options ?? [],
                valueType: Any.self,
                hashModifier: annotation?.hashModifier
            )
            properties = shape.fields.map(Self.attribute)
        }

        private static func attribute(_ field: _CompositeShape.Field) -> Attribute {
            switch field.content {
            case .value(let type):
                Attribute(name: field.name, valueType: type)
            case .json:
                Attribute(name: field.name, valueType: Any.self)
            case .composite(let shape):
                CompositeAttribute(Attribute(name: field.name, valueType: Any.self), shape: shape)
            }
        }

        /// Creates a composite attribute from its encoded form.
        public required init(from decoder: any Decoder) throws {
            try super.init(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            properties = try container.decode([DecodedAttribute].self, forKey: .properties)
                .map(\.attribute)
        }

        /// Encodes the description and the fields, without their default values.
        public override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(properties, forKey: .properties)
        }

        fileprivate enum CodingKeys: String, CodingKey {
            case properties
        }

        /// Returns whether two attributes describe the same columns.
        public static func == (lhs: CompositeAttribute, rhs: CompositeAttribute) -> Bool {
            (lhs as Attribute) == (rhs as Attribute) && lhs.properties == rhs.properties
        }

        /// A description of the attribute for debugging.
        public override var debugDescription: String {
            "Schema.CompositeAttribute - name: \(name), properties: \(properties.map(\.name))"
        }
    }
}

/// An attribute of an encoded schema, which is a composite attribute if it has fields.
struct DecodedAttribute: Decodable {
    let attribute: Schema.Attribute

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Schema.CompositeAttribute.CodingKeys.self)
        attribute =
            try container.contains(.properties)
            ? Schema.CompositeAttribute(from: decoder) : Schema.Attribute(from: decoder)
    }
}
