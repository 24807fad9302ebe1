// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

// `#Predicate` for models finds these functions by name. The tree consists of Foundation's nodes,
// because `Predicate.description` ends the process at others.

extension PredicateExpressions {
    /// The expression of a captured expression.
    public typealias _CapturedKeyPath<Wrapped: Sendable> = KeyPath<
        Value<_CapturedExpression<Wrapped>>, Wrapped
    >

    /// The expression of a captured expression with another one as its variable.
    public typealias _Evaluate<Input: PredicateExpression, Output> = ExpressionEvaluate<
        _CapturedKeyPath<Expression<Input.Output, Output>>,
        Input,
        Output
    >

    /// The expression of `predicate.evaluate(input)`.
    public static func build_evaluate<Input: PredicateExpression>(
        _ predicate: Predicate<Input.Output>,
        _ input: Input
    ) -> _Evaluate<Input, Bool> {
        let composed = ComposedPredicate(predicate)
        let expression = Expression<Input.Output, Bool> { variable in
            composed.bound(to: variable)
        }
        return ExpressionEvaluate(
            expression: captured(expression, describe: composed.describe),
            input: input
        )
    }

    /// The expression of `expression.evaluate(input)`.
    public static func build_evaluate<Input: PredicateExpression, Output>(
        _ expression: Expression<Input.Output, Output>,
        _ input: Input
    ) -> _Evaluate<Input, Output> {
        ExpressionEvaluate(expression: captured(expression) { "\(expression)" }, input: input)
    }

    /// Returns the expression of a captured expression.
    static func captured<Wrapped: Sendable>(
        _ expression: Wrapped,
        describe: @escaping @Sendable () -> String
    ) -> _CapturedKeyPath<Wrapped> {
        // In a function without parameter packs, of which key paths can have none.
        build_KeyPath(
            root: Value(_CapturedExpression(expression: expression, describe: describe)),
            keyPath: \.expression
        )
    }
}

/// An expression that another one captures.
///
/// It conforms to `Codable` because captured values have to; Foundation on Linux cannot encode
/// expressions.
public struct _CapturedExpression<Wrapped: Sendable>: Codable, CustomStringConvertible, Sendable {
    /// The expression.
    public let expression: Wrapped
    fileprivate let describe: @Sendable () -> String

    fileprivate init(expression: Wrapped, describe: @escaping @Sendable () -> String) {
        self.expression = expression
        self.describe = describe
    }

    /// The source of the expression.
    public var description: String { describe() }

    /// Throws, because expressions cannot be decoded.
    public init(from decoder: any Decoder) throws { throw CocoaError(.featureUnsupported) }

    /// Throws, because expressions cannot be encoded.
    public func encode(to encoder: any Encoder) throws { throw CocoaError(.featureUnsupported) }
}

// MARK: Translation

extension PredicateExpressions.ExpressionEvaluate: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        guard let captured else {
            throw SwiftDataError.unsupportedPredicate(
                "evaluate is only supported for captured values"
            )
        }
        for (variable, input) in repeat (each captured.variable, each input) {
            let operand = try scope.operand(input)
            scope.variables.bind(variable, to: operand)
        }
        return try scope.operand(captured.expression)
    }

    /// The expression to evaluate; nil if it depends on a variable.
    fileprivate var captured: Transformation.Output? {
        try? expression.evaluate(PredicateBindings())
    }
}

extension PredicateExpressions.ExpressionEvaluate: DescribedExpression
where repeat each Input: DescribedExpression {
    func describe(in outline: inout PredicateOutline) {
        guard let captured else { return outline.add(expression) }
        repeat (each input).describe(in: &outline)
        repeat outline.bind(each captured.variable)
        outline.add(captured.expression)
    }
}

// MARK: Composition

extension PredicateExpressions.ExpressionEvaluate: ComposedCondition {
    var composition: PredicateComposition? {
        guard let captured else { return nil }
        var keys: [PredicateExpressions.VariableID?] = []
        repeat keys.append(variableKey(of: each input))
        return .evaluation(captured.expression, of: keys)
    }
}

/// Returns the key of an expression that is a variable; nil for other expressions.
private func variableKey<E: PredicateExpression>(
    of expression: E
) -> PredicateExpressions.VariableID? {
    (expression as? any KeyedVariable)?.key
}

/// A variable of a predicate.
private protocol KeyedVariable {
    var key: PredicateExpressions.VariableID { get }
}

extension PredicateExpressions.Variable: KeyedVariable {}
