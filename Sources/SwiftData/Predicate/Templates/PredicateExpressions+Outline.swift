// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

// The parts are in the same order as in `translate(in:)`.

// MARK: Leaves

extension PredicateExpressions.Variable: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { outline.add(key) }
}

extension PredicateExpressions.Value: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { outline.add(value) }
}

extension PredicateExpressions.NilLiteral: DescribedExpression {
    func describe(in outline: inout PredicateOutline) {}
}

extension PredicateExpressions.KeyPath: DescribedExpression where Root: DescribedExpression {
    func describe(in outline: inout PredicateOutline) {
        root.describe(in: &outline)
        outline.add(keyPath)
    }
}

// MARK: Logic and comparison

extension PredicateExpressions.Conjunction: DescribedExpression
where LHS: DescribedExpression, RHS: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { outline.add(lhs, rhs) }
}

extension PredicateExpressions.Disjunction: DescribedExpression
where LHS: DescribedExpression, RHS: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { outline.add(lhs, rhs) }
}

extension PredicateExpressions.Negation: DescribedExpression where Wrapped: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { wrapped.describe(in: &outline) }
}

extension PredicateExpressions.Equal: DescribedExpression
where LHS: DescribedExpression, RHS: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { outline.add(lhs, rhs) }
}

extension PredicateExpressions.NotEqual: DescribedExpression
where LHS: DescribedExpression, RHS: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { outline.add(lhs, rhs) }
}

extension PredicateExpressions.Comparison: DescribedExpression
where LHS: DescribedExpression, RHS: DescribedExpression {
    func describe(in outline: inout PredicateOutline) {
        outline.mark(op.mark)
        outline.add(lhs, rhs)
    }
}

extension PredicateExpressions.ComparisonOperator {
    fileprivate var mark: Int {
        switch self {
        case .lessThan: 0
        case .lessThanOrEqual: 1
        case .greaterThan: 2
        case .greaterThanOrEqual: 3
        }
    }
}

extension PredicateExpressions.Arithmetic: DescribedExpression
where LHS: DescribedExpression, RHS: DescribedExpression {
    func describe(in outline: inout PredicateOutline) {
        outline.mark(op.mark)
        outline.add(lhs, rhs)
    }
}

extension PredicateExpressions.ArithmeticOperator {
    fileprivate var mark: Int {
        switch self {
        case .add: 0
        case .subtract: 1
        case .multiply: 2
        }
    }
}

extension PredicateExpressions.Conditional: DescribedExpression
where
    Test: DescribedExpression,
    If: DescribedExpression,
    Else: DescribedExpression
{
    func describe(in outline: inout PredicateOutline) {
        test.describe(in: &outline)
        outline.add(trueBranch, falseBranch)
    }
}

// MARK: Optionals

extension PredicateExpressions.OptionalFlatMap: DescribedExpression
where LHS: DescribedExpression, RHS: DescribedExpression {
    func describe(in outline: inout PredicateOutline) {
        outline.add(wrapped, variable: variable, body: transform)
    }
}

extension PredicateExpressions.NilCoalesce: DescribedExpression
where LHS: DescribedExpression, RHS: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { outline.add(lhs, rhs) }
}

extension PredicateExpressions.ForcedUnwrap: DescribedExpression where Inner: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { inner.describe(in: &outline) }
}

// MARK: Sequences and text

extension PredicateExpressions.SequenceContains: DescribedExpression
where LHS: DescribedExpression, RHS: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { outline.add(sequence, element) }
}

extension PredicateExpressions.SequenceContainsWhere: DescribedExpression
where LHS: DescribedExpression, RHS: DescribedExpression {
    func describe(in outline: inout PredicateOutline) {
        outline.add(sequence, variable: variable, body: test)
    }
}

extension PredicateExpressions.SequenceAllSatisfy: DescribedExpression
where LHS: DescribedExpression, RHS: DescribedExpression {
    func describe(in outline: inout PredicateOutline) {
        outline.add(sequence, variable: variable, body: test)
    }
}

extension PredicateExpressions.Filter: DescribedExpression
where LHS: DescribedExpression, RHS: DescribedExpression {
    func describe(in outline: inout PredicateOutline) {
        outline.add(sequence, variable: variable, body: filter)
    }
}

extension PredicateExpressions.CollectionContainsCollection: DescribedExpression
where Base: DescribedExpression, Other: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { outline.add(base, other) }
}

extension PredicateExpressions.SequenceStartsWith: DescribedExpression
where Base: DescribedExpression, Prefix: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { outline.add(base, prefix) }
}

/// Tests of two strings are subscripts.
extension PredicateExpressions.CollectionIndexSubscript: DescribedExpression
where Wrapped: DescribedExpression, Index: DescribedExpression {
    func describe(in outline: inout PredicateOutline) { outline.add(wrapped, index) }
}

// MARK: Operands

extension PredicateOutline {
    fileprivate mutating func add(
        _ first: some DescribedExpression,
        _ second: some DescribedExpression
    ) {
        first.describe(in: &self)
        second.describe(in: &self)
    }

    /// Adds a closure with a variable that is applied to an operand.
    fileprivate mutating func add<T>(
        _ operand: some DescribedExpression,
        variable: PredicateExpressions.Variable<T>,
        body: some DescribedExpression
    ) {
        operand.describe(in: &self)
        bind(variable)
        body.describe(in: &self)
    }
}
