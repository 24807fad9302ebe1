// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension MigrationSQL {
    // MARK: Join tables

    /// Returns the statement that copies the pairs of a join table; nil for a new relationship.
    func copy(_ join: JoinTable) -> String? {
        guard let (entity, relationship) = owner(of: join),
            let source = mapping.source(of: relationship, in: entity), let pairs = pairs(of: source)
        else { return nil }
        // Renumbered, because keys and positions of the old schema can occur together.
        let order = join.orderColumns.map { column in
            let isLeft = column.owner == join.leftColumn
            let (owner, place) = isLeft ? ("source", "sourcePlace") : ("target", "targetPlace")
            return (
                name: quoted(column.name),
                value: """
                row_number() OVER (PARTITION BY \(owner) ORDER BY \(place), place) \
                * \(OrderColumn.gap)
                """
            )
        }
        let columns = [quoted(join.leftColumn), quoted(join.rightColumn)] + order.map(\.name)
        let values = ["source", "target"] + order.map(\.value)
        return """
            INSERT INTO \(quoted(join.name))(\(columns.joined(separator: ", "))) \
            SELECT \(values.joined(separator: ", ")) FROM (\(pairs)) ORDER BY place
            """
    }

    /// Returns a query for the pairs of an old relationship.
    ///
    /// The columns are source, target, the position of the pair by insertion, and its positions in
    /// the orders of both ends.
    func pairs(of source: SchemaMapping.Source) -> String? {
        let relationship = source.relationship
        let key = quoted(TableLayout.key)
        let near: String
        let far: String
        let table: String?
        // The places in the relationship and in its inverse.
        var (place, inversePlace) = (key, key)
        let inverse = mapping.old.entity(named: relationship.destination)
            .flatMap { entity in relationship.inverse.flatMap(entity.relationship) }
        switch relationship.place {
        case .ownColumn:
            (near, far, table) = (key, quoted(relationship.name), sources[source.owner])
            if inverse?.isOrdered == true {
                inversePlace = quoted(OrderColumn.name(ofForeignKey: relationship.name))
            }
        case .inverseColumn:
            guard let inverse = relationship.inverse else { return nil }
            (near, far, table) = (quoted(inverse), key, sources[relationship.destination])
            if relationship.isOrdered == true {
                place = quoted(OrderColumn.name(ofForeignKey: inverse))
            }
        case .joinTable(let name, let own, let other):
            (near, far, table) = (quoted(own), quoted(other), sources[name])
            // The left side of a join table has its name.
            let isLeft = name == "\(source.owner)_\(relationship.name)"
            if relationship.isOrdered == true {
                place = quoted(isLeft ? OrderColumn.leftName : OrderColumn.rightName)
            }
            if inverse?.isOrdered == true {
                inversePlace = quoted(isLeft ? OrderColumn.rightName : OrderColumn.leftName)
            }
        }
        guard let table else { return nil }
        let (from, to) = source.isReversed ? (far, near) : (near, far)
        let (sourcePlace, targetPlace) =
            source.isReversed ? (inversePlace, place) : (place, inversePlace)
        return """
            SELECT \(from) AS source, \(to) AS target, \(key) AS place, \
            \(sourcePlace) AS sourcePlace, \(targetPlace) AS targetPlace FROM \(quoted(table)) \
            WHERE \(near) IS NOT NULL AND \(far) IS NOT NULL
            """
    }

    // MARK: Tables

    /// Returns the expression for the position of the row `old` in an ordered relationship.
    ///
    /// The models of a relationship that was not ordered keep the order of insertion.
    func position(_ column: OrderColumn, in entity: SchemaMapping.Entity) -> String {
        let insertionOrder = "old.\(quoted(TableLayout.key)) * \(OrderColumn.gap)"
        guard let relationship = entity.new.relationship(named: column.owner),
            let old = entity.old
        else { return insertionOrder }
        if let foreignKey = sourceColumn(of: relationship, in: entity) {
            return wasOrdered(foreignKey, of: old)
                ? "old." + quoted(OrderColumn.name(ofForeignKey: foreignKey)) : insertionOrder
        }
        guard links(relationship, of: entity) != nil else { return insertionOrder }
        // Renumbered, because the places are keys if the relationship was not ordered.
        let link = quoted("link " + relationship.name)
        return """
            row_number() OVER (PARTITION BY \(link).target ORDER BY \(link).targetPlace, \
            old.\(quoted(TableLayout.key))) * \(OrderColumn.gap)
            """
    }

    /// Returns whether a foreign key of the old schema belongs to an ordered relationship.
    private func wasOrdered(_ foreignKey: String, of entity: SchemaSnapshot.Entity) -> Bool {
        mapping.old.entities.contains { other in
            other.relationships.contains { relationship in
                relationship.isOrdered == true && relationship.place == .inverseColumn
                    && relationship.destination == entity.name
                    && relationship.inverse == foreignKey
            }
        }
    }
}
