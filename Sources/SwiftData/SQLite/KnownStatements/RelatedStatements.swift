// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The statements of a store for the keys and the values of related rows, without unsaved ones.
///
/// Each relationship has a limited number of statements. They are kept because rendering takes a
/// noticeable part of a small read.
final class RelatedStatements: Sendable {
    /// A statement with the parameters of a `KeyCondition`.
    struct Statement: Sendable {
        let sql: String
        /// Whether the rows are in the order of the relationship.
        let isSorted: Bool
    }

    private struct Key: Hashable {
        let entity: Int
        let property: Int
        /// The index of the attribute to read; `nil` for keys.
        let attribute: Int?
        let isRange: Bool
    }

    private let statements = Mutex<[Key: Statement]>([:])

    /// Returns the statement for the keys of a relationship, or for the values of an attribute of
    /// its models, which is rendered unless it is known.
    func statement(
        for property: PropertyDescription,
        of entity: EntityDescription,
        reading attribute: PropertyDescription? = nil,
        owners: KeyCondition,
        rendering render: () throws -> Statement?
    ) rethrows -> Statement? {
        let key = Key(
            entity: entity.index,
            property: property.index,
            attribute: attribute?.index,
            isRange: owners.isRange
        )
        if let known = statements.withLock({ $0[key] }) { return known }
        guard let statement = try render() else { return nil }
        statements.withLock { $0[key] = statement }
        return statement
    }
}
