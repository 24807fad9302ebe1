// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The relationship of a join table, found by the name that the history recorded.
struct RecordedRelationship {
    private let relationship: HistoryRecord.Pair.Relationship
    private let leftEntity: String
    private let rightEntity: String
    /// Whether the recorded left side is now the right side.
    private let isReversed: Bool

    /// Returns nil if no join table of the schema belongs to the relationship.
    ///
    /// A schema in which the relationship has got an inverse may have exchanged the sides.
    init?(_ property: String, of entity: String, in layout: SchemaLayout) {
        for index in layout.joinTables.indices {
            let left = layout.relationship(ofJoinTable: index)
            guard let destination = left.property.destination else { continue }
            if left.entity.name == entity, left.property.isRecorded(as: property) {
                isReversed = false
            } else if let inverse = left.property.inverseProperty, destination.name == entity,
                inverse.isRecorded(as: property)
            {
                isReversed = true
            } else {
                continue
            }
            relationship = HistoryRecord.Pair.Relationship(
                entityName: left.entity.name,
                propertyName: left.property.name
            )
            (leftEntity, rightEntity) = (left.entity.name, destination.name)
            return
        }
        return nil
    }

    /// Returns a recorded pair with the identifiers of its models.
    func pair(
        _ recorded: PendingRows.Pair,
        isPresent: Bool,
        store: String
    ) -> HistoryRecord.Pair {
        let (left, right) =
            isReversed ? (recorded.right, recorded.left) : (recorded.left, recorded.right)
        return HistoryRecord.Pair(
            relationship: relationship,
            left: PersistentIdentifier(
                entityName: leftEntity,
                storeIdentifier: store,
                key: left
            ),
            right: PersistentIdentifier(
                entityName: rightEntity,
                storeIdentifier: store,
                key: right
            ),
            isPresent: isPresent
        )
    }
}

extension PropertyDescription {
    /// Returns whether the history recorded the property with a name, a current or previous one.
    fileprivate func isRecorded(as recorded: String) -> Bool {
        name == recorded || originalName == recorded
    }
}
