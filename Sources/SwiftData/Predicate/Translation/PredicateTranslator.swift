// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Translates Foundation predicates into query expressions over the entities of a schema.
///
/// An expression has the same result as `Predicate.evaluate`, or the translation throws an error
/// that names the unsupported part. Where `evaluate` would throw or trap, the comparison is false
/// (`nil!`, integer division by zero) or continues with the value that a wider integer type would
/// hold (overflow).
struct PredicateTranslator {
    /// Translates a predicate over the models of an entity.
    ///
    /// - Parameters:
    ///   - predicate: The predicate to translate.
    ///   - entity: The entity of the models.
    ///   - keyOf: Returns the primary key of an identifier's row in an entity, or `nil` if the row
    ///     does not exist; a `nil` key matches no row.
    /// - Returns: A condition on the rows of the entity.
    /// - Throws: `SwiftDataError.unsupportedPredicate` if a part of the predicate has no
    ///   translation.
    func translate<T>(
        _ predicate: Predicate<T>,
        entity: EntityDescription,
        keyOf: @escaping (PersistentIdentifier, EntityDescription) -> Int64?
    ) throws -> QueryExpression {
        try translate(predicate, entity: entity, in: PredicateScope(keyOf: keyOf))
    }

    /// Translates a predicate to an expression with parameters for the values that it captured.
    ///
    /// - Parameters:
    ///   - predicate: The predicate to translate.
    ///   - entity: The entity of the models.
    ///   - values: The values of the predicate's outline.
    /// - Returns: The expression, and for each value the entity if the value is replaced by a key;
    ///   `nil` if the expression depends on the values.
    /// - Throws: `SwiftDataError.unsupportedPredicate`, also if only the values make the predicate
    ///   translatable.
    func translate<T>(
        _ predicate: Predicate<T>,
        entity: EntityDescription,
        separating values: CapturedValues
    ) throws -> (filter: QueryExpression, entities: [EntityDescription?])? {
        let parameters = PredicateParameters(values)
        let scope = PredicateScope(parameters) { _, _ in
            parameters.noteDependency()
            return nil
        }
        let filter = try translate(predicate, entity: entity, in: scope)
        return parameters.areComplete ? (filter, parameters.entities) : nil
    }

    private func translate<T>(
        _ predicate: Predicate<T>,
        entity: EntityDescription,
        in scope: PredicateScope
    ) throws -> QueryExpression {
        let root = scope.variables.make(of: entity)
        return try scope.binding(predicate.variable, to: .model(QueryPath(root))) {
            try scope.value(of: predicate.expression)
        }
    }
}

/// A Foundation predicate expression with a translation; each node type conforms in an extension.
protocol PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand
}

/// The translation of one predicate node.
enum PredicateOperand {
    /// A composite attribute, which has a column for each field.
    case composite(QueryComposite)
    /// A value that the store computes for each row.
    case value(QueryExpression)
    /// A value that is the same for every row.
    case constant(any PredicateConstant)
    /// The model at the end of a key path.
    case model(QueryPath)
    /// The models of a to-many relationship that pass a test.
    case models(QueryRelation)
    /// The elements of a collection stored as JSON that pass a test.
    case elements(QueryElements)
    /// A range with bounds that may depend on the row; a nil bound is open.
    case range(lower: QueryExpression?, upper: QueryExpression?, includesUpper: Bool)
}

/// The variables of a query, and the operands that the variables of its predicate are bound to.
struct PredicateVariables {
    private var bindings: [PredicateExpressions.VariableID: PredicateOperand] = [:]
    private var count = 0
    private var elementCount = 0

    mutating func make(of entity: EntityDescription) -> QueryVariable {
        defer { count += 1 }
        return QueryVariable(id: count, entity: entity)
    }

    /// Creates a variable for the elements of a collection.
    mutating func makeElement() -> Int {
        defer { elementCount += 1 }
        return elementCount
    }

    /// Binds a variable to an operand, or to none.
    mutating func bind<T>(
        _ variable: PredicateExpressions.Variable<T>,
        to operand: PredicateOperand?
    ) {
        bindings[variable.key] = operand
    }

    /// Returns the operand that a variable is bound to.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate` for a variable that is not bound.
    func operand(of key: PredicateExpressions.VariableID) throws -> PredicateOperand {
        guard let operand = bindings[key] else {
            throw SwiftDataError.unsupportedPredicate(
                "a closure parameter is used outside its closure"
            )
        }
        return operand
    }
}

/// The state of one translation: its variables, captured values and depth.
final class PredicateScope {
    /// Returns the primary key of an identifier's row in an entity.
    let keyOf: (PersistentIdentifier, EntityDescription) -> Int64?
    /// The parameters for captured values; `nil` to translate the values.
    private let parameters: PredicateParameters?
    var variables = PredicateVariables()
    /// The number of expressions around the current one.
    private var depth = 0

    init(
        _ parameters: PredicateParameters? = nil,
        keyOf: @escaping (PersistentIdentifier, EntityDescription) -> Int64?
    ) {
        self.parameters = parameters
        self.keyOf = keyOf
    }

    /// Calls `body` with a variable bound to an operand.
    func binding<T, Result>(
        _ variable: PredicateExpressions.Variable<T>,
        to operand: PredicateOperand,
        _ body: () throws -> Result
    ) rethrows -> Result {
        variables.bind(variable, to: operand)
        defer { variables.bind(variable, to: nil) }
        return try body()
    }

    // MARK: Captured values

    /// Returns the constant for the next captured value.
    func constant<Value>(_ value: Value) -> any PredicateConstant {
        let captured = Captured(value: value)
        guard let parameters, let index = parameters.next(captured) else { return captured }
        return PredicateParameter(captured: captured, index: index, parameters: parameters)
    }

    /// Returns a constant with its value; nil if it is of another type.
    ///
    /// This makes the translation depend on the value.
    func captured<Value>(
        _ constant: any PredicateConstant,
        as type: Value.Type
    ) -> Captured<Value>? {
        if let parameter = constant as? PredicateParameter<Value> {
            parameters?.noteDependency()
            return parameter.captured
        }
        return constant as? Captured<Value>
    }

    // MARK: Children

    /// The number of expressions that can be nested in each other.
    ///
    /// Translating and rendering an expression uses the stack of the thread.
    static let depthLimit = 200

    /// Throws if expressions at a depth below the current one are nested too deeply.
    func checkDepth(adding levels: Int) throws {
        guard depth + levels <= Self.depthLimit else {
            throw SwiftDataError.unsupportedPredicate(
                "the predicate nests expressions more than \(Self.depthLimit) levels deep; join "
                    + "conditions with Predicate(all:) or Predicate(any:)"
            )
        }
    }

    /// Translates expressions inside of the current one.
    func nesting<Result>(_ translate: () throws -> Result) throws -> Result {
        try checkDepth(adding: 1)
        depth += 1
        defer { depth -= 1 }
        return try translate()
    }

    func operand<E: PredicateExpression>(_ expression: E) throws -> PredicateOperand {
        guard let node = expression as? any PredicateNode else {
            throw SwiftDataError.unsupportedPredicate(
                "\(Self.name(of: expression)) is not supported in a predicate"
            )
        }
        return try nesting { try node.translate(in: self) }
    }

    /// Translates a child expression that must be a single value.
    func value<E: PredicateExpression>(of expression: E) throws -> QueryExpression {
        try value(operand(expression), in: Self.name(of: expression))
    }

    func value(
        _ operand: PredicateOperand,
        in name: @autoclosure () -> String
    ) throws -> QueryExpression {
        switch operand {
        case .value(let value): return value
        case .constant(let constant): return try constant.expression()
        case .model(let path): return .key(path)
        case .composite(let composite):
            if let presence = composite.presenceValue { return presence }
            throw SwiftDataError.unsupportedPredicate(
                "\(name()): the struct \(composite.displayName) cannot be used as a value; "
                    + "compare it with == or use its fields"
            )
        case .models:
            throw SwiftDataError.unsupportedPredicate(
                "\(name()): a to-many relationship cannot be used as a value; "
                    + "use contains, allSatisfy, filter, count or isEmpty"
            )
        case .elements(let elements):
            throw SwiftDataError.unsupportedPredicate(
                "\(name()): elements of \(elements.source.displayName) cannot be used as a value; "
                    + "use contains, allSatisfy, count or isEmpty"
            )
        case .range:
            throw SwiftDataError.unsupportedPredicate(
                "\(name()): a range cannot be used as a value; use contains"
            )
        }
    }

    /// Returns the name of a node's type without its generic arguments.
    static func name<E: PredicateExpression>(of expression: E) -> String {
        let name = String(describing: E.self)
        return String(name.prefix { $0 != "<" })
    }
}

extension PredicateExpressions.Variable: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        try scope.variables.operand(of: key)
    }
}

extension PredicateExpressions.Value: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .constant(scope.constant(value))
    }
}

extension PredicateExpressions.NilLiteral: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .constant(Captured<Wrapped?>(value: nil))
    }
}
