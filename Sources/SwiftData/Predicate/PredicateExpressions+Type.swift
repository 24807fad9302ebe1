// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.TypeCheck: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        throw SwiftDataError.unsupportedPredicate(
            "is \(Desired.self): model inheritance is not supported"
        )
    }
}

extension PredicateExpressions.ConditionalCast: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        throw SwiftDataError.unsupportedPredicate(
            "as? \(Desired.self): model inheritance is not supported"
        )
    }
}

extension PredicateExpressions.ForceCast: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        throw SwiftDataError.unsupportedPredicate(
            "as! \(Desired.self): model inheritance is not supported"
        )
    }
}
