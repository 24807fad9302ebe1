// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.CollectionContainsCollection: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .value(.function(.contains, try scope.texts(base, other, named: "contains")))
    }
}

extension PredicateExpressions.SequenceStartsWith: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .value(.function(.startsWith, try scope.texts(base, prefix, named: "starts(with:)")))
    }
}

extension PredicateExpressions.StringContainsRegex: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        throw SwiftDataError.unsupportedPredicate(
            "contains(regex): regular expressions are not supported in a predicate"
        )
    }
}

extension PredicateScope {
    /// Translates the operands of a function of two strings.
    func texts<L: PredicateExpression, R: PredicateExpression>(
        _ lhs: L,
        _ rhs: R,
        named name: String
    ) throws -> [QueryExpression] {
        try [operand(lhs), operand(rhs)].map { try text($0, named: name) }
    }

    private func text(_ operand: PredicateOperand, named name: String) throws -> QueryExpression {
        // Substrings and character arrays are text as well.
        if case .constant(let constant) = operand,
            let characters = (constant as? any TextConstant)?.text
        {
            return try Captured(value: characters).expression()
        }
        let value = try value(operand, in: name)
        guard value.type.kind == .text else {
            throw SwiftDataError.unsupportedPredicate(
                "\(value.displayName).\(name): only text can be searched"
            )
        }
        return try comparable(value)
    }
}

/// A captured value that may be text.
private protocol TextConstant {
    var text: String? { get }
}

extension Captured: TextConstant {
    fileprivate var text: String? {
        switch value {
        case let text as String: text
        case let text as Substring: String(text)
        case let characters as [Character]: String(characters)
        default: nil
        }
    }
}
