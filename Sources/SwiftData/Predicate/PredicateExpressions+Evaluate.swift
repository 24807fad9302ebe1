// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

// `#Predicate` for models finds these functions by name. The tree consists of Foundation's nodes,
// because `Predicate.description` ends the process at others.

extension PredicateExpressions {
    /// The expression of a captured expression with another one as its variable.
    public typealias _Evaluate<Input: PredicateExpression, Output> = ExpressionEvaluate<
        KeyPath<Value<_CapturedExpression<Input.Output, Output>>, Expression<Input.Output, Output>>,
        Input,
        Output
    >

    /// The expression of `predicate.evaluate(input)`.
    public static func build_evaluate<Input: PredicateExpression>(
        _ predicate: Predicate<Input.Output>,
        _ input: Input
    ) -> _Evaluate<Input, Bool> {
        let expression = Expression<Input.Output, Bool> { variable in
            BoundPredicate(predicate: predicate, variable: variable)
        }
        return evaluate(_CapturedExpression(expression) { "\(predicate)" }, input)
    }

    /// The expression of `expression.evaluate(input)`.
    public static func build_evaluate<Input: PredicateExpression, Output>(
        _ expression: Expression<Input.Output, Output>,
        _ input: Input
    ) -> _Evaluate<Input, Output> {
        evaluate(_CapturedExpression(expression) { "\(expression)" }, input)
    }

    private static func evaluate<Input: PredicateExpression, Output>(
        _ captured: _CapturedExpression<Input.Output, Output>,
        _ input: Input
    ) -> _Evaluate<Input, Output> {
        ExpressionEvaluate(
            expression: build_KeyPath(root: Value(captured), keyPath: \.expression),
            input: input
        )
    }
}

/// An expression that another one captures.
///
/// It conforms to `Codable` because captured values have to; Foundation on Linux cannot encode
/// expressions.
public struct _CapturedExpression<Input, Output>: Codable, CustomStringConvertible, Sendable {
    /// The expression.
    public let expression: Expression<Input, Output>
    private let describe: @Sendable () -> String

    init(
        _ expression: Expression<Input, Output>,
        describe: @escaping @Sendable () -> String
    ) {
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

/// A predicate whose variable has the value of another variable.
private struct BoundPredicate<Input>: StandardPredicateExpression {
    let predicate: Predicate<Input>
    let variable: PredicateExpressions.Variable<Input>

    init(predicate: Predicate<Input>, variable: PredicateExpressions.Variable<Input>) {
        self.predicate = predicate
        self.variable = variable
    }

    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try predicate.evaluate(variable.evaluate(bindings))
    }

    init(from decoder: any Decoder) throws { throw CocoaError(.featureUnsupported) }
    func encode(to encoder: any Encoder) throws { throw CocoaError(.featureUnsupported) }
}

// MARK: Translation

extension BoundPredicate: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let operand = try scope.operand(variable)
        return try scope.binding(predicate.variable, to: operand) {
            try scope.operand(predicate.expression)
        }
    }
}

extension PredicateExpressions.ExpressionEvaluate: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let captured = try scope.captured(expression, "evaluate")
        for (variable, input) in repeat (each captured.variable, each input) {
            try scope.bind(variable, to: scope.operand(input))
        }
        return try scope.operand(captured.expression)
    }
}
