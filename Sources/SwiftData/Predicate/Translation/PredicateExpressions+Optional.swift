// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.OptionalFlatMap: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        switch try scope.operand(wrapped) {
        case .constant(let constant):
            guard let captured = scope.captured(constant, as: Wrapped?.self),
                let value = captured.value
            else {
                return .constant(Captured<Result?>(value: nil))
            }
            let result = try transformed(.constant(Captured(value: value)), in: scope)
            return try scope.optional(result, as: Result.self)
        case .model(let path):
            let result = try transformed(.model(path.unwrapped), in: scope)
            return try scope.optional(result, through: path)
        case .composite(let composite):
            let result = try transformed(.composite(composite.unwrapped), in: scope)
            return try scope.optional(result, in: composite)
        case .value(let value):
            let result = try scope.binding(variable, to: .value(value.unwrappedValue)) {
                try scope.value(of: transform)
            }
            return .value(.optionalMap(value, then: result))
        case .models(let relation):
            // A store does not distinguish nil from an empty relationship.
            return try transformed(.models(relation), in: scope)
        case .elements(let elements): return try transformed(.elements(elements), in: scope)
        case .range:
            throw SwiftDataError.unsupportedPredicate(
                "optional chaining on a range is not supported in a predicate"
            )
        }
    }

    /// Translates the transformation of an operand.
    private func transformed(
        _ operand: PredicateOperand,
        in scope: PredicateScope
    ) throws -> PredicateOperand {
        try scope.binding(variable, to: operand) { try scope.operand(transform) }
    }
}

extension PredicateExpressions.NilCoalesce: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let first = try scope.operand(lhs)
        if case .constant(let constant) = first,
            let captured = scope.captured(constant, as: RHS.Output?.self)
        {
            return try captured.value.map { .constant(Captured(value: $0)) } ?? scope.operand(rhs)
        }
        if case .models = first { return first }
        if case .composite(let composite) = first, !composite.isOptional { return first }
        let value = try scope.value(first, in: "??")
        guard value.type.isOptional else { return .value(value) }
        let other = try scope.operand(rhs)
        let collection = try scope.collection(other, as: RHS.Output.self)
        return .value(.coalesce(value, try collection ?? scope.value(other, in: "??")))
    }
}

extension PredicateExpressions.ForcedUnwrap: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        switch try scope.operand(inner) {
        case .model(let path): return .model(path.unwrapped)
        case .composite(let composite): return .composite(composite.unwrapped)
        case .value(let value): return .value(value.unwrappedValue)
        case .constant(let constant):
            if let captured = scope.captured(constant, as: Wrapped?.self),
                let value = captured.value
            {
                return .constant(Captured(value: value))
            }
            let type = _ColumnType(of: Wrapped.self) ?? _ColumnType(.json)
            return .value(.constant(.null, _ColumnType(type.kind)))
        case let other: return other
        }
    }
}

extension PredicateScope {
    /// Wraps the result of a closure over a captured value in the optional that `flatMap` returns.
    fileprivate func optional<Result>(
        _ operand: PredicateOperand,
        as type: Result.Type
    ) throws -> PredicateOperand {
        guard case .constant(let constant) = operand,
            let captured = captured(constant, as: Result.self)
        else { return operand }
        return .constant(Captured<Result?>(value: captured.value))
    }

    /// Wraps the result of a closure over a composite in the optional that `flatMap` returns.
    fileprivate func optional(
        _ operand: PredicateOperand,
        in composite: QueryComposite
    ) throws -> PredicateOperand {
        switch operand {
        // The columns of a struct are NULL if there is no struct.
        case .value(.attribute(let path, let index, let column, let type))
        where path == composite.path && index == composite.index:
            return .value(.attribute(path, index: index, column: column, type.optional))
        case .composite(let nested):
            return .composite(nested.optional(inside: composite.presenceValue))
        default:
            let result = try value(operand, in: "?.")
            return .value(composite.presenceValue.map { .optionalMap($0, then: result) } ?? result)
        }
    }

    /// Wraps the result of a closure over the model at `path` in the optional that `flatMap`
    /// returns.
    fileprivate func optional(
        _ operand: PredicateOperand,
        through path: QueryPath
    ) throws -> PredicateOperand {
        switch operand {
        case .model(var target) where target.starts(with: path):
            target.isOptional = true
            return .model(target)
        // A value read along the path is NULL if there is no model.
        case .value(.attribute(let source, let index, let column, let type))
        where source.starts(with: path):
            return .value(.attribute(source, index: index, column: column, type.optional))
        case .composite(let composite) where composite.path.starts(with: path):
            return .composite(composite.optional(inside: .key(path)))
        case .value(.key(var source)) where source.starts(with: path):
            source.isOptional = true
            return .value(.key(source))
        case .models: return operand
        default:
            return .value(.optionalMap(.key(path), then: try value(operand, in: "?.")))
        }
    }
}
