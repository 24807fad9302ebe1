// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The location at which a relationship is stored.
enum RelationshipPlace: Sendable, Hashable {
    /// In a foreign key column of the entity's own table.
    case ownColumn
    /// In the foreign key column of the inverse relationship.
    case inverseColumn
    /// In a join table.
    case joinTable(index: Int, isLeft: Bool)
}

/// The table of a relationship that is to-many at both ends, or to-many without an inverse.
struct JoinTable: Sendable {
    struct End: Hashable, Sendable {
        let entity: Int
        let property: Int
    }

    /// The name of the entity and relationship on the left side.
    let name: String
    let leftColumn: String
    let rightColumn: String
    let leftTable: String
    let rightTable: String
    let left: End
    /// Whether the relationship has no inverse.
    let isOneWay: Bool
    /// Whether the relationship on the left side is ordered.
    let isLeftOrdered: Bool
    /// Whether the relationship on the right side is ordered.
    let isRightOrdered: Bool

    init(
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
        isOneWay = property.inverse == nil
        isLeftOrdered = property.isOrdered
        // A relationship that is its own inverse has one side only.
        isRightOrdered = property.inverseProperty.map { $0 !== property && $0.isOrdered } ?? false
    }
}

extension PropertyDescription {
    /// Returns whether a to-one relationship has the foreign key in the table of its own entity.
    ///
    /// In a one-to-one relationship, the required end has the foreign key, or else the first by
    /// name.
    func ownsForeignKey(in entity: EntityDescription) -> Bool {
        guard let destination, let inverse = inverseProperty, !inverse.isToMany else { return true }
        if isRequired != inverse.isRequired { return isRequired }
        return (entity.name, name) <= (destination.name, inverse.name)
    }

    /// Whether a to-one relationship must refer to a model.
    var isRequired: Bool {
        if case .toOne(_, isOptional: false) = kind { true } else { false }
    }

    /// Returns the location of a relationship; nil for an attribute.
    ///
    /// `join` is the join table of the relationship, if any.
    func place(
        in entity: EntityDescription,
        join: (index: Int, isLeft: Bool)?
    ) -> RelationshipPlace? {
        switch kind {
        case .attribute, .composite: nil
        case .toOne: ownsForeignKey(in: entity) ? .ownColumn : .inverseColumn
        case .toMany:
            join.map { .joinTable(index: $0.index, isLeft: $0.isLeft) } ?? .inverseColumn
        }
    }
}
