// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The structure of a predicate, without the values that it captured.
///
/// Predicates with the same structure have the same translation, except for their values.
struct PredicateShape: Hashable, @unchecked Sendable {
    // Unchecked, because key paths are immutable.

    /// The type of the expression, which contains the types of all parts except captured predicates
    /// and expressions; their types follow.
    fileprivate(set) var types: FirstAndRest<ObjectIdentifier>
    fileprivate(set) var keyPaths = FirstAndRest<AnyKeyPath>()
    /// The parts that the types do not determine: operators, variables, and which values are `nil`.
    fileprivate(set) var marks = FirstAndRest<Int>()

    /// Creates the structure of no predicate.
    init() { types = FirstAndRest() }

    fileprivate init(_ type: any Any.Type) { types = FirstAndRest(ObjectIdentifier(type)) }

    static func == (lhs: PredicateShape, rhs: PredicateShape) -> Bool { lhs.isEqual(to: rhs) }

    func isEqual(to other: PredicateShape) -> Bool {
        types.isEqual(to: other.types) && marks.isEqual(to: other.marks)
            && keyPaths.isEqual(to: other.keyPaths)
    }

    /// Hashes the type of the expression, in which predicates usually differ.
    func hash(into hasher: inout Hasher) { hasher.combine(types.first) }
}

/// A predicate expression that can be separated into structure and values.
///
/// An expression describes its parts in the order of their translation.
protocol DescribedExpression {
    /// Adds the structure and the values of the expression to an outline.
    func describe(in outline: inout PredicateOutline)
}

/// The structure and the values of a predicate.
struct PredicateOutline {
    private(set) var shape: PredicateShape
    /// The captured values, in the order of their translation.
    private(set) var values = CapturedValues()
    private var variables = FirstAndRest<PredicateExpressions.VariableID>()
    private var isComplete = true
    /// The number of captured expressions around the current one.
    private var depth = 0

    /// Creates the outline of a predicate, or `nil` if a part cannot be separated into values and
    /// structure.
    ///
    /// - Parameters:
    ///   - expression: The expression of the predicate.
    ///   - variable: The variable of the predicate.
    ///   - types: The known types of expressions.
    init?<Condition: PredicateExpression>(
        _ expression: Condition,
        variable: PredicateExpressions.VariableID,
        types: DescribedTypes
    ) {
        shape = PredicateShape(Condition.self)
        variables.append(variable)
        guard types.describe(expression, in: &self), isComplete else { return nil }
    }

    // MARK: Structure

    /// Adds an expression with a type that is not part of the enclosing types.
    mutating func add(_ expression: any PredicateExpression) {
        guard depth < PredicateScope.depthLimit,
            let expression = expression as? any DescribedExpression
        else { return isComplete = false }
        depth += 1
        defer { depth -= 1 }
        shape.types.append(ObjectIdentifier(Swift.type(of: expression)))
        expression.describe(in: &self)
    }

    mutating func add(_ keyPath: AnyKeyPath) { shape.keyPaths.append(keyPath) }

    /// Adds a part that the type of an expression does not determine.
    mutating func mark(_ mark: Int) { shape.marks.append(mark) }

    /// Adds a variable that the following expressions may refer to.
    mutating func bind<T>(_ variable: PredicateExpressions.Variable<T>) {
        variables.append(variable.key)
    }

    /// Adds a reference to a variable.
    mutating func add(_ variable: PredicateExpressions.VariableID) {
        guard let index = variables.lastIndex(of: variable) else { return isComplete = false }
        mark(index)
    }

    // MARK: Values

    /// Adds a captured value.
    mutating func add<T>(_ value: T) {
        // Values of these types are never nil, so that they need no mark. An optional of one of
        // them can be cast to it too.
        if T.self == String.self, let text = value as? String {
            values.append(_ColumnValue.text(text))
        } else if T.self == Int.self, let number = value as? Int {
            values.append(_ColumnValue.integer(Int64(number)))
        } else {
            addCaptured(value)
        }
    }

    /// Adds a captured value of another type.
    ///
    /// A separate function, because generic code looks up its types at the beginning.
    @inline(never)
    private mutating func addCaptured<T>(_ value: T) {
        guard let value = CapturedValues.Value(Captured(value: value)) else {
            return isComplete = false
        }
        mark(value == .column(.null) ? 0 : 1)
        values.append(value)
    }
}

extension CapturedValues.Value {
    /// Creates the outline of a captured value; nil if the translation depends on it.
    init?<T>(_ captured: Captured<T>) {
        if captured.isNil {
            self = .column(.null)
        } else if let identifier = captured.identifier {
            self = .identifier(identifier)
        } else if let type = _ColumnType(of: T.self), type.kind != .json,
            let column = try? _ColumnValue(captured: captured.value), column != .null
        {
            self = .column(column)
        } else {
            return nil
        }
    }
}
