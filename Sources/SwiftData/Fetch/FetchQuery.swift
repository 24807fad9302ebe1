// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A fetch in terms of a container's entities, without types or key paths.
struct FetchQuery {
    /// Which rows are candidates.
    enum Scope {
        /// All of the entity.
        case all
        /// Those with one of these keys.
        case keys([Int64])
        /// Those to which a relationship of another model refers, in the relationship's order.
        case related(to: Int64, by: PropertyDescription, of: EntityDescription)
    }

    let entity: EntityDescription
    var scope = Scope.all
    var filter: QueryExpression?
    var order: [QueryOrder] = []
    var limit: Int?
    var offset: Int?
    /// The properties whose columns are wanted; nil for all.
    var properties: PropertySet?

    init(_ entity: EntityDescription) { self.entity = entity }
}
