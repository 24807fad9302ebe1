// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The tables of a resolved schema: one for each entity, and the join tables between them.
///
/// A container computes it once. A store is free to choose its format, but identifies tables,
/// columns and join tables by their positions in the layout.
struct SchemaLayout: Sendable {
    /// The tables by entity index.
    let tables: [TableLayout]
    let joinTables: [JoinTable]

    init(_ schema: ResolvedSchema) {
        var joins: [JoinTable] = []
        var joinIndex: [JoinTable.End: (index: Int, isLeft: Bool)] = [:]
        for entity in schema.entities {
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
        tables = schema.entities.map { entity in
            TableLayout(entity) { property in
                joinIndex[JoinTable.End(entity: entity.index, property: property.index)]
            }
        }
    }

    /// Returns whether foreign keys or pairs refer to the rows of an entity.
    func hasReferences(to entity: EntityDescription) -> Bool {
        tables.contains { table in
            table.columns.contains { $0.references?.table == entity.name }
        }
            || joinTables.contains { join in
                join.leftTable == entity.name || join.rightTable == entity.name
            }
    }

    /// Returns the relationship on the left side of a join table.
    func relationship(
        ofJoinTable index: Int
    ) -> (entity: EntityDescription, property: PropertyDescription) {
        let left = joinTables[index].left
        let entity = tables[left.entity].entity
        return (entity, entity.properties[left.property])
    }

    /// Accesses the table of an entity.
    subscript(entity: EntityDescription) -> TableLayout { tables[entity.index] }
}
