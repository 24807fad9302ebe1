// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.Variable: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        try scope.operand(of: key)
    }
}

extension PredicateExpressions.Value: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .constant(scope.constant(value))
    }
}

extension PredicateExpressions.NilLiteral: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .constant(Captured<Wrapped?>(value: nil))
    }
}
