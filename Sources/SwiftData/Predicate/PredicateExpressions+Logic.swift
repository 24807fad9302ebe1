// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.Conjunction: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .value(.all([try scope.value(of: lhs), try scope.value(of: rhs)]))
    }
}

extension PredicateExpressions.Disjunction: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .value(.any([try scope.value(of: lhs), try scope.value(of: rhs)]))
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
