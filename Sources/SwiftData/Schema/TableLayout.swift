// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The columns of the rows of one entity.
struct TableLayout: Sendable {
    /// The name of the integer key column of every table.
    static let key = "_pk"

    let entity: EntityDescription
    var name: String { entity.name }
    /// The columns after the key, in order.
    let columns: [Column]
    /// The positions of each property's columns; empty for a property that isn't in the rows.
    private let positions: [Range<Int>]
    /// The position of each property's first column; -1 for a property that isn't in the rows.
    let firstColumns: [Int32]
    /// The location of each relationship; nil for attributes.
    let places: [RelationshipPlace?]

    struct Column: Sendable {
        let name: String
        /// The index of the property that the column holds, or a part of which it holds.
        let property: Int
        let type: _ColumnType
        let policy: ColumnPolicy
        /// The table that a foreign key refers to.
        let references: Reference?
    }

    /// A foreign key of a column.
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
        self.positions = positions
        firstColumns = positions.map { $0.isEmpty ? -1 : Int32($0.lowerBound) }
    }

    /// The columns of a property, in order.
    func columns(of property: Int) -> ArraySlice<Column> { columns[positions[property]] }

    /// Returns the values of all columns for the rows of new models.
    func makeEncoder() -> _RowEncoder {
        _RowEncoder(columns: firstColumns, count: columns.count)
    }
}

extension TableLayout.Column {
    /// The columns that hold a property in the rows of its own entity.
    fileprivate static func columns(
        of property: PropertyDescription,
        at place: RelationshipPlace?
    ) -> [Self] {
        func column(_ type: _ColumnType, _ references: TableLayout.Reference? = nil) -> Self {
            Self(
                name: property.name,
                property: property.index,
                type: type,
                policy: property.policy,
                references: references
            )
        }
        switch property.kind {
        case .attribute(let type):
            return property.policy.isStored ? [column(type)] : []
        case .toOne(_, let isOptional):
            guard place == .ownColumn else { return [] }
            let type = _ColumnType(.integer, isOptional: isOptional)
            return [column(type, TableLayout.Reference(to: property))]
        case .toMany:
            return []
        }
    }
}

extension TableLayout.Reference {
    /// The foreign key of a to-one relationship, with the delete rule of the other end.
    ///
    /// `.noAction` allows dangling references, so it has no foreign key. `.deny` is checked when
    /// the transaction commits, so that both ends can be deleted together.
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
