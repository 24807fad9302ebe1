// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.Range: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .range(
            lower: try scope.value(of: lower),
            upper: try scope.value(of: upper),
            includesUpper: false
        )
    }
}

extension PredicateExpressions.ClosedRange: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .range(
            lower: try scope.value(of: lower),
            upper: try scope.value(of: upper),
            includesUpper: true
        )
    }
}

extension PredicateExpressions.RangeExpressionContains: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let value = try scope.value(of: element)
        switch try scope.operand(range) {
        case .range(let lower, let upper, let includesUpper):
            return .value(
                try scope.contains(
                    value,
                    lower: lower,
                    upper: upper,
                    includesUpper: includesUpper,
                    as: Element.Output.self
                )
            )
        case .constant(let constant):
            guard let range = constant.range else { fallthrough }
            return .value(
                try scope.contains(
                    value,
                    lower: range.lowerConstant?.expression(),
                    upper: range.upperConstant?.expression(),
                    includesUpper: range.includesUpper,
                    as: Element.Output.self
                )
            )
        default:
            throw SwiftDataError.unsupportedPredicate(
                "contains: ranges of \(Element.Output.self) are not supported"
            )
        }
    }
}

extension PredicateScope {
    /// Returns a test that a value lies between two bounds; a nil bound is open.
    func contains<T>(
        _ value: QueryExpression,
        lower: QueryExpression?,
        upper: QueryExpression?,
        includesUpper: Bool,
        as type: T.Type
    ) throws -> QueryExpression {
        var parts: [QueryExpression] = []
        if let lower {
            parts.append(try comparison(value, ordering: .greaterOrEqual, lower, as: type))
        }
        if let upper {
            parts.append(
                try comparison(
                    value,
                    ordering: includesUpper ? .lessOrEqual : .less,
                    upper,
                    as: type
                )
            )
        }
        return .all(parts)
    }
}
