// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.TypeCheck: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let path = try scope.model(input, in: "is \(Desired.self)")
        guard let type = Desired.self as? any PersistentModel.Type,
            let entity = try path.entity.resolvedSchema?.entity(for: type)
        else {
            throw SwiftDataError.unsupportedPredicate(
                "is \(Desired.self): only the classes of models can be tested"
            )
        }
        guard entity === path.entity else { return .value(.bool(false)) }
        guard let names = path.entity.classNames(of: type) else {
            return .value(path.isOptional ? .not(.isNil(.key(path))) : .bool(true))
        }
        let name = QueryExpression.attribute(
            path,
            index: path.entity.properties.count - 1,
            _ColumnType(.text)
        )
        return .value(.isOneOf(name, names.map { .text($0) }))
    }
}

extension PredicateExpressions.ConditionalCast: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .model(try scope.cast(input, to: Desired.self, in: "as? \(Desired.self)"))
    }
}

extension PredicateExpressions.ForceCast: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .model(try scope.cast(input, to: Desired.self, in: "as! \(Desired.self)").unwrapped)
    }
}

extension PredicateScope {
    /// Translates an operand that must be a model.
    fileprivate func model<E: PredicateExpression>(
        _ expression: E,
        in name: String
    ) throws -> QueryPath {
        guard case .model(let path) = try operand(expression) else {
            throw SwiftDataError.unsupportedPredicate("\(name): only models can be tested or cast")
        }
        return path
    }

    fileprivate func cast<E: PredicateExpression, Desired>(
        _ expression: E,
        to desired: Desired.Type,
        in name: String
    ) throws -> QueryPath {
        let path = try model(expression, in: name)
        guard let type = desired as? any PersistentModel.Type, let cast = path.cast(to: type) else {
            throw SwiftDataError.unsupportedPredicate(
                "\(name): no model of \(path.entity.name) is of this type"
            )
        }
        return cast
    }
}
