// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Turns sort descriptors into an order over a container's entities.
struct SortTranslator {
    /// - Throws: `SwiftDataError.unsupportedSortDescriptor` for an order that a store can't keep; none is
    ///   ever dropped.
    func translate<T: PersistentModel>(
        _ sort: [SortDescriptor<T>],
        entity: ModelEntity
    ) throws -> [QueryOrder] {
        try sort.map { try order($0, entity: entity) }
    }

    private func order<T: PersistentModel>(
        _ descriptor: SortDescriptor<T>,
        entity: ModelEntity
    ) throws -> QueryOrder {
        guard let keyPath = descriptor.keyPath else {
            throw SwiftDataError.unsupportedSortDescriptor("\(entity.name): no key path")
        }
        let expression = try expression(keyPath, entity: entity)
        return QueryOrder(
            expression: expression,
            isReverse: descriptor.order == .reverse,
            textRule: descriptor.stringComparator == nil ? .localizedStandard : .lexical
        )
    }

    private func expression<T: PersistentModel>(
        _ keyPath: PartialKeyPath<T>,
        entity: ModelEntity
    ) throws -> QueryExpression {
        if PersistentIdentifierPaths.contain(keyPath, of: T.self),
            entity.property(at: keyPath) == nil
        {
            return .key(QueryPath(QueryVariable(id: 0, entity: entity)))
        }
        guard let (path, property) = try target(of: keyPath, entity: entity),
            case .attribute(let type) = property.kind, property.attribute?.isTransient != true
        else {
            throw SwiftDataError.unsupportedSortDescriptor(
                "\(entity.name): \(keyPath) leads to no stored attribute"
            )
        }
        let name = "\(path.entity.name).\(property.name)"
        let valueType = Swift.type(of: property.access.keyPath).valueType
        let wrapped = unwrapped(valueType)
        let attribute = QueryExpression.attribute(path, index: property.index, type)
        if wrapped is any _AttributeValue.Type { return attribute }
        guard type.kind != .json, let groups = try ComparableCases.groups(of: wrapped) else {
            throw SwiftDataError.unsupportedSortDescriptor(
                "\(name): only \(wrapped) itself knows its order"
            )
        }
        return .rank(attribute, among: groups)
    }

    private func target<T: PersistentModel>(
        of keyPath: PartialKeyPath<T>,
        entity: ModelEntity
    ) throws -> (QueryPath, ModelProperty)? {
        var path = QueryPath(QueryVariable(id: 0, entity: entity))
        if let property = entity.property(at: keyPath) { return (path, property) }
        let indexes = KeyPathTrace.indexes(of: keyPath)
        // A computed property leaves a trace too, but is one step for all the properties it reads.
        guard indexes.count > 1, keyPath.stepCount == indexes.count, let last = indexes.last else {
            return nil
        }
        for index in indexes.dropLast() {
            guard path.entity.properties.indices.contains(index),
                let next = path.appending(path.entity.properties[index])
            else { return nil }
            path = next
        }
        guard path.entity.properties.indices.contains(last) else { return nil }
        let property = path.entity.properties[last]
        let found = Swift.type(of: property.access.keyPath).valueType
        let wanted = Swift.type(of: keyPath).valueType
        guard unwrapped(found) == unwrapped(wanted) else { return nil }
        return (path, property)
    }
}

/// The type inside of an `Optional`, or the type itself.
private func unwrapped(_ type: any Any.Type) -> any Any.Type {
    (type as? any OptionalType.Type)?.wrappedType ?? type
}

extension AnyKeyPath {
    /// How many properties the key path names, told by its description: nothing else shows it.
    fileprivate var stepCount: Int {
        var depth = 0
        var count = 0
        for character in String(describing: self) {
            switch character {
            case "<", "(": depth += 1
            case ">", ")": depth -= 1
            case "." where depth == 0: count += 1
            default: break
            }
        }
        return count
    }
}
