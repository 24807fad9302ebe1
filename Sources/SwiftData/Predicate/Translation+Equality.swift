// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.Equal: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let operands = (try scope.operand(lhs), try scope.operand(rhs))
        if case (.constant(let left), .constant(let right)) = operands,
            let left = left as? Captured<LHS.Output>, let right = right as? Captured<RHS.Output>
        {
            return .constant(Captured(value: left.value == right.value))
        }
        return .value(try scope.equality(operands.0, operands.1).expression)
    }
}

extension PredicateExpressions.NotEqual: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let operands = (try scope.operand(lhs), try scope.operand(rhs))
        if case (.constant(let left), .constant(let right)) = operands,
            let left = left as? Captured<LHS.Output>, let right = right as? Captured<RHS.Output>
        {
            return .constant(Captured(value: left.value != right.value))
        }
        switch try scope.equality(operands.0, operands.1) {
        case .of(let left, let right): return .value(.notEqual(left, right))
        case .other(let test): return .value(.not(test))
        }
    }
}

/// What a test for equality comes down to.
enum EqualityTest {
    /// Two values of a store.
    case of(QueryExpression, QueryExpression)
    case other(QueryExpression)

    var expression: QueryExpression {
        switch self {
        case .of(let left, let right): .equal(left, right)
        case .other(let test): test
        }
    }
}

extension PredicateScope {
    func equality(_ lhs: PredicateOperand, _ rhs: PredicateOperand) throws -> EqualityTest {
        switch (lhs, rhs) {
        case (.models, .constant(let constant)) where constant.isNil,
            (.constant(let constant), .models) where constant.isNil:
            // A store keeps no difference between no models and nil.
            return .other(.bool(false))
        case (let operand, .constant(let constant)), (.constant(let constant), let operand):
            let value = try value(operand, in: "==")
            if constant.isNil { return .other(.isNil(value)) }
            return .of(try comparable(value), try self.constant(constant, comparedWith: value))
        default:
            let left = try comparable(value(lhs, in: "=="))
            let right = try comparable(value(rhs, in: "=="))
            if let entity = try left.keyEntity, let other = try right.keyEntity, entity !== other {
                // Rows of two tables may have one key, but never one identifier.
                return .other(.all([.isNil(left), .isNil(right)]))
            }
            return .of(left, right)
        }
    }

    /// A constant in the form in which `value` is stored.
    func constant(
        _ constant: any PredicateConstant,
        comparedWith value: QueryExpression
    ) throws -> QueryExpression {
        guard let identifier = constant.identifier else { return try constant.expression() }
        let key = try value.keyEntity.flatMap { keyOf(identifier, $0) }
        // No row has the key 0.
        return .constant(.integer(key ?? 0), _ColumnType(.integer))
    }

    /// Throws for a value that can be tested for nil only.
    func comparable(_ value: QueryExpression) throws -> QueryExpression {
        if value.type.kind == .json {
            throw SwiftDataError.unsupportedPredicate(
                "\(value.words) is stored encoded: it can be compared with nil only"
            )
        }
        if case .attribute(let path, let index, _) = value.withoutUnwrapping,
            path.entity.properties[index].attribute?.options.contains(.externalStorage) == true
        {
            throw SwiftDataError.unsupportedPredicate(
                "\(value.words) is stored outside of the store: it can be compared with nil only"
            )
        }
        return value
    }
}

extension QueryExpression {
    var withoutUnwrapping: QueryExpression {
        if case .unwrapped(let value) = self { value.withoutUnwrapping } else { self }
    }

    /// The entity that a model's key belongs to; nil for other values.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate` when it depends on the row.
    fileprivate var keyEntity: EntityDescription? {
        get throws {
            switch self {
            case .key(let path): return path.entity
            case .unwrapped(let value), .optionalMap(_, let value): return try value.keyEntity
            case .conditional(_, let first, let second), .coalesce(let first, let second):
                guard let entity = try first.keyEntity, let other = try second.keyEntity else {
                    // The other is nil.
                    return try first.keyEntity ?? second.keyEntity
                }
                guard entity === other else {
                    throw SwiftDataError.unsupportedPredicate(
                        "either a \(entity.name) or a \(other.name): a store can't compare identifiers "
                            + "of several entities at once"
                    )
                }
                return entity
            default: return nil
            }
        }
    }

    /// The expression as an error names it.
    var words: String {
        switch self {
        case .attribute(let path, let index, _):
            "\(path.entity.name).\(path.entity.properties[index].name)"
        case .unwrapped(let value): value.words
        default: "the value"
        }
    }
}
