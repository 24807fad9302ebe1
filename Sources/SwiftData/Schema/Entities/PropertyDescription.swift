// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The description of one persisted property of an entity.
///
/// The type is a class because every step of a save accesses properties: copying a struct would
/// retain and release each of its members.
final class PropertyDescription: @unchecked Sendable {
    // Unchecked, because relationships are connected once, before the schema is shared.

    let index: Int
    /// The name in the store: for a property of a subclass after the name of the class, such as
    /// `BusinessTrip.purpose`.
    let name: String
    let originalName: String
    /// The name in the class.
    let schemaName: String
    /// The value of the property.
    let access: any ValueAccess
    /// The models of a relationship; nil for an attribute.
    let relation: (any RelationAccess)?
    /// The model of a to-one relationship; nil for any other property.
    let reference: (any ReferenceAccess)?
    /// The models of a to-many relationship; nil for any other property.
    let collection: (any CollectionAccess)?
    let attribute: Schema.Attribute?
    let relationship: Schema.Relationship?
    let isToMany: Bool
    /// Whether the store keeps the order of the to-many relationship.
    let isOrdered: Bool
    /// The name of the subclass that declares the property, so that rows of other classes have no
    /// value; nil for the root class.
    let subclass: String?
    /// The columns of an attribute; none for a relationship.
    let columns: [AttributeColumn]
    /// The meaning of the attribute's options for its columns.
    let policy: ColumnPolicy
    /// The destination entity of a relationship, which the schema retains.
    unowned var destination: EntityDescription?
    /// The index of the inverse relationship in `destination`.
    var inverse: Int?

    /// Creates the description of a property.
    ///
    /// `subclass` is the name of the subclass that declares the property; nil for the root class.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` for an option that isn't supported.
    init(
        index: Int,
        schema: any SchemaProperty,
        access: _PropertyAccess,
        of entityName: String,
        subclass: String? = nil
    ) throws {
        let prefix = subclass.map { $0 + "." } ?? ""
        self.index = index
        self.schemaName = schema.name
        self.name = prefix + schema.name
        self.originalName = prefix + schema.originalName
        self.subclass = subclass
        self.access = access.value
        relation = access.relation
        reference = access.reference
        collection = access.collection
        self.attribute = schema as? Schema.Attribute
        self.relationship = schema as? Schema.Relationship
        self.isToMany = self.relationship?.isToMany ?? false
        self.isOrdered = self.relationship?.options.contains(.ordered) ?? false
        self.columns = AttributeColumn.columns(
            named: name,
            formerly: originalName,
            valueType: schema.valueType,
            kind: access.value.kind
        )
        guard isToMany || !isOrdered else {
            throw SwiftDataError.unknownSchema(
                "\(entityName).\(schema.name) cannot be ordered, because it refers to at most "
                    + "one model; remove the option .ordered"
            )
        }
        guard let attribute, let type = columns.first?.type else {
            policy = ColumnPolicy()
            return
        }
        if let obstacle = ColumnPolicy.obstacle(to: attribute.options, access: access.value) {
            throw SwiftDataError.unknownSchema("\(entityName).\(schema.name): \(obstacle)")
        }
        if let name = attribute.options.compactMap(\.transformerName).first {
            access.value.transformation = try ValueTransformation(
                by: name,
                of: "\(entityName).\(schema.name)"
            )
        }
        policy = ColumnPolicy(
            attribute.options,
            kind: type.kind,
            isComposite: attribute is Schema.CompositeAttribute
        )
    }

    /// Creates the attribute that stores the name of a row's class.
    static func className(at index: Int, of entity: String) throws -> PropertyDescription {
        let attribute = Schema.Attribute()
        attribute.name = TableLayout.className
        attribute.originalName = TableLayout.className
        attribute.valueType = String.self
        let access = _PropertyAccess(attribute: ClassNameAccess(of: entity))
        return try PropertyDescription(index: index, schema: attribute, access: access, of: entity)
    }

    var kind: _PropertyKind { access.kind }
    /// Whether the attribute is a struct with a column for each field.
    var isComposite: Bool {
        if case .composite = kind { true } else { false }
    }
    /// Whether the type of an attribute is known to have a placeholder for a value that isn't
    /// loaded.
    var hasPlaceholder: Bool {
        guard relationship == nil, access.makeDefaultColumnValues == nil, !isComposite else {
            return true
        }
        let type = Swift.type(of: access.keyPath).valueType
        return type is any OptionalType.Type || type is any _AttributeValue.Type
            || type is any ExpressibleByArrayLiteral.Type
            || type is any ExpressibleByDictionaryLiteral.Type || EnumCases.isPlainEnum(type)
    }
    /// Returns a closure that returns the default value of a column; nil if it has none.
    ///
    /// A field of a composite has the value of the property's default value, or the value that the
    /// struct decodes if the field is missing.
    func defaultValue(
        ofColumn name: String
    ) -> (@Sendable () throws -> _ColumnValue)? {
        let offset = columns.firstIndex { $0.name == name } ?? 0
        let access = access
        if access.makeDefaultColumnValues != nil {
            return {
                let values = try access.makeDefaultColumnValues?() ?? []
                return values.indices.contains(offset) ? values[offset] : .null
            }
        }
        guard let value = access.valueOfMissingColumn(offset) else { return nil }
        return { value }
    }
    /// Returns whether a model's loaded relationship contains another model.
    func contains(_ target: any PersistentModel, in model: any PersistentModel) -> Bool {
        relation?.contains(target, in: model) == true
    }
    /// The inverse relationship.
    var inverseProperty: PropertyDescription? {
        guard let destination, let inverse else { return nil }
        return destination.properties[inverse]
    }
}
