// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The shape of the entities of one store, which identifies a version of a schema.
///
/// Two schemas with the same shape can share a store, whatever their version is called. What can
/// change without touching the store isn't part of a shape's identity: original names, default values,
/// the bounds of relationships, the order of declarations.
struct SchemaSnapshot: Codable, Hashable, Sendable {
    /// The entities, in the order of their names.
    var entities: [Entity]
    /// The label of the version, which isn't part of the shape's identity.
    var version: Schema.Version

    struct Entity: Codable, Hashable, Sendable {
        var name: String
        /// The attributes with a column, by name.
        var attributes: [Attribute]
        /// The relationships, by name.
        var relationships: [Relationship]
        /// Groups of property names that are unique together.
        var unique: [[String]]
        /// Groups of property names that are indexed together.
        var indexed: [[String]]
    }

    struct Attribute: Codable, Hashable, Sendable {
        var name: String
        /// What pairs the attribute with one of an older shape; not part of the shape's identity.
        var originalName: String
        /// What the column holds; for integers the Swift type, which tells their range.
        var type: String
        var isOptional: Bool
        /// The options that change the layout, by name.
        var options: [String]
        var hashModifier: String?
    }

    struct Relationship: Codable, Hashable, Sendable {
        var name: String
        /// What pairs the relationship with one of an older shape; not part of the shape's identity.
        var originalName: String
        var destination: String
        var inverse: String?
        var isToMany: Bool
        var isOptional: Bool
        var deleteRule: Schema.Relationship.DeleteRule
        var place: Place
        var hashModifier: String?
    }

    /// Where the pairs of a relationship are kept.
    enum Place: Codable, Hashable, Sendable {
        /// In the column of the entity's own table that is named after the relationship.
        case ownColumn
        /// In the column of the destination's table that is named after the inverse.
        case inverseColumn
        /// In a join table.
        case joinTable(name: String, own: String, other: String)
    }
}

extension SchemaSnapshot {
    init(
        _ layout: StoreLayout,
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
    fileprivate init(_ table: TableLayout, joins: [JoinTable]) {
        let entity = table.entity
        func names(_ groups: [[Int]]) -> [[String]] {
            groups.map { $0.map { entity.properties[$0].name } }.sorted {
                $0.joined() < $1.joined()
            }
        }
        name = table.name
        attributes = table.columns.compactMap {
            SchemaSnapshot.Attribute(entity.properties[$0.property], type: $0.type)
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

    func attribute(named name: String) -> SchemaSnapshot.Attribute? {
        attributes.first { $0.name == name }
    }

    func relationship(named name: String) -> SchemaSnapshot.Relationship? {
        relationships.first { $0.name == name }
    }
}

extension SchemaSnapshot.Attribute {
    /// The options that decide how a column looks.
    private static let layoutOptions: [Schema.Attribute.Option] = [.externalStorage, .spotlight]

    fileprivate init?(_ property: PropertyDescription, type: _ColumnType) {
        guard let attribute = property.attribute else { return nil }
        name = property.name
        originalName = property.originalName
        self.type = Self.typeName(type.kind, of: attribute.valueType)
        isOptional = type.isOptional
        options = Self.layoutOptions.filter(attribute.options.contains).map(\.name)
        hashModifier = attribute.hashModifier
    }

    private static func typeName(_ kind: _ColumnType.Kind, of valueType: any Any.Type) -> String {
        let wrapped = (valueType as? any OptionalType.Type)?.wrappedType ?? valueType
        return wrapped is any FixedWidthInteger.Type ? String(describing: wrapped) : kind.rawValue
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
        originalName = property.originalName
        destination = relationship.destination
        inverse = relationship.inverseName
        isToMany = relationship.isToMany
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
