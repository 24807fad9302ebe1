// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.Equal: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let operands = (try scope.operand(lhs), try scope.operand(rhs))
        if case (.constant(let left), .constant(let right)) = operands,
            let left = scope.captured(left, as: LHS.Output.self),
            let right = scope.captured(right, as: RHS.Output.self)
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
            let left = scope.captured(left, as: LHS.Output.self),
            let right = scope.captured(right, as: RHS.Output.self)
        {
            return .constant(Captured(value: left.value != right.value))
        }
        switch try scope.equality(operands.0, operands.1) {
        case .of(let left, let right): return .value(.notEqual(left, right))
        case .other(let test): return .value(.not(test))
        }
    }
}

/// The translation of an equality test.
enum EqualityTest {
    /// An equality comparison of two stored values.
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
            // A store does not distinguish nil from an empty relationship.
            return .other(.bool(false))
        case (.composite(let left), .composite(let right)):
            return .other(try left.equals(right))
        case (.composite(let composite), .constant(let constant)),
            (.constant(let constant), .composite(let composite)):
            return .other(try equality(composite, constant: constant))
        case (let operand, .constant(let constant)), (.constant(let constant), let operand):
            let value = try value(operand, in: "==")
            if constant.isNil { return .other(.isNil(value)) }
            return .of(try comparable(value), try self.constant(constant, comparedWith: value))
        default:
            let left = try comparable(value(lhs, in: "=="))
            let right = try comparable(value(rhs, in: "=="))
            if let entity = try left.keyEntity, let other = try right.keyEntity, entity !== other {
                // Rows of different tables may share a key, but never an identifier.
                return .other(.all([.isNil(left), .isNil(right)]))
            }
            return .of(left, right)
        }
    }

    private func equality(
        _ composite: QueryComposite,
        constant: any PredicateConstant
    ) throws -> QueryExpression {
        let presence = composite.presenceValue
        if constant.isNil { return presence.map { .isNil($0) } ?? .bool(false) }
        let equal = try composite.equals(constant.columns(of: composite.shape))
        return presence.map { .all([.not(.isNil($0)), equal]) } ?? equal
    }

    /// Returns a constant in the stored form of `value`.
    func constant(
        _ constant: any PredicateConstant,
        comparedWith value: QueryExpression
    ) throws -> QueryExpression {
        guard let identifier = constant.identifier else { return try constant.expression() }
        let entity = try value.keyEntity
        if let entity, let parameter = constant.parameter(forKeyOf: entity) { return parameter }
        let key = entity.flatMap { keyOf(identifier, $0) }
        // No row has key 0.
        return .constant(.integer(key ?? 0), _ColumnType(.integer))
    }

    /// Returns `value`; throws if it can only be compared with nil.
    func comparable(_ value: QueryExpression) throws -> QueryExpression {
        if value.type.kind == .json {
            throw SwiftDataError.unsupportedPredicate(
                "\(value.displayName) is stored as JSON, so it can only be compared with nil; compare "
                    + "the fields of a structure, or search a collection with contains"
            )
        }
        return try accessible(value)
    }

    /// Returns `value`; throws if the store cannot read it for each row.
    func accessible(_ value: QueryExpression) throws -> QueryExpression {
        if case .attribute(let path, let index, _, _) = value.withoutUnwrapping,
            let obstacle = path.entity.properties[index].policy.comparisonObstacle
        {
            throw SwiftDataError.unsupportedPredicate(
                "\(value.displayName) \(obstacle), so it can only be compared with nil"
            )
        }
        return value
    }
}

extension QueryExpression {
    var withoutUnwrapping: QueryExpression {
        if case .unwrapped(let value) = self { value.withoutUnwrapping } else { self }
    }

    /// The entity of the keys that the expression yields; `nil` if the value is not a key.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate` if the entity depends on the row.
    fileprivate var keyEntity: EntityDescription? {
        get throws {
            switch self {
            case .key(let path): return path.entity
            case .unwrapped(let value), .optionalMap(_, let value): return try value.keyEntity
            case .conditional(_, let first, let second), .coalesce(let first, let second):
                guard let entity = try first.keyEntity, let other = try second.keyEntity else {
                    // The operand without an entity is nil.
                    return try first.keyEntity ?? second.keyEntity
                }
                guard entity === other else {
                    throw SwiftDataError.unsupportedPredicate(
                        "the expression yields a \(entity.name) or a \(other.name); "
                            + "identifiers of different entities cannot be compared"
                    )
                }
                return entity
            default: return nil
            }
        }
    }

    /// The name of the expression in error messages.
    var displayName: String {
        switch self {
        case .attribute(let path, let index, let column, _):
            "\(path.entity.name).\(path.entity.properties[index].columns[column].name)"
        case .unwrapped(let value), .coalesce(let value, _): value.displayName
        case .element: "the element"
        default: "the value"
        }
    }
}
