// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Turns Foundation's predicates into expressions over a container's entities.
///
/// Every expression keeps the meaning that `Predicate.evaluate` gives it, or the translation throws and
/// names it. Where `evaluate` would throw or trap, the comparison is false (`nil!`, an integer divided by
/// zero), or goes on with the number that a wider type would have (an overflow).
struct PredicateTranslator {
    /// Translates a predicate of an entity's models.
    ///
    /// - Parameters:
    ///   - predicate: What Foundation made of the source.
    ///   - entity: The entity of the models.
    ///   - keyOf: The key of the row that an identifier names in an entity; one without matches no row.
    /// - Returns: A condition on the rows of the entity.
    /// - Throws: `SwiftDataError.unsupportedPredicate` for what a store can't answer.
    func translate<T>(
        _ predicate: Predicate<T>,
        entity: EntityDescription,
        keyOf: @escaping (PersistentIdentifier, EntityDescription) -> Int64?
    ) throws -> QueryExpression {
        let scope = PredicateScope(keyOf: keyOf)
        let root = scope.makeVariable(of: entity)
        return try scope.binding(predicate.variable, to: .model(QueryPath(root))) {
            try scope.value(of: predicate.expression)
        }
    }
}

/// An expression of Foundation's that has a translation; every node type has an extension of its own.
protocol PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand
}

/// What a node of a predicate stands for.
enum PredicateOperand {
    /// A value that the store works out.
    case value(QueryExpression)
    /// A value that doesn't depend on the row.
    case constant(any PredicateConstant)
    /// A model at the end of a path.
    case model(QueryPath)
    /// Some models of a to-many relationship.
    case models(QueryRelation)
    /// A range whose ends may depend on the row; nil for an open end.
    case range(lower: QueryExpression?, upper: QueryExpression?, includesUpper: Bool)
}

/// What is known while a predicate is being translated: the meaning of its variables.
final class PredicateScope {
    /// The key of the row that an identifier names in an entity.
    let keyOf: (PersistentIdentifier, EntityDescription) -> Int64?
    private var meanings: [PredicateExpressions.VariableID: PredicateOperand] = [:]
    private var variableCount = 0

    init(keyOf: @escaping (PersistentIdentifier, EntityDescription) -> Int64?) {
        self.keyOf = keyOf
    }

    func makeVariable(of entity: EntityDescription) -> QueryVariable {
        defer { variableCount += 1 }
        return QueryVariable(id: variableCount, entity: entity)
    }

    /// Carries out `body` while a variable stands for an operand.
    func binding<T, Result>(
        _ variable: PredicateExpressions.Variable<T>,
        to operand: PredicateOperand,
        _ body: () throws -> Result
    ) rethrows -> Result {
        meanings[variable.key] = operand
        defer { meanings[variable.key] = nil }
        return try body()
    }

    func meaning(of key: PredicateExpressions.VariableID) throws -> PredicateOperand {
        guard let operand = meanings[key] else {
            throw SwiftDataError.unsupportedPredicate("a variable is used outside of its closure")
        }
        return operand
    }

    // MARK: Children

    func operand<E: PredicateExpression>(_ expression: E) throws -> PredicateOperand {
        guard let node = expression as? any PredicateNode else {
            throw SwiftDataError.unsupportedPredicate(
                "\(Self.name(of: expression)) can't be part of a fetch"
            )
        }
        return try node.translate(in: self)
    }

    /// A child that must have a single value.
    func value<E: PredicateExpression>(of expression: E) throws -> QueryExpression {
        try value(operand(expression), in: Self.name(of: expression))
    }

    func value(_ operand: PredicateOperand, in name: String) throws -> QueryExpression {
        switch operand {
        case .value(let value): return value
        case .constant(let constant): return try constant.expression()
        case .model(let path): return .key(path)
        case .models:
            throw SwiftDataError.unsupportedPredicate(
                "\(name): a to-many relationship can be searched and counted, not used as a value"
            )
        case .range:
            throw SwiftDataError.unsupportedPredicate(
                "\(name): a range can only be asked what it contains"
            )
        }
    }

    /// The name of a node's type without its generic arguments.
    static func name<E: PredicateExpression>(of expression: E) -> String {
        let name = String(describing: E.self)
        return String(name.prefix { $0 != "<" })
    }
}
