// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension EntityDescription {
    /// The to-one relationships with a foreign key in the entity's rows and with an inverse.
    var invertedForeignKeys: [PropertyDescription] {
        relationshipIndexes.map { properties[$0] }.filter { property in
            !property.isToMany && property.inverse != nil && property.ownsForeignKey(in: self)
        }
    }

    /// Whether the deletion of a row changes no model while the context has no model of the entity.
    ///
    /// The delete rules of its relationships have an effect on rows of join tables at most, and the
    /// history keeps no values of the row.
    var canBeDeletedWithoutModels: Bool {
        guard !isHierarchy, !mayLackPlaceholders, uniqueConstraints.isEmpty,
            !properties.contains(where: \.policy.isPreservedOnDeletion)
        else { return false }
        return relationshipIndexes.allSatisfy { index in
            let property = properties[index]
            switch property.relationship?.deleteRule {
            case .cascade?, .deny?: return false
            case .nullify?, .noAction?, nil: break
            }
            guard let inverse = property.inverseProperty else { return true }
            // The other end may have too few models afterwards, or another order.
            guard (inverse.relationship?.minimumModelCount ?? 0) == 0, !inverse.isOrdered else {
                return false
            }
            return property.isToMany ? inverse.isToMany : property.ownsForeignKey(in: self)
        }
    }
}
