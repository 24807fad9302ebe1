// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.KeyPath: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        switch try scope.operand(root) {
        case .constant(let constant):
            guard let root = scope.captured(constant, as: Root.Output.self) else {
                throw SwiftDataError.unsupportedPredicate(
                    "properties of \(Root.Output.self) are not supported in a predicate"
                )
            }
            return .constant(Captured(value: root.value[keyPath: keyPath]))
        case .model(let path): return try scope.member(keyPath, of: path)
        case .composite(let composite):
            if keyPath.steps.count == 1, let name = keyPath.steps.first,
                let field = composite.field(named: name)
            {
                return field
            }
            throw SwiftDataError.unsupportedPredicate(
                "\(composite.displayName): \(keyPath.displayName) is not a stored field with a coding key of "
                    + "the same name"
            )
        case .models(let relation):
            if case .count? = collectionMember { return .value(.count(relation)) }
            if case .isEmpty? = collectionMember { return .value(.not(.exists(relation))) }
            throw SwiftDataError.unsupportedPredicate(
                "\(relation.displayName): a to-many relationship supports only count and isEmpty"
            )
        case .elements(let elements):
            if let member = try scope.member(keyPath, member: collectionMember, of: elements) {
                return member
            }
            throw unsupported(of: "elements of \(elements.source.displayName)")
        case .value(let value):
            if let member = try member(of: value, in: scope) { return member }
            throw unsupported(of: value.displayName)
        case .range:
            throw SwiftDataError.unsupportedPredicate(
                "properties of a range are not supported; use contains"
            )
        }
    }

    /// Translates the key path to a member of a value, or returns `nil` if that is not possible.
    private func member(
        of value: QueryExpression,
        in scope: PredicateScope
    ) throws -> PredicateOperand? {
        if let elements = try scope.elements(.value(value), as: Root.Output.self),
            let member = try scope.member(keyPath, member: collectionMember, of: elements)
        {
            return member
        }
        if let field = try scope.field(keyPath, of: value) { return .value(field) }
        return try scope.member(keyPath, collectionMember: collectionMember, of: value)
            .map { .value($0) }
    }

    private func unsupported(of owner: String) -> SwiftDataError {
        .unsupportedPredicate(
            "\(owner): \(keyPath.displayName) is not supported in a predicate"
        )
    }
}

extension PredicateExpressions.KeyPath {
    /// The member that Foundation recognizes.
    private var collectionMember: CollectionMember? {
        switch kind {
        case .collectionCount: .count
        case .collectionIsEmpty: .isEmpty
        case .collectionFirst: .first
        case .bidirectionalCollectionLast: .last
        default: nil
        }
    }
}

extension PredicateScope {
    /// Returns the property at a key path of the model at the end of a path.
    func member<Model, Value>(
        _ keyPath: KeyPath<Model, Value>,
        of path: QueryPath
    ) throws -> PredicateOperand {
        guard let property = path.entity.property(at: keyPath) else {
            if let type = Model.self as? any PersistentModel.Type,
                PersistentIdentifierPaths.contain(keyPath, of: type)
            {
                return .value(.key(path))
            }
            throw SwiftDataError.unsupportedPredicate(
                "\(path.entity.name) has no persisted property of type \(Value.self) "
                    + "at \(keyPath.displayName); computed and transient properties are not stored"
            )
        }
        switch property.kind {
        case .attribute, .composite:
            guard property.policy.isStored else {
                throw SwiftDataError.unsupportedPredicate(
                    "\(path.entity.name).\(property.name) is transient and therefore not stored"
                )
            }
            if let composite = QueryComposite(property, of: path) { return .composite(composite) }
            let type = property.columns.first?.type ?? _ColumnType(.json)
            return .value(.attribute(path, index: property.index, type))
        case .toOne:
            guard let target = path.appending(property) else {
                throw missingDestination(of: property, at: path)
            }
            return .model(target)
        case .toMany:
            guard let destination = property.destination else {
                throw missingDestination(of: property, at: path)
            }
            let variable = variables.make(of: destination)
            return .models(
                QueryRelation(source: path, index: property.index, variable: variable, test: nil)
            )
        }
    }

    private func missingDestination(
        of property: PropertyDescription,
        at path: QueryPath
    ) -> SwiftDataError {
        SwiftDataError.unsupportedPredicate(
            "the destination of \(path.entity.name).\(property.name) is not in the schema"
        )
    }
}

/// The key paths to a model's persistent identifier.
enum PersistentIdentifierPaths {
    static func contain<M: PersistentModel>(_ keyPath: AnyKeyPath, of type: M.Type) -> Bool {
        let persistentModelID: KeyPath<M, PersistentIdentifier> = \M.persistentModelID
        let id: KeyPath<M, PersistentIdentifier> = \M.id
        return keyPath == persistentModelID || keyPath == id
    }
}

extension QueryRelation {
    /// The name of the relationship in error messages.
    var displayName: String { "\(source.entity.name).\(source.entity.properties[index].name)" }
}
