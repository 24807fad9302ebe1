// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension EntityDescription {
    /// The to-one relationships with a foreign key in the entity's rows and with an inverse.
    var invertedForeignKeys: [PropertyDescription] {
        relationshipIndexes.map { properties[$0] }.filter { property in
            !property.isToMany && property.inverse != nil && property.ownsForeignKey(in: self)
        }
    }
}
