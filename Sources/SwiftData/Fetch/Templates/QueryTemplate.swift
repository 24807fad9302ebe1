// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The translation of all fetch descriptors with the same predicate except for its values, and
/// with the same order.
final class QueryTemplate: Hashable, Sendable {
    let entity: EntityDescription
    /// The condition on the rows, with a parameter for each captured value that is not nil, and
    /// their order.
    let criteria: RowCriteria
    /// The entity of each value that the store identifies by key; `nil` for values that are not
    /// models.
    private let entities: [EntityDescription?]

    init(
        _ entity: EntityDescription,
        classNames: [String]?,
        filter: (filter: QueryExpression, entities: [EntityDescription?])?,
        order: [QueryOrder]
    ) {
        self.entity = entity
        criteria = RowCriteria(classNames, filter: filter?.filter, order: order)
        entities = filter?.entities ?? []
    }

    static func == (lhs: QueryTemplate, rhs: QueryTemplate) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// Returns the values of the parameters for the captured values of a predicate.
    ///
    /// - Parameters:
    ///   - values: The values of the predicate's outline.
    ///   - keyOf: Returns the primary key of an identifier's row in an entity, or `nil` if the row
    ///     does not exist.
    /// - Returns: A value in its stored form for each captured value.
    func parameters(
        for values: CapturedValues,
        keyOf: (PersistentIdentifier, EntityDescription) -> Int64?
    ) -> [_ColumnValue] {
        var parameters = values.columns
        guard let identifiers = values.identifiers else { return parameters }
        for (position, identifier) in identifiers {
            // No row has key 0.
            let key = entities[position].flatMap { keyOf(identifier, $0) } ?? 0
            parameters[position] = .integer(key)
        }
        return parameters
    }
}
