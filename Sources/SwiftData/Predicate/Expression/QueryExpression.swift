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

extension QueryExpression {
    /// The column type that corresponds to the value's Swift type.
    var type: _ColumnType {
        switch self {
        case .constant(_, let type), .parameter(_, let type), .attribute(_, _, _, let type),
            .element(_, _, let type):
            type
        case .key(let path): _ColumnType(.integer, isOptional: path.isOptional)
        case .unwrapped(let value): _ColumnType(value.type.kind)
        case .cast(_, let type): type
        case .equal, .notEqual, .comparison, .isNil, .isOneOf, .all, .any, .not, .exists,
            .hasElement, .matches:
            _ColumnType(.bool)
        case .count, .elementCount, .rank: _ColumnType(.integer)
        case .firstElement(let elements): elements.partType.optional
        case .arithmetic(let lhs, _, _): _ColumnType(lhs.type.kind)
        case .negative(let value): _ColumnType(value.type.kind)
        case .function(let function, _): function.type
        case .conditional(_, let first, let second):
            _ColumnType(
                first.type.kind,
                isOptional: first.type.isOptional || second.type.isOptional
            )
        case .coalesce(_, let value): value.type
        case .optionalMap(_, let value): value.type.optional
        }
    }

    /// Whether the expression can evaluate to NULL, either for nil or for an undefined value.
    var mayBeNull: Bool {
        switch self {
        case .constant(let value, _): value == .null
        case .attribute(let path, _, _, let type): type.isOptional || !path.steps.isEmpty
        case .key(let path): !path.steps.isEmpty
        case .unwrapped, .optionalMap, .firstElement: true
        case .element(_, _, let type): type.isOptional
        case .equal, .notEqual, .comparison, .isNil, .isOneOf, .all, .any, .not, .exists, .count,
            .hasElement, .elementCount, .parameter, .matches:
            false
        case .rank(let value, _): value.mayBeNull
        case .arithmetic(let lhs, let operation, let rhs):
            switch (type.kind, operation) {
            case (.integer, .add), (.integer, .subtract), (.integer, .multiply):
                lhs.mayBeNull || rhs.mayBeNull
            default: true
            }
        case .cast(let value, _): value.mayBeNull
        case .negative(let value): value.mayBeNull || value.type.kind != .integer
        case .function(let function, let arguments):
            function.type.isOptional || arguments.contains(where: \.mayBeNull)
        case .conditional(_, let first, let second): first.mayBeNull || second.mayBeNull
        case .coalesce(let first, let second): first.mayBeNaN || second.mayBeNull
        }
    }

    /// Whether NULL can represent NaN.
    var mayBeNaN: Bool {
        switch type.kind {
        case .float, .double, .decimal: break
        default: return false
        }
        switch self {
        case .constant(let value, let type): return value == .null && !type.isOptional
        case .arithmetic, .negative: return true
        case .unwrapped(let value), .optionalMap(_, let value), .cast(let value, _):
            return value.mayBeNaN
        case .conditional(_, let first, let second), .coalesce(let first, let second):
            return first.mayBeNaN || second.mayBeNaN
        default: return false
        }
    }

    /// The expression after a Swift unwrapping operation, with a non-optional type.
    var unwrappedValue: QueryExpression {
        switch self {
        case .key(let path): .key(path.unwrapped)
        default: type.isOptional ? .unwrapped(self) : self
        }
    }

    /// A test that the Swift value is not nil.
    ///
    /// Unlike `IS NOT NULL`, the test is true for NaN.
    var isPresent: QueryExpression {
        guard type.isOptional else { return .bool(true) }
        switch self {
        case .constant(let value, _): return .bool(value != .null)
        case .parameter: return .bool(true)
        case .optionalMap(let value, let then):
            return .all([value.isPresent, then.isPresent].filter { !$0.isTrue })
        case .coalesce(let first, let second): return .any([first.isPresent, second.isPresent])
        case .conditional(let test, let first, let second):
            return .conditional(test, then: first.isPresent, else: second.isPresent)
        default: return .not(.isNil(self))
        }
    }

    var isTrue: Bool {
        if case .constant(.integer(1), let type) = self { type.kind == .bool } else { false }
    }
}

extension QueryFunction {
    var type: _ColumnType {
        switch self {
        case .contains, .startsWith, .localizedStandardContains: _ColumnType(.bool)
        case .characterCount, .byteCount: _ColumnType(.integer)
        case .localizedCompare, .caseInsensitiveCompare: _ColumnType(.integer)
        case .firstCharacter, .lastCharacter: _ColumnType(.text, isOptional: true)
        }
    }
}

extension QueryExpression {
    /// Returns the paths from a variable that must lead to a model for the condition to be true.
    ///
    /// The result need not be complete.
    func requiredPaths(of variable: Int) -> Set<[QueryPath.Step]> {
        switch self {
        case .all(let parts):
            return parts.reduce(into: []) { $0.formUnion($1.requiredPaths(of: variable)) }
        case .equal(let value, .constant(let constant, _)),
            .equal(.constant(let constant, _), let value):
            return constant == .null ? [] : value.prefixes(of: variable)
        case .equal(let value, .parameter), .equal(.parameter, let value):
            return value.prefixes(of: variable)
        case .comparison(let lhs, _, let rhs):
            return lhs.prefixes(of: variable).union(rhs.prefixes(of: variable))
        case .isOneOf(let value, let values):
            return values.contains(.null) ? [] : value.prefixes(of: variable)
        default: return []
        }
    }

    /// The non-empty prefixes of the path of an attribute.
    private func prefixes(of variable: Int) -> Set<[QueryPath.Step]> {
        switch self {
        case .attribute(let path, _, _, _) where path.variable.id == variable:
            Set(path.steps.indices.map { Array(path.steps[...$0]) })
        case .unwrapped(let value), .cast(let value, _): value.prefixes(of: variable)
        default: []
        }
    }
}

extension QueryExpression {
    /// The expressions that must all be true, without nested conjunctions.
    var conjuncts: [QueryExpression] {
        guard case .all(let parts) = self else { return [self] }
        return parts.flatMap(\.conjuncts)
    }
}

/// A variable that ranges over the fetched models or over the models of a relationship.
struct QueryVariable: Sendable, Equatable {
    let id: Int
    let entity: EntityDescription
}

/// A path from a variable through to-one relationships to a model.
struct QueryPath: Sendable, Equatable {
    /// A step from one model to another.
    enum Step: Hashable, Sendable {
        /// To the model of a to-one relationship, given its index in the entity.
        case relationship(Int)
        /// To the same model if it is of a class or a subclass, given the index of the class in the
        /// entity; otherwise to none.
        case cast(Int)
    }

    let variable: QueryVariable
    private(set) var steps: [Step] = []
    /// The entity at the end of the path.
    private(set) var entity: EntityDescription
    /// Whether the path's Swift type is optional.
    var isOptional = false

    init(_ variable: QueryVariable) {
        self.variable = variable
        entity = variable.entity
    }

    /// Returns the path extended by a relationship; nil if the relationship has no known
    /// destination.
    func appending(_ property: PropertyDescription) -> QueryPath? {
        guard let destination = property.destination else { return nil }
        var path = self
        path.steps.append(.relationship(property.index))
        path.entity = destination
        path.isOptional = isOptional || property.isOptional
        return path
    }

    /// Returns the optional path to the model if it is of a type; nil if no model of the entity is.
    func cast(to type: any PersistentModel.Type) -> QueryPath? {
        guard let index = entity.classIndex(of: type), entity.classes[index].type == type else {
            return nil
        }
        var path = self
        if index != 0 { path.steps.append(.cast(index)) }
        path.isOptional = true
        return path
    }

    /// Returns the path extended by a step that another path contains.
    func appending(_ step: Step) -> QueryPath? {
        switch step {
        case .relationship(let index): return appending(entity.properties[index])
        case .cast:
            var path = self
            path.steps.append(step)
            path.isOptional = true
            return path
        }
    }

    /// The path after a Swift unwrapping operation, with a non-optional type.
    var unwrapped: QueryPath {
        var path = self
        path.isOptional = false
        return path
    }

    /// Whether `other` is a prefix of this path.
    func starts(with other: QueryPath) -> Bool {
        variable.id == other.variable.id && steps.starts(with: other.steps)
    }
}

/// The models of a to-many relationship that pass a test.
struct QueryRelation: Sendable, Equatable {
    /// The model that owns the relationship.
    let source: QueryPath
    /// The index of the relationship in the source's entity.
    let index: Int
    /// The variable for the related model in the test.
    let variable: QueryVariable
    var test: QueryExpression?
}

extension PropertyDescription {
    /// Whether the property's Swift type is optional.
    var isOptional: Bool {
        switch kind {
        case .attribute(let type): type.isOptional
        case .composite(_, let isOptional): isOptional
        case .toOne(_, let isOptional), .toMany(_, let isOptional): isOptional
        }
    }
}
