// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// One column of an attribute.
struct AttributeColumn: Sendable {
    /// The name of the property, followed by the fields of a composite attribute, such as
    /// `address.city`.
    let name: String
    /// The coding keys from a composite attribute to the field; none for a presence column or
    /// another attribute.
    let fields: [String]
    /// The name of the column in earlier versions of the schema.
    let originalName: String
    let type: _ColumnType
    /// The type of the stored values; nil for the JSON and presence columns of composites.
    let valueType: (any Any.Type)?

    /// Returns the columns of a property; none for a relationship.
    static func columns(
        named name: String,
        formerly originalName: String,
        valueType: any Any.Type,
        kind: _PropertyKind
    ) -> [AttributeColumn] {
        switch kind {
        case .toOne, .toMany: return []
        case .attribute(let type):
            return [
                AttributeColumn(
                    name: name,
                    fields: [],
                    originalName: originalName,
                    type: type,
                    valueType: valueType
                )
            ]
        case .composite(let shape, let isOptional):
            let presence = AttributeColumn(
                name: name,
                fields: [],
                originalName: originalName,
                type: _ColumnType(.bool, isOptional: true),
                valueType: nil
            )
            let fields = shape.columns.map { column in
                let suffix = column.path.map { "." + $0 }.joined()
                return AttributeColumn(
                    name: name + suffix,
                    fields: column.path,
                    originalName: originalName + suffix,
                    type: isOptional ? column.type.optional : column.type,
                    valueType: column.valueType
                )
            }
            return isOptional ? [presence] + fields : fields
        }
    }
}
