// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Translates sort descriptors into sort keys over the entities of a schema.
struct SortTranslator {
    /// Translates sort descriptors; descriptors are never dropped.
    ///
    /// - Throws: `SwiftDataError.unsupportedSortDescriptor` if a store cannot sort by a descriptor.
    func translate<T: PersistentModel>(
        _ sort: [SortDescriptor<T>],
        entity: EntityDescription
    ) throws -> [QueryOrder] {
        try sort.map { try order($0, entity: entity) }
    }

    private func order<T: PersistentModel>(
        _ descriptor: SortDescriptor<T>,
        entity: EntityDescription
    ) throws -> QueryOrder {
        guard let keyPath = descriptor.keyPath else {
            throw SwiftDataError.unsupportedSortDescriptor(
                "a sort descriptor of \(entity.name) has no key path"
            )
        }
        let expression = try expression(keyPath, entity: entity)
        return QueryOrder(
            expression: expression,
            isReverse: descriptor.order == .reverse,
            textRule: descriptor.stringComparator == nil ? .localizedStandard : .lexical
        )
    }

    /// Translates the key path of a sort descriptor.
    func expression<T: PersistentModel>(
        _ keyPath: PartialKeyPath<T>,
        entity: EntityDescription
    ) throws -> QueryExpression {
        if PersistentIdentifierPaths.contain(keyPath, of: T.self),
            entity.property(at: keyPath) == nil
        {
            return .key(QueryPath(QueryVariable(id: 0, entity: entity)))
        }
        guard let place = KeyPathTranslator.place(of: keyPath, in: entity),
            !place.property.policy.isOpaque, let attribute = place.column
        else {
            throw SwiftDataError.unsupportedSortDescriptor(
                KeyPathTranslator.inheritanceObstacle(to: keyPath, in: entity)
                    ?? "\(entity.name): \(keyPath.displayName) is not a stored attribute that can be "
                    + "compared"
            )
        }
        let type = attribute.type
        let wrapped = unwrappedType(Swift.type(of: keyPath).valueType)
        if wrapped is any _AttributeValue.Type { return attribute }
        guard type.kind != .json, let groups = try ComparableCases.groups(of: wrapped) else {
            throw SwiftDataError.unsupportedSortDescriptor(
                "\(attribute.displayName): values of type \(wrapped) cannot be sorted by a store"
            )
        }
        return .rank(attribute, among: groups)
    }
}
