// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A typed, SQL-free expression over the entities of a schema; the result of translating a
/// predicate.
///
/// A value that does not exist in Swift (`nil!`, integer division by zero, NaN) is undefined. A
/// comparison with an undefined value is false, except that NaN is unequal to everything.
indirect enum QueryExpression: Sendable, Equatable {
    /// A value known before the fetch; NULL of a non-optional type is undefined.
    case constant(_ColumnValue, _ColumnType)
    /// A value that each execution of the query provides, and that is not NULL.
    case parameter(Int, _ColumnType)
    /// A column of an attribute of the model at the end of a path.
    case attribute(QueryPath, index: Int, column: Int = 0, _ColumnType)
    /// The primary key of the model at the end of a path.
    case key(QueryPath)
    /// A value after an unwrapping operation such as `!` or `if let`.
    case unwrapped(QueryExpression)

    /// A value in a stored form that is also valid for another type.
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
    /// The index of a value among the cases of an enum, in ascending order.
    case rank(QueryExpression, among: [[_ColumnValue]])

    case conditional(QueryExpression, then: QueryExpression, else: QueryExpression)
    /// The first value, or the second if the first is nil.
    case coalesce(QueryExpression, QueryExpression)
    /// The second value if the first is not nil; otherwise nil.
    case optionalMap(QueryExpression, then: QueryExpression)

    /// Whether a relationship contains a model that passes its test.
    case exists(QueryRelation)
    /// The number of models in a relationship that pass its test.
    case count(QueryRelation)
    /// Whether the indexed attributes of the model at the end of a path match a full-text query.
    case matches(QueryPath, FullTextQuery)

    /// The element, or a part of it, that is the value of a variable.
    case element(Int, QueryElements.Part, _ColumnType)
    /// Whether a collection contains an element that passes its test.
    case hasElement(QueryElements)
    /// The number of elements of a collection that pass its test.
    case elementCount(QueryElements)
    /// The first element of a collection that passes its test, or NULL.
    case firstElement(QueryElements)

    static func bool(_ value: Bool) -> QueryExpression {
        .constant(.integer(value ? 1 : 0), _ColumnType(.bool))
    }
}

/// An ordering comparison operator.
enum QueryOrdering: Sendable {
    case less, lessOrEqual, greater, greaterOrEqual
}

/// An arithmetic operator.
enum QueryOperator: Sendable {
    case add, subtract, multiply, divide, remainder
}

/// A function of text or bytes.
enum QueryFunction: Sendable {
    case contains, startsWith, characterCount, firstCharacter, lastCharacter
    case localizedStandardContains, localizedCompare, caseInsensitiveCompare
    case byteCount
}

/// One sort key of a fetch.
struct QueryOrder: Sendable {
    /// The collation of a text sort key.
    enum TextRule: Sendable {
        /// Order of Unicode scalar values, as in `String`'s `<`.
        case lexical
        /// Localized order with numbers compared by value, as in `localizedStandardCompare(_:)`.
        case localizedStandard
    }

    let expression: QueryExpression
    var isReverse = false
    var textRule = TextRule.lexical
}
