// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The columns of the rows of one entity.
struct TableLayout: Sendable {
    /// The name of the integer primary key column of every table.
    static let key = "_pk"
    /// The name of the column with the name of each row's class, in the table of a hierarchy.
    static let className = "_class"

    let entity: EntityDescription
    var name: String { entity.name }
    /// The columns after the primary key, in order.
    let columns: [Column]
    /// The positions of each property's columns; empty for a property that is not in the rows.
    private let positions: [Range<Int>]
    /// The position of each property's first column; -1 for a property that is not in the rows.
    let firstColumns: [Int32]
    /// Whether a column contains encrypted values.
    let hasEncryptedColumns: Bool
    /// The columns with the positions in ordered relationships; they follow the columns of the
    /// rows.
    let orderColumns: [OrderColumn]
    /// The location of each relationship; nil for attributes.
    let places: [RelationshipPlace?]

    struct Column: Sendable {
        let name: String
        /// The index of the property that the column stores entirely or in part.
        let property: Int
        let type: _ColumnType
        /// Whether some rows have no value.
        let isNullable: Bool
        let policy: ColumnPolicy
        /// The foreign key constraint, if any.
        let references: Reference?
    }

    /// A foreign key constraint of a column.
    struct Reference: Sendable {
        let table: String
        let onDelete: String
    }

    init(
        _ entity: EntityDescription,
        join: (PropertyDescription) -> (index: Int, isLeft: Bool)?
    ) {
        self.entity = entity
        places = entity.properties.map { $0.place(in: entity, join: join($0)) }
        var columns: [Column] = []
        var positions: [Range<Int>] = []
        for (property, place) in zip(entity.properties, places) {
            let own = Column.columns(of: property, at: place)
            positions.append(columns.count..<(columns.count + own.count))
            columns += own
        }
        self.columns = columns
        orderColumns = zip(entity.properties, places).compactMap { property, place in
            guard place == .ownColumn, property.inverseProperty?.isOrdered == true else {
                return nil
            }
            return OrderColumn(ofForeignKey: property.name, in: entity.name)
        }
        hasEncryptedColumns = columns.contains { $0.policy.isEncrypted }
        self.positions = positions
        firstColumns = positions.map { $0.isEmpty ? -1 : Int32($0.lowerBound) }
    }

    /// Returns the columns of a property, in order.
    func columns(of property: Int) -> ArraySlice<Column> { columns[positions[property]] }

    /// Returns the positions of a property's columns, in order.
    func positions(of property: Int) -> Range<Int> { positions[property] }

    /// Returns an encoder for rows of the table.
    func makeEncoder() -> _RowEncoder {
        _RowEncoder(columns: firstColumns, count: columns.count, of: entity)
    }
}

extension TableLayout.Column {
    /// Returns the columns of a property in the table of its own entity.
    fileprivate static func columns(
        of property: PropertyDescription,
        at place: RelationshipPlace?
    ) -> [Self] {
        switch property.kind {
        case .attribute, .composite:
            guard property.policy.isStored else { return [] }
            return property.columns.map { column in
                Self(
                    name: column.name,
                    property: property.index,
                    type: column.type,
                    isNullable: column.type.isOptional || property.subclass != nil,
                    policy: property.policy,
                    references: nil
                )
            }
        case .toOne(_, let isOptional):
            guard place == .ownColumn else { return [] }
            return [
                Self(
                    name: property.name,
                    property: property.index,
                    type: _ColumnType(.integer, isOptional: isOptional),
                    isNullable: isOptional || property.subclass != nil,
                    policy: property.policy,
                    references: TableLayout.Reference(to: property)
                )
            ]
        case .toMany:
            return []
        }
    }
}

extension TableLayout.Reference {
    /// Creates the foreign key constraint of a to-one relationship, with the delete rule of its
    /// inverse.
    ///
    /// `.noAction` allows dangling references, so that it has no constraint. `.deny` is checked at
    /// the end of the transaction, so that both ends can be deleted together.
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
