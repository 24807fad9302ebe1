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
        guard let (attribute, name) = try target(of: keyPath, entity: entity) else {
            throw SwiftDataError.unsupportedSortDescriptor(
                "\(entity.name): \(keyPath) is not a stored attribute that can be compared"
            )
        }
        let type = attribute.type
        let wrapped = unwrapped(Swift.type(of: keyPath).valueType)
        if wrapped is any _AttributeValue.Type { return attribute }
        guard type.kind != .json, let groups = try ComparableCases.groups(of: wrapped) else {
            throw SwiftDataError.unsupportedSortDescriptor(
                "\(name): values of type \(wrapped) cannot be sorted by a store"
            )
        }
        return .rank(attribute, among: groups)
    }

    private func target<T: PersistentModel>(
        of keyPath: PartialKeyPath<T>,
        entity: EntityDescription
    ) throws -> (value: QueryExpression, name: String)? {
        var path = QueryPath(QueryVariable(id: 0, entity: entity))
        if let property = entity.property(at: keyPath) { return column(of: property, path, []) }
        // Computed properties must not be called, because there is no model to call them on.
        guard keyPath.steps.count > 1, let indexes = indexes(of: keyPath, entity: entity),
            let last = indexes.last
        else { return nil }
        for index in indexes.dropLast() {
            guard path.entity.properties.indices.contains(index),
                let next = path.appending(path.entity.properties[index])
            else { return nil }
            path = next
        }
        guard path.entity.properties.indices.contains(last) else { return nil }
        let property = path.entity.properties[last]
        let fields = keyPath.steps.dropFirst(indexes.count)
        if fields.isEmpty {
            let found = Swift.type(of: property.access.keyPath).valueType
            let wanted = Swift.type(of: keyPath).valueType
            guard unwrapped(found) == unwrapped(wanted) else { return nil }
        }
        return column(of: property, path, fields)
    }

    /// Returns the column of an attribute, or of a field of a composite attribute.
    private func column(
        of property: PropertyDescription,
        _ path: QueryPath,
        _ fields: ArraySlice<String>
    ) -> (value: QueryExpression, name: String)? {
        guard property.policy.isStored, !property.policy.isOpaque else { return nil }
        if var composite = QueryComposite(property, of: path) {
            for field in fields {
                switch composite.field(named: field) {
                case .composite(let nested): composite = nested
                case .value(let value) where field == fields.last: return (value, value.displayName)
                default: return nil
                }
            }
            return nil
        }
        guard fields.isEmpty, let type = property.columns.first?.type else { return nil }
        let value = QueryExpression.attribute(path, index: property.index, type)
        return (value, value.displayName)
    }
}

extension SortTranslator {
    /// Returns the indexes of the properties along a key path with several steps.
    private func indexes<T: PersistentModel>(
        of keyPath: PartialKeyPath<T>,
        entity: EntityDescription
    ) -> [Int]? {
        let steps = keyPath.steps
        guard steps.first.flatMap(entity.property(describedAs:)) == nil else {
            var next: EntityDescription? = entity
            var indexes: [Int] = []
            for step in steps {
                guard let property = next?.property(describedAs: step) else { return nil }
                indexes.append(property.index)
                // The remaining steps are fields of the struct.
                if property.isComposite { break }
                next = property.destination
            }
            return indexes
        }
        // If the model type is in another library, its key path steps have a different form.
        let indexes = KeyPathTrace.indexes(of: keyPath, in: entity)
        // A computed property leaves a trace as well, but counts as one step for all properties it
        // reads. The fields of a struct leave none.
        return indexes.count <= steps.count ? indexes : nil
    }
}

/// Returns the wrapped type of an `Optional`; otherwise the type itself.
private func unwrapped(_ type: any Any.Type) -> any Any.Type {
    (type as? any OptionalType.Type)?.wrappedType ?? type
}
