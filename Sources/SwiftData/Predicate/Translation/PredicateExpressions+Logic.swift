// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.Conjunction: JunctionNode {
    static var operation: ConditionOperation { .all }

    func appendOperands(to joined: inout JoinedConditions, in scope: PredicateScope) throws {
        try scope.append(lhs, to: &joined)
        try scope.append(rhs, to: &joined)
    }
}

extension PredicateExpressions.Disjunction: JunctionNode {
    static var operation: ConditionOperation { .any }

    func appendOperands(to joined: inout JoinedConditions, in scope: PredicateScope) throws {
        try scope.append(lhs, to: &joined)
        try scope.append(rhs, to: &joined)
    }
}

/// An expression that joins two conditions.
protocol JunctionNode: PredicateNode {
    static var operation: ConditionOperation { get }
    /// Translates the operands, and the operands of inner expressions with the same operation.
    func appendOperands(to joined: inout JoinedConditions, in scope: PredicateScope) throws
}

extension JunctionNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        var joined = JoinedConditions(Self.operation)
        try appendOperands(to: &joined, in: scope)
        return .value(joined.expression)
    }
}

extension PredicateScope {
    /// Adds the translation of a condition to the conditions that an expression joins.
    fileprivate func append<E: PredicateExpression>(
        _ expression: E,
        to joined: inout JoinedConditions
    ) throws {
        if let node = expression as? any JunctionNode,
            type(of: node).operation == joined.operation
        {
            try nesting { try node.appendOperands(to: &joined, in: self) }
        } else {
            joined.append(try value(of: expression))
        }
    }
}

extension PredicateExpressions.Negation: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .value(.not(try scope.value(of: wrapped)))
    }
}

extension PredicateExpressions.Conditional: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .value(
            .conditional(
                try scope.value(of: test),
                then: try scope.value(of: trueBranch),
                else: try scope.value(of: falseBranch)
            )
        )
    }
}
