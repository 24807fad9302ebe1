// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.KeyPath: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        switch try scope.operand(root) {
        case .constant(let constant):
            guard let root = constant as? Captured<Root.Output> else {
                throw SwiftDataError.unsupportedPredicate("a property of \(Root.Output.self)")
            }
            return .constant(Captured(value: root.value[keyPath: keyPath]))
        case .model(let path): return try scope.member(keyPath, of: path)
        case .models(let relation):
            switch collectionMember {
            case .count: return .value(.count(relation))
            case .isEmpty: return .value(.not(.exists(relation)))
            default:
                throw SwiftDataError.unsupportedPredicate(
                    "\(relation.words): only count and isEmpty of a to-many relationship are known"
                )
            }
        case .value(let value):
            if let member = try scope.member(keyPath, collectionMember, of: value) {
                return .value(member)
            }
            throw SwiftDataError.unsupportedPredicate(
                "\(value.words): a store doesn't know \(keyPath) of a \(Root.Output.self)"
            )
        case .range:
            throw SwiftDataError.unsupportedPredicate("a property of a range")
        }
    }
}

/// The members of collections that Foundation tells apart.
enum CollectionMember {
    case count, isEmpty, first, last
}

extension PredicateExpressions.KeyPath {
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
    /// A property of the model at the end of a path.
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
                "\(path.entity.name) has no stored property of the type \(Value.self) "
                    + "at \(keyPath): computed and transient properties aren't in the store"
            )
        }
        switch property.kind {
        case .attribute(let type):
            guard property.attribute?.isTransient != true else {
                throw SwiftDataError.unsupportedPredicate(
                    "\(path.entity.name).\(property.name) isn't in the store"
                )
            }
            return .value(.attribute(path, index: property.index, type))
        case .toOne:
            guard let target = path.appending(property) else { throw unknown(property, path) }
            return .model(target)
        case .toMany:
            guard let destination = property.destination else { throw unknown(property, path) }
            let variable = makeVariable(of: destination)
            return .models(
                QueryRelation(source: path, index: property.index, variable: variable, test: nil)
            )
        }
    }

    private func unknown(_ property: PropertyDescription, _ path: QueryPath) -> SwiftDataError {
        SwiftDataError.unsupportedPredicate(
            "\(path.entity.name).\(property.name) leads to a model that isn't in the schema"
        )
    }
}

/// The key paths by which a model gives its identifier.
enum PersistentIdentifierPaths {
    static func contain<M: PersistentModel>(_ keyPath: AnyKeyPath, of type: M.Type) -> Bool {
        let persistentModelID: KeyPath<M, PersistentIdentifier> = \M.persistentModelID
        let id: KeyPath<M, PersistentIdentifier> = \M.id
        return keyPath == persistentModelID || keyPath == id
    }
}

extension QueryRelation {
    /// The relationship as an error names it.
    var words: String { "\(source.entity.name).\(source.entity.properties[index].name)" }
}
