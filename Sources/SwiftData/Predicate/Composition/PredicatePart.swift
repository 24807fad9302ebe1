// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A part of a predicate, which is a condition on the variables of the predicate.
struct PredicatePart<each Input>: Sendable {
    let variables: (repeat PredicateExpressions.Variable<each Input>)
    let expression: any StandardPredicateExpression<Bool>

    init(
        variables: (repeat PredicateExpressions.Variable<each Input>),
        expression: any StandardPredicateExpression<Bool>
    ) {
        self.variables = variables
        self.expression = expression
    }

    func evaluate(_ inputs: repeat each Input) throws -> Bool {
        try expression.evaluate(PredicateBindings(repeat (each variables, each inputs)))
    }
}

// MARK: Composition

extension PredicatePart {
    /// The part as a tree of the evaluated predicates that compose it.
    var tree: ConditionTree<Self> { composedTree ?? ConditionTree(self) }

    /// The tree of a part that is composed of evaluated predicates; nil for other ones, which are
    /// not divided.
    private var composedTree: ConditionTree<Self>? {
        guard let composition = (expression as? any ComposedCondition)?.composition else {
            return nil
        }
        switch composition {
        case .all(let lhs, let rhs): return composedTree(.all, part(lhs), part(rhs))
        case .any(let lhs, let rhs): return composedTree(.any, part(lhs), part(rhs))
        case .not(let condition):
            return part(condition).composedTree.map { ConditionTree(.not, operands: [$0]) }
        case .evaluation(let evaluated, let inputs):
            guard inputs == keys else { return nil }
            return (evaluated as? BoundCondition<repeat each Input>)?.condition
        }
    }

    private func composedTree(
        _ operation: ConditionOperation,
        _ lhs: Self,
        _ rhs: Self
    ) -> ConditionTree<Self>? {
        let (left, right) = (lhs.composedTree, rhs.composedTree)
        guard left != nil || right != nil else { return nil }
        return ConditionTree(
            operation,
            operands: [left ?? ConditionTree(lhs), right ?? ConditionTree(rhs)]
        )
    }

    /// Returns the part with another expression.
    private func part(_ expression: any StandardPredicateExpression<Bool>) -> Self {
        Self(variables: (repeat each variables), expression: expression)
    }

    private var keys: [PredicateExpressions.VariableID?] {
        var keys: [PredicateExpressions.VariableID?] = []
        repeat keys.append((each variables).key)
        return keys
    }
}

/// The operation and the operands of a condition that is composed of others.
enum PredicateComposition {
    case all(any StandardPredicateExpression<Bool>, any StandardPredicateExpression<Bool>)
    case any(any StandardPredicateExpression<Bool>, any StandardPredicateExpression<Bool>)
    case not(any StandardPredicateExpression<Bool>)
    /// A captured expression, with nil for each input that is not a variable.
    case evaluation(any PredicateExpression, of: [PredicateExpressions.VariableID?])
}

/// An expression that can be composed of conditions.
protocol ComposedCondition {
    /// The outermost operation; nil if the expression is none of conditions.
    var composition: PredicateComposition? { get }
}

extension PredicateExpressions.Conjunction: ComposedCondition
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    var composition: PredicateComposition? { .all(lhs, rhs) }
}

extension PredicateExpressions.Disjunction: ComposedCondition
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {
    var composition: PredicateComposition? { .any(lhs, rhs) }
}

extension PredicateExpressions.Negation: ComposedCondition
where Wrapped: StandardPredicateExpression {
    var composition: PredicateComposition? { .not(wrapped) }
}
