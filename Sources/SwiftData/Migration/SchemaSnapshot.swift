// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A snapshot of the entities of one store, which identifies a version of a schema.
///
/// Two schemas with equal snapshots can share a store, regardless of their version numbers. A
/// snapshot's identity excludes everything that can change without changing the store: original
/// names, default values, minimum and maximum counts of relationships, and declaration order.
struct SchemaSnapshot: Codable, Hashable, Sendable {
    /// The entities, sorted by name.
    var entities: [Entity]
    /// The version number of the schema, which is not part of the identity.
    var version: Schema.Version

    struct Entity: Codable, Hashable, Sendable {
        var name: String
        /// The subclasses, each after its superclass; nil for a class without subclasses.
        var subclasses: [Subclass]?
        /// The attributes with a column, sorted by name.
        var attributes: [Attribute]
        /// The relationships, sorted by name.
        var relationships: [Relationship]
        /// Groups of property names that are unique in combination.
        var unique: [[String]]
        /// Groups of property names that share an index.
        var indexed: [[String]]
    }

    /// A subclass of the root class of an entity.
    struct Subclass: Codable, Hashable, Sendable {
        var name: String
        var superclass: String
    }

    struct Attribute: Codable, Hashable, Sendable {
        var name: String
        /// The name of the subclass that declares the attribute; nil for the root class.
        var subclass: String?
        /// The name that matches the attribute with an older snapshot; not part of the identity.
        var originalName: String
        /// The column type; for integers the Swift type, which determines the range.
        var type: String
        var isOptional: Bool
        /// The names of the options that affect the table layout.
        var options: [String]
        var hashModifier: String?
        /// The composite attribute of which the column is a part; nil for any other attribute.
        var composite: String?
        /// The coding keys from the composite attribute to the column, if one contains a period.
        ///
        /// Otherwise the name shows them. They are not part of the identity.
        var fields: [String]?

        /// The coding keys from the composite attribute to the column.
        var fieldPath: [String] {
            fields
                ?? name.dropFirst(composite?.count ?? name.count).split(separator: ".")
                .map(String.init)
        }
    }

    struct Relationship: Codable, Hashable, Sendable {
        var name: String
        /// The name of the subclass that declares the relationship; nil for the root class.
        var subclass: String?
        /// The name that matches the relationship with an older snapshot; not part of the identity.
        var originalName: String
        var destination: String
        var inverse: String?
        var isToMany: Bool
        /// Whether the store keeps the order of a to-many relationship; nil if it does not.
        var isOrdered: Bool?
        var isOptional: Bool
        var deleteRule: Schema.Relationship.DeleteRule
        var place: Place
        var hashModifier: String?
    }

    /// The location of a relationship's foreign keys.
    enum Place: Codable, Hashable, Sendable {
        /// A column of the entity's own table, named after the relationship.
        case ownColumn
        /// A column of the destination's table, named after the inverse.
        case inverseColumn
        /// A join table.
        case joinTable(name: String, own: String, other: String)
    }
}

extension SchemaSnapshot {
    init(
        _ layout: SchemaLayout,
        entities: Set<Int>,
        version: Schema.Version = Schema.Version(1, 0, 0)
    ) {
        self.version = version
        self.entities = layout.tables.filter { entities.contains($0.entity.index) }
            .map { Entity($0, joins: layout.joinTables) }
            .sorted { $0.name < $1.name }
    }

    func entity(named name: String) -> Entity? { entities.first { $0.name == name } }
}

extension SchemaSnapshot.Entity {
    /// Whether the entity has columns of fields below a name.
    func hasFields(of name: String) -> Bool {
        attributes.contains { $0.name.hasPrefix(name + ".") }
    }

    fileprivate init(_ table: TableLayout, joins: [JoinTable]) {
        let entity = table.entity
        func names(_ groups: [[Int]]) -> [[String]] {
            groups.map { $0.map { entity.properties[$0].name } }.sorted {
                $0.joined() < $1.joined()
            }
        }
        name = table.name
        subclasses =
            entity.isHierarchy
            ? entity.classes.compactMap { subclass in
                subclass.superclass.map {
                    SchemaSnapshot.Subclass(
                        name: subclass.name,
                        superclass: entity.classes[$0].name
                    )
                }
            } : nil
        attributes = entity.properties.filter(\.policy.isStored).flatMap { property in
            property.columns.compactMap { SchemaSnapshot.Attribute(property, column: $0) }
        }
        .sorted { $0.name < $1.name }
        relationships = entity.relationshipIndexes.compactMap { index in
            table.places[index].flatMap {
                SchemaSnapshot.Relationship(entity.properties[index], at: $0, joins: joins)
            }
        }
        .sorted { $0.name < $1.name }
        unique = names(entity.uniqueConstraints)
        indexed = names(entity.indices)
    }

    /// The names of all classes.
    var classNames: [String] { [name] + (subclasses ?? []).map(\.name) }

    /// Returns the names of a class and its subclasses.
    func classNames(in root: String) -> [String] {
        (subclasses ?? []).reduce(into: [root]) { names, subclass in
            if names.contains(subclass.superclass) { names.append(subclass.name) }
        }
    }

    func attribute(named name: String) -> SchemaSnapshot.Attribute? {
        attributes.first { $0.name == name }
    }

    func relationship(named name: String) -> SchemaSnapshot.Relationship? {
        relationships.first { $0.name == name }
    }
}

extension SchemaSnapshot.Attribute {
    fileprivate init?(_ property: PropertyDescription, column: AttributeColumn) {
        guard let attribute = property.attribute else { return nil }
        name = column.name
        subclass = property.subclass
        originalName = column.originalName
        type = Self.typeName(column.type.kind, of: column.valueType)
        isOptional = column.type.isOptional
        composite = property.isComposite ? property.name : nil
        fields = column.fields.contains { $0.contains(".") } ? column.fields : nil
        options = ColumnPolicy.layoutOptions(of: attribute.options)
        hashModifier = attribute.hashModifier
    }

    /// The meaning of the options for the column.
    var policy: ColumnPolicy {
        ColumnPolicy(
            options.map { Schema.Attribute.Option(name: $0) },
            kind: _ColumnType.Kind(rawValue: type) ?? .integer
        )
    }

    private static func typeName(_ kind: _ColumnType.Kind, of valueType: (any Any.Type)?) -> String
    {
        let wrapped = (valueType as? any OptionalType.Type)?.wrappedType ?? valueType
        guard let integer = wrapped as? any FixedWidthInteger.Type else { return kind.rawValue }
        return String(describing: integer)
    }
}

extension SchemaSnapshot.Relationship {
    fileprivate init?(
        _ property: PropertyDescription,
        at place: RelationshipPlace,
        joins: [JoinTable]
    ) {
        guard let relationship = property.relationship else { return nil }
        name = property.name
        subclass = property.subclass
        originalName = property.originalName
        destination = property.destination?.name ?? relationship.destination
        inverse = property.inverseProperty?.name ?? relationship.inverseName
        isToMany = relationship.isToMany
        isOrdered = property.isOrdered ? true : nil
        isOptional = !property.isRequired
        deleteRule = relationship.deleteRule
        hashModifier = relationship.hashModifier
        switch place {
        case .ownColumn: self.place = .ownColumn
        case .inverseColumn: self.place = .inverseColumn
        case .joinTable(let index, let isLeft):
            let join = joins[index]
            self.place = .joinTable(
                name: join.name,
                own: isLeft ? join.leftColumn : join.rightColumn,
                other: isLeft ? join.rightColumn : join.leftColumn
            )
        }
    }
}

extension SchemaSnapshot {
    /// The name of an encrypted column, or `nil`.
    var firstEncryptedColumn: String? {
        entities.lazy.compactMap { entity in
            entity.attributes.first { $0.policy.isEncrypted }.map { "\(entity.name).\($0.name)" }
        }.first
    }
}
