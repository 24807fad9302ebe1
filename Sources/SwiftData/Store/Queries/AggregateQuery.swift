// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A request for values that are computed from rows, for each group of rows with equal keys.
///
/// Without keys, all rows are one group, also if there are none.
struct AggregateQuery {
    /// An aggregate function of an expression.
    struct Term {
        let function: AggregateFunction
        /// The argument; nil for the number of rows.
        let argument: QueryExpression?
    }

    /// A sort key of groups.
    struct Order {
        /// The value by which groups are sorted.
        enum Value {
            case term(Term)
            /// The key at a position.
            case key(Int)
        }

        let value: Value
        let isReverse: Bool
    }

    /// The rows; their order, limit and offset are ignored.
    var rows: FetchQuery
    var terms: [Term]
    /// The values that are equal in a group.
    var keys: [QueryExpression] = []
    /// The order of the groups; groups that are equal in it are in the order of their keys.
    var order: [Order] = []
    /// The maximum number of groups; nil for no limit.
    var limit: Int?
    /// The number of groups to skip.
    var offset: Int?
}

/// A query to explain: the store describes its execution.
enum ExplainedQuery {
    case rows(FetchQuery)
    case aggregate(AggregateQuery)
}

extension StoreReading {
    func aggregate(
        _ query: AggregateQuery,
        over pending: PendingRows?,
        _ body: (_ values: [_ColumnValue]) throws -> Void
    ) throws {
        throw StoreError(.failed, "the store of \(query.rows.entity.name) computes no aggregates")
    }

    func plan(of query: ExplainedQuery, over pending: PendingRows?) throws -> QueryPlan {
        throw StoreError(.failed, "the store does not describe its queries")
    }
}
