// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rows of other models on which the result of a fetch depends.
struct QueryDependencies {
    /// The paths along foreign keys to the models that the fetch reads.
    ///
    /// A changed row affects the fetched rows that refer to it.
    private(set) var paths: [QueryPath] = []
    /// The entities of which any row can affect any fetched row.
    private(set) var relatedEntities: Set<Int> = []
    /// The join tables of which any pair can affect any fetched row.
    private(set) var joinTables: Set<Int> = []
    private let layout: SchemaLayout

    init(_ expressions: [QueryExpression], layout: SchemaLayout) {
        self.layout = layout
        for expression in expressions { insert(expression) }
    }

    private mutating func insert(_ expression: QueryExpression) {
        switch expression {
        case .constant, .parameter, .element: break
        case .attribute(let path, _, _, _), .key(let path), .matches(let path, _):
            insert(path)
        case .unwrapped(let value), .cast(let value, _), .isNil(let value), .isOneOf(let value, _),
            .not(let value), .negative(let value), .rank(let value, _):
            insert(value)
        case .equal(let lhs, let rhs), .notEqual(let lhs, let rhs),
            .comparison(let lhs, _, let rhs),
            .arithmetic(let lhs, _, let rhs), .coalesce(let lhs, let rhs),
            .optionalMap(let lhs, let rhs):
            insert(lhs)
            insert(rhs)
        case .all(let parts), .any(let parts), .function(_, let parts):
            for part in parts { insert(part) }
        case .conditional(let test, let first, let second):
            insert(test)
            insert(first)
            insert(second)
        case .exists(let relation), .count(let relation): insert(relation)
        case .hasElement(let elements), .elementCount(let elements), .firstElement(let elements):
            insert(elements.source)
            if let test = elements.test { insert(test) }
        }
    }

    private mutating func insert(_ relation: QueryRelation) {
        insert(relation.source)
        relatedEntities.insert(relation.variable.entity.index)
        let places = layout[relation.source.entity].places
        if case .joinTable(let index, _)? = places[relation.index] { joinTables.insert(index) }
        if let test = relation.test { insert(test) }
    }

    private mutating func insert(_ path: QueryPath) {
        var prefix = QueryPath(path.variable)
        var followsForeignKeys = path.variable.id == 0
        for step in path.steps {
            guard let next = prefix.appending(step) else { return }
            guard case .relationship(let index) = step else {
                // The same row; queries for its referrers do not include the cast.
                followsForeignKeys = false
                prefix = next
                continue
            }
            let place = layout[prefix.entity].places[index]
            followsForeignKeys = followsForeignKeys && place == .ownColumn
            if !followsForeignKeys {
                relatedEntities.insert(next.entity.index)
            } else if !paths.contains(where: { $0.steps == next.steps }) {
                paths.append(next)
            }
            prefix = next
        }
    }
}
