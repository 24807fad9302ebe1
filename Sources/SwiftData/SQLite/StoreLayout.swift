// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// How the entities of a container lie in the tables of a store.
struct StoreLayout: Sendable {
    let tables: [TableLayout]
    let joinTables: [JoinTable]

    init(_ graph: ResolvedSchema) {
        var joins: [JoinTable] = []
        var joinIndex: [JoinTable.End: (index: Int, isLeft: Bool)] = [:]
        for entity in graph.entities {
            for property in entity.properties where property.isToMany {
                let end = JoinTable.End(entity: entity.index, property: property.index)
                guard joinIndex[end] == nil, let destination = property.destination,
                    property.inverseProperty?.isToMany ?? true
                else { continue }
                joinIndex[end] = (joins.count, true)
                if let inverse = property.inverse {
                    let other = JoinTable.End(entity: destination.index, property: inverse)
                    if other != end { joinIndex[other] = (joins.count, false) }
                }
                joins.append(JoinTable(of: property, in: entity, to: destination))
            }
        }
        joinTables = joins
        tables = graph.entities.map { entity in
            TableLayout(entity) { property in
                joinIndex[JoinTable.End(entity: entity.index, property: property.index)]
            }
        }
    }
}

/// How one entity lies in its table.
struct TableLayout: Sendable {
    /// The name of the integer key column of every table.
    static let key = "_pk"

    let entity: EntityDescription
    var name: String { entity.name }
    /// The columns after the key, in order.
    let columns: [Column]
    /// The position of each property among the columns; -1 for one without a column.
    let columnOfProperty: [Int32]
    /// Where each relationship is kept; nil for attributes.
    let places: [RelationshipPlace?]

    struct Column: Sendable {
        let name: String
        let property: Int
        let type: _ColumnType
        /// The table that a foreign key refers to.
        let references: Reference?
    }

    /// A foreign key of a column.
    struct Reference: Sendable {
        let table: String
        let onDelete: String
    }

    fileprivate init(
        _ entity: EntityDescription,
        join: (PropertyDescription) -> (index: Int, isLeft: Bool)?
    ) {
        self.entity = entity
        var columns: [Column] = []
        var columnOfProperty: [Int32] = []
        var places: [RelationshipPlace?] = []
        for property in entity.properties {
            var place: RelationshipPlace?
            var column: Column?
            switch property.kind {
            case .attribute(let type):
                if property.attribute?.isTransient != true {
                    column = Column(
                        name: property.name,
                        property: property.index,
                        type: type,
                        references: nil
                    )
                }
            case .toOne(_, let isOptional):
                if property.ownsForeignKey(in: entity) {
                    place = .ownColumn
                    column = Column(
                        name: property.name,
                        property: property.index,
                        type: _ColumnType(.integer, isOptional: isOptional),
                        references: Reference(to: property)
                    )
                } else {
                    place = .inverseColumn
                }
            case .toMany:
                place =
                    join(property).map { .joinTable(index: $0.index, isLeft: $0.isLeft) }
                    ?? .inverseColumn
            }
            places.append(place)
            columnOfProperty.append(column == nil ? -1 : Int32(columns.count))
            if let column { columns.append(column) }
        }
        self.columns = columns
        self.columnOfProperty = columnOfProperty
        self.places = places
    }
}

/// Where a relationship is kept.
enum RelationshipPlace: Sendable, Hashable {
    /// In a foreign key column of the entity's own table.
    case ownColumn
    /// In the foreign key column of the property at the other end.
    case inverseColumn
    /// In a join table.
    case joinTable(index: Int, isLeft: Bool)
}

/// A table of pairs for a relationship that is to-many at both ends, or at its only end.
struct JoinTable: Sendable {
    struct End: Hashable, Sendable {
        let entity: Int
        let property: Int
    }

    /// The entity and relationship it is named after.
    let name: String
    let leftColumn: String
    let rightColumn: String
    let leftTable: String
    let rightTable: String
    let left: End

    fileprivate init(
        of property: PropertyDescription,
        in entity: EntityDescription,
        to destination: EntityDescription
    ) {
        name = "\(entity.name)_\(property.name)"
        leftTable = entity.name
        rightTable = destination.name
        leftColumn = entity.name
        rightColumn = entity === destination ? property.name : destination.name
        left = End(entity: entity.index, property: property.index)
    }
}

extension PropertyDescription {
    /// Whether this end of a to-one relationship has the foreign key.
    ///
    /// With a to-one at the other end too, the required end has it, else the first by name.
    func ownsForeignKey(in entity: EntityDescription) -> Bool {
        guard let destination, let inverse = inverseProperty, !inverse.isToMany else { return true }
        if isRequired != inverse.isRequired { return isRequired }
        return (entity.name, name) <= (destination.name, inverse.name)
    }

    /// Whether a to-one relationship must refer to a model.
    var isRequired: Bool {
        if case .toOne(_, isOptional: false) = kind { true } else { false }
    }
}

extension TableLayout.Reference {
    /// The foreign key of a to-one relationship, with the delete rule of the other end.
    ///
    /// `.noAction` allows dangling references, so it has no foreign key. `.deny` is checked when the
    /// transaction commits, so that both ends can be deleted together.
    fileprivate init?(to property: PropertyDescription) {
        guard let destination = property.destination else { return nil }
        switch property.inverseProperty?.relationship?.deleteRule {
        case .noAction?: return nil
        case .cascade?: onDelete = "CASCADE"
        case .deny?: onDelete = "NO ACTION"
        case .nullify?, nil: onDelete = property.isRequired ? "NO ACTION" : "SET NULL"
        }
        table = destination.name
    }
}
