// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A column with the positions of models in an ordered to-many relationship.
///
/// It is in the table with the foreign keys of the relationship. It is not part of a row: the save
/// of a relationship sets the positions, and only reading the relationship reads them.
struct OrderColumn: Sendable {
    let name: String
    /// The table with the column.
    let table: String
    /// The column with the key of the model that owns the relationship.
    let owner: String
    /// The column with the key of the related model.
    let target: String

    /// Creates the column of a relationship in the table of its foreign key.
    init(ofForeignKey name: String, in table: String) {
        self.name = Self.name(ofForeignKey: name)
        self.table = table
        owner = name
        target = TableLayout.key
    }

    /// Creates the column of one side of a join table.
    init(of join: JoinTable, isLeft: Bool) {
        name = isLeft ? Self.leftName : Self.rightName
        table = join.name
        owner = isLeft ? join.leftColumn : join.rightColumn
        target = isLeft ? join.rightColumn : join.leftColumn
    }

    /// Returns the name of the column for the relationship with a foreign key.
    static func name(ofForeignKey name: String) -> String { "_\(name)_order" }
    /// The name of the column for the relationship on the left side of a join table.
    static let leftName = "_order"
    /// The name of the column for the relationship on the right side of a join table.
    static let rightName = "_inverse_order"
    /// The distance between the positions of models that are appended one after the other.
    ///
    /// Models that are moved or inserted between others have positions in the gap.
    static let gap: Int64 = 1 << 20
}

extension JoinTable {
    /// The columns for the order of each side that is ordered.
    var orderColumns: [OrderColumn] {
        (isLeftOrdered ? [OrderColumn(of: self, isLeft: true)] : [])
            + (isRightOrdered ? [OrderColumn(of: self, isLeft: false)] : [])
    }
}

extension SchemaLayout {
    /// Returns the column for the order of a to-many relationship; nil if it is not ordered.
    func orderColumn(of property: PropertyDescription, in entity: EntityDescription) -> OrderColumn?
    {
        guard property.isOrdered else { return nil }
        switch self[entity].places[property.index] {
        case .joinTable(let index, let isLeft):
            return OrderColumn(of: joinTables[index], isLeft: isLeft)
        case .inverseColumn:
            guard let destination = property.destination, let inverse = property.inverseProperty
            else { return nil }
            return OrderColumn(ofForeignKey: inverse.name, in: destination.name)
        case .ownColumn, nil: return nil
        }
    }
}
