// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

@testable import SwiftData

/// A type-erased predicate expression, so that a generator can combine any expressions.
struct Erased<Output>: StandardPredicateExpression, @unchecked Sendable {
    // Unchecked, because key paths of models are immutable but not `Sendable`.

    let wrapped: any PredicateExpression<Output>

    init(_ expression: some PredicateExpression<Output>) { wrapped = expression }

    func evaluate(_ bindings: PredicateBindings) throws -> Output { try wrapped.evaluate(bindings) }

    init(from decoder: any Decoder) throws { throw CocoaError(.featureUnsupported) }
    func encode(to encoder: any Encoder) throws { throw CocoaError(.featureUnsupported) }
}

extension Erased: DescribedExpression {
    private struct Opaque {}

    func describe(in outline: inout PredicateOutline) {
        // The type of the whole expression contains those of its parts, except for erased ones.
        outline.mark(ObjectIdentifier(type(of: wrapped)).hashValue)
        guard let expression = wrapped as? any DescribedExpression else {
            return outline.add(Opaque())
        }
        expression.describe(in: &outline)
    }
}

extension Erased: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        try scope.operand(wrapped)
    }
}
