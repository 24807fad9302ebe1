// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// What a predicate asks, in terms of a container's entities: typed, and without SQL.
///
/// A value that Swift would not have (`nil!`, a division of integers by zero, NaN) is undefined: a
/// comparison with it is false, except that NaN differs from everything.
indirect enum QueryExpression: Sendable, Equatable {
    /// A value that is known before the fetch. A null of a type that isn't optional is undefined.
    case constant(_ColumnValue, _ColumnType)
    /// An attribute of the model at the end of a path.
    case attribute(QueryPath, index: Int, _ColumnType)
    /// The key of the model at the end of a path.
    case key(QueryPath)
    /// The same value where Swift has made sure that it isn't nil, or promises so.
    case unwrapped(QueryExpression)

    /// A value whose stored form is also that of another type.
    case cast(QueryExpression, _ColumnType)

    case equal(QueryExpression, QueryExpression)
    case notEqual(QueryExpression, QueryExpression)
    case comparison(QueryExpression, QueryOrdering, QueryExpression)
    case isNil(QueryExpression)
    case isOneOf(QueryExpression, [_ColumnValue])
    case all([QueryExpression])
    case any([QueryExpression])
    case not(QueryExpression)

    case arithmetic(QueryExpression, QueryOperator, QueryExpression)
    case negative(QueryExpression)
    case function(QueryFunction, [QueryExpression])
    /// The position of a value among the values of an enum, as the enum orders them.
    case rank(QueryExpression, among: [[_ColumnValue]])

    case conditional(QueryExpression, then: QueryExpression, else: QueryExpression)
    /// The first value, or the second when the first is nil.
    case coalesce(QueryExpression, QueryExpression)
    /// The second value when the first isn't nil, otherwise nil.
    case optionalMap(QueryExpression, then: QueryExpression)

    /// Whether a relationship has a model that passes its test.
    case exists(QueryRelation)
    /// How many models of a relationship pass its test.
    case count(QueryRelation)

    static func bool(_ value: Bool) -> QueryExpression {
        .constant(.integer(value ? 1 : 0), _ColumnType(.bool))
    }
}

/// The comparisons by order.
enum QueryOrdering: Sendable {
    case less, lessOrEqual, greater, greaterOrEqual

    /// The comparison with its sides exchanged.
    var mirrored: QueryOrdering {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}

/// The arithmetic operators.
enum QueryOperator: Sendable {
    case add, subtract, multiply, divide, remainder
}

/// The functions of text, bytes and dates.
enum QueryFunction: Sendable {
    case contains, startsWith, characterCount, firstCharacter, lastCharacter
    case localizedStandardContains, localizedCompare, caseInsensitiveCompare
    case byteCount
}

/// One level of a fetch's order.
struct QueryOrder: Sendable {
    /// What text is ordered by.
    enum TextRule: Sendable {
        /// As `String`'s `<` does.
        case lexical
        /// As a file list does: by language, with numbers in texts by value.
        case localizedStandard
    }

    let expression: QueryExpression
    var isReverse = false
    var textRule = TextRule.lexical
}
