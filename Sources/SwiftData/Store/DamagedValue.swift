// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A value of a store that cannot be read.
package struct DamagedValue: Sendable, Equatable {
    /// The entity of the row.
    package let entity: String
    /// The property; nil for values of a deleted row in the history.
    package let property: String?
    /// The primary key of the row.
    package let key: Int64
    /// The identity of the object to which the row belongs; nil if it is not known.
    package internal(set) var owner: String?
}

extension DamagedValue {
    /// The path from the rows of an entity to the objects that own them.
    package struct Ownership: Sendable {
        let entity: String
        let path: [(relationship: String, destination: String)]
        let identity: String

        /// Describes the owners of rows.
        ///
        /// - Parameters:
        ///   - entity: The entity of the rows.
        ///   - path: The to-one relationships from a row to its owner, with their destinations;
        ///     none for rows that belong to themselves.
        ///   - identity: The property that identifies the owner.
        package init(
            of entity: String,
            by path: [(relationship: String, destination: String)] = [],
            identity: String
        ) {
            self.entity = entity
            self.path = path
            self.identity = identity
        }
    }
}
