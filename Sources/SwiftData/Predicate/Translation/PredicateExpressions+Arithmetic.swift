// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.Arithmetic: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let operation: QueryOperator =
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            }
        return .value(try scope.arithmetic(lhs, operation, rhs))
    }
}

extension PredicateExpressions.FloatDivision: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .value(try scope.arithmetic(lhs, .divide, rhs))
    }
}

extension PredicateExpressions.IntDivision: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .value(try scope.arithmetic(lhs, .divide, rhs))
    }
}

extension PredicateExpressions.IntRemainder: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .value(try scope.arithmetic(lhs, .remainder, rhs))
    }
}

extension PredicateExpressions.UnaryMinus: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .value(.negative(try scope.number(of: wrapped)))
    }
}

extension PredicateScope {
    fileprivate func arithmetic<L: PredicateExpression, R: PredicateExpression>(
        _ lhs: L,
        _ operation: QueryOperator,
        _ rhs: R
    ) throws -> QueryExpression {
        .arithmetic(try number(of: lhs), operation, try number(of: rhs))
    }

    fileprivate func number<E: PredicateExpression>(of expression: E) throws -> QueryExpression {
        let value = try value(of: expression)
        switch value.type.kind {
        case .integer, .unsigned64, .float, .double, .decimal: return value
        case .bool, .text, .date, .data, .url, .uuid, .json:
            throw SwiftDataError.unsupportedPredicate(
                "arithmetic on \(E.Output.self) is not supported in a predicate"
            )
        }
    }
}
