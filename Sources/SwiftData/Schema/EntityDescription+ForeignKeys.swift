// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension EntityDescription {
    /// The to-one relationships with a foreign key in the entity's rows and with an inverse.
    var invertedForeignKeys: [PropertyDescription] {
        relationshipIndexes.map { properties[$0] }.filter { property in
            !property.isToMany && property.inverse != nil && property.ownsForeignKey(in: self)
        }
    }

    /// Whether the deletion of a row has no other effect than those on the rows that refer to it.
    ///
    /// Its relationships are foreign keys of the row, whose delete rules change nothing while the
    /// context has no model of the entity, and the history keeps no values of the row.
    var canBeDeletedWithoutModels: Bool {
        guard !isHierarchy, !mayLackPlaceholders, uniqueConstraints.isEmpty,
            !properties.contains(where: \.policy.isPreservedOnDeletion)
        else { return false }
        return relationshipIndexes.allSatisfy { index in
            let property = properties[index]
            switch property.relationship?.deleteRule {
            case .cascade?, .deny?: return false
            case .nullify?, .noAction?, nil:
                return !property.isToMany && property.ownsForeignKey(in: self)
            }
        }
    }
}
