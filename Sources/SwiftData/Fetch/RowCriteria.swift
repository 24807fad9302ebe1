// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The condition on the rows of a query, and their order.
///
/// An object, so that the queries of one template share it, and a copy of a query retains only it.
final class RowCriteria: Sendable {
    /// The names of the classes to fetch; `nil` for all classes of the entity.
    let classNames: [String]?
    let filter: QueryExpression?
    let order: [QueryOrder]

    init(_ classNames: [String]?, filter: QueryExpression?, order: [QueryOrder]) {
        self.classNames = classNames
        self.filter = filter
        self.order = order
    }
}
