// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The entities of a container as their rows are stored, by the names in the store.
package struct RowSchema: Sendable {
    /// An attribute of an entity.
    package struct Attribute: Sendable {
        /// The name; for a property of a subclass after the name of the class.
        package let name: String
        /// The name in earlier versions of the schema; equal to `name` if never renamed.
        package let originalName: String
        /// The types of the columns, in order.
        package let columns: [_ColumnType]
        /// The class that declares the attribute; nil for the root class.
        package let subclass: String?
        /// Whether the store encrypts the value.
        package let isEncrypted: Bool
        /// Whether the value must not leave the device, as with the option `.encrypt` or `.local`.
        package let isLocal: Bool
        /// Whether a row without a value of the attribute can be inserted.
        package let hasDefault: Bool
    }

    /// A to-one relationship with a foreign key in the rows of an entity.
    package struct Reference: Sendable {
        /// The name; for a property of a subclass after the name of the class.
        package let name: String
        /// The name in earlier versions of the schema; equal to `name` if never renamed.
        package let originalName: String
        /// The class that declares the relationship; nil for the root class.
        package let subclass: String?
        /// The name of the entity of the other model.
        package let destination: String
        /// Whether the relationship always refers to a model.
        package let isRequired: Bool
        /// The name of the inverse relationship, or `nil`.
        package let inverse: String?
        /// Whether one model at most refers to the other one.
        package let isOneToOne: Bool
        /// The effect of the deletion of the other model: the rule of the inverse relationship.
        package let targetDeleteRule: Schema.Relationship.DeleteRule
        /// The effect of the deletion of the own model on the other one.
        package let deleteRule: Schema.Relationship.DeleteRule
    }

    /// A relationship with a join table.
    package struct Relationship: Sendable {
        /// The left side, as the history names it.
        package let name: HistoryRecord.Pair.Relationship
        /// The name of the property in earlier versions of the schema.
        package let originalName: String
        /// The name of the entity on the right side.
        package let destination: String
        /// The name of the inverse relationship, or `nil`.
        package let inverse: String?
        /// The effect of the deletion of a model on the left side.
        package let deleteRule: Schema.Relationship.DeleteRule
        /// The effect of the deletion of a model on the right side.
        package let inverseDeleteRule: Schema.Relationship.DeleteRule
    }

    /// An entity.
    package struct Entity: Sendable {
        /// The name of the root class.
        package let name: String
        /// The names of the subclasses, each after its superclass.
        package let subclasses: [String]
        /// The attributes that rows contain.
        package let attributes: [Attribute]
        /// The relationships with foreign keys in rows.
        package let references: [Reference]
        /// The names of the attributes and references that are unique in combination.
        package let uniqueConstraints: [[String]]
    }

    /// The entities.
    package let entities: [Entity]
    /// The relationships with join tables.
    package let relationships: [Relationship]

    init(_ layout: SchemaLayout) {
        entities = layout.tables.map { Entity($0.entity) }
        relationships = layout.joinTables.indices.map { index in
            let (entity, property) = layout.relationship(ofJoinTable: index)
            return Relationship(property, of: entity)
        }
    }
}

extension ModelContainer {
    /// The entities as their rows are stored.
    package var rowSchema: RowSchema { RowSchema(coordinator.layout) }
}

extension RowSchema.Entity {
    fileprivate init(_ entity: EntityDescription) {
        let properties = entity.storedProperties
        name = entity.name
        subclasses = entity.classes.dropFirst().map(\.name)
        attributes = properties.filter { $0.relationship == nil }.map(RowSchema.Attribute.init)
        references = properties.filter { $0.relationship != nil }.map(RowSchema.Reference.init)
        uniqueConstraints = entity.uniqueConstraints.map { constraint in
            constraint.map { entity.properties[$0].name }
        }
    }
}

extension RowSchema.Attribute {
    fileprivate init(_ property: PropertyDescription) {
        name = property.name
        originalName = property.originalName
        columns = property.columns.map(\.type)
        subclass = property.subclass
        isEncrypted = property.policy.isEncrypted
        isLocal = property.policy.isLocal
        hasDefault = property.columns.allSatisfy { column in
            column.type.isOptional || property.defaultValue(ofColumn: column.name) != nil
        }
    }
}

extension RowSchema.Reference {
    fileprivate init(_ property: PropertyDescription) {
        name = property.name
        originalName = property.originalName
        subclass = property.subclass
        destination = property.destination?.name ?? ""
        isRequired = property.isRequired
        inverse = property.inverseProperty?.name
        isOneToOne = property.inverseProperty.map { !$0.isToMany } ?? false
        targetDeleteRule = property.inverseProperty?.deleteRule ?? .nullify
        deleteRule = property.deleteRule
    }
}

extension RowSchema.Relationship {
    fileprivate init(_ property: PropertyDescription, of entity: EntityDescription) {
        name = HistoryRecord.Pair.Relationship(
            entityName: entity.name,
            propertyName: property.name
        )
        originalName = property.originalName
        destination = property.destination?.name ?? ""
        inverse = property.inverseProperty?.name
        deleteRule = property.deleteRule
        inverseDeleteRule = property.inverseProperty?.deleteRule ?? .nullify
    }
}

extension PropertyDescription {
    fileprivate var deleteRule: Schema.Relationship.DeleteRule {
        relationship?.deleteRule ?? .nullify
    }
}
