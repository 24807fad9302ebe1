// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.Comparison: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let operands = (try scope.operand(lhs), try scope.operand(rhs))
        // Only Swift can compare other captured values.
        if _ColumnType(of: LHS.Output.self) == nil,
            case (.constant(let left), .constant(let right)) = operands,
            let left = scope.captured(left, as: LHS.Output.self),
            let right = scope.captured(right, as: LHS.Output.self)
        {
            return .constant(Captured(value: op.compares(left.value, right.value)))
        }
        let left = try scope.value(operands.0, in: op.symbol)
        let right = try scope.value(operands.1, in: op.symbol)
        return .value(try scope.comparison(left, ordering: op.ordering, right, as: LHS.Output.self))
    }
}

extension PredicateExpressions.ComparisonOperator {
    fileprivate func compares<T: Comparable>(_ left: T, _ right: T) -> Bool {
        switch self {
        case .lessThan: left < right
        case .lessThanOrEqual: left <= right
        case .greaterThan: left > right
        case .greaterThanOrEqual: left >= right
        }
    }

    fileprivate var symbol: String {
        switch self {
        case .lessThan: "<"
        case .lessThanOrEqual: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqual: ">="
        }
    }

    fileprivate var ordering: QueryOrdering {
        switch self {
        case .lessThan: .less
        case .lessThanOrEqual: .lessOrEqual
        case .greaterThan: .greater
        case .greaterThanOrEqual: .greaterOrEqual
        }
    }
}

extension PredicateScope {
    /// Returns an ordering comparison of two values of type `type`.
    func comparison<T>(
        _ lhs: QueryExpression,
        ordering: QueryOrdering,
        _ rhs: QueryExpression,
        as type: T.Type
    ) throws -> QueryExpression {
        let left = try comparable(lhs)
        let right = try comparable(rhs)
        if type is any _AttributeValue.Type || type == Character.self {
            return .comparison(left, ordering, right)
        }
        guard let groups = try ComparableCases.groups(of: type) else {
            throw SwiftDataError.unsupportedPredicate(
                "values of type \(type) cannot be ordered by a store, "
                    + "because their < is implemented in Swift"
            )
        }
        return .comparison(.rank(left, among: groups), ordering, .rank(right, among: groups))
    }
}

/// The order of the cases of `Comparable` enums.
enum ComparableCases {
    /// Returns the stored forms of all cases in ascending order, grouped by equality; nil for other
    /// types.
    static func groups<T>(of type: T.Type) throws -> [[_ColumnValue]]? {
        guard let type = type as? any (Comparable & RawRepresentable).Type else { return nil }
        return try groups(ofCases: type)
    }

    private static func groups<T: Comparable & RawRepresentable>(
        ofCases type: T.Type
    ) throws -> [[_ColumnValue]]? {
        guard let cases = EnumCases.all(of: type) else { return nil }
        var groups: [[_ColumnValue]] = []
        var last: T?
        for element in cases.sorted() {
            guard let column = try _ColumnValue(captured: element.rawValue) else { return nil }
            if let last, !(last < element) {
                groups[groups.count - 1].append(column)
            } else {
                groups.append([column])
            }
            last = element
        }
        return groups
    }
}
