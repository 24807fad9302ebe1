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

/// Finds the persisted properties at the ends of key paths.
enum KeyPathTranslator {
    /// A property of the model at the end of a path of to-one relationships.
    struct Place {
        let path: QueryPath
        let property: PropertyDescription
        /// The names of the fields that lead from a composite attribute to a value.
        let fields: ArraySlice<String>

        /// The column of an attribute, or of a field of a composite attribute; nil for anything
        /// else.
        var column: QueryExpression? {
            guard property.policy.isStored else { return nil }
            if var composite = QueryComposite(property, of: path) {
                for field in fields {
                    switch composite.field(named: field) {
                    case .composite(let nested): composite = nested
                    case .value(let value) where field == fields.last: return value
                    default: return nil
                    }
                }
                return nil
            }
            guard fields.isEmpty, let type = property.columns.first?.type else { return nil }
            return .attribute(path, index: property.index, type)
        }

        /// The name of the property in error messages.
        var displayName: String {
            ([path.entity.name, property.name] + fields).joined(separator: ".")
        }
    }

    /// Returns the place to which a key path leads; nil if it includes properties that are not
    /// persisted.
    static func place<T: PersistentModel>(
        of keyPath: PartialKeyPath<T>,
        in entity: EntityDescription
    ) -> Place? {
        var path = QueryPath(QueryVariable(id: 0, entity: entity))
        if let property = entity.property(at: keyPath) {
            return Place(path: path, property: property, fields: [])
        }
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
            guard unwrappedType(found) == unwrappedType(wanted) else { return nil }
        }
        return Place(path: path, property: property, fields: fields)
    }

    /// Returns the reason why a key path through a relationship to a subclass has no place; nil for
    /// other key paths.
    ///
    /// A subclass and its superclass have different key paths to an inherited property, and only
    /// descriptions are available for the steps of a longer key path. An inherited property can
    /// therefore not be distinguished from a computed one that reads it.
    static func inheritanceObstacle<T: PersistentModel>(
        to keyPath: PartialKeyPath<T>,
        in entity: EntityDescription
    ) -> String? {
        var next: EntityDescription? = entity
        var relationship: PropertyDescription?
        for step in keyPath.steps {
            guard let property = next?.property(describedAs: step) else { break }
            relationship = property
            next = property.destination
        }
        guard let relationship, let target = relationship.relationship?.destination,
            relationship.destination?.isHierarchy == true,
            relationship.destination?.classes.first?.name != target
        else { return nil }
        return "\(entity.name): \(keyPath.displayName) leads through \(relationship.schemaName) to "
            + "a property that \(target) does not declare itself; only its own properties can be "
            + "found through a relationship. Copy the value to a property of \(entity.name), or sort "
            + "the fetched models"
    }

    /// Returns the indexes of the properties along a key path with several steps.
    private static func indexes<T: PersistentModel>(
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
func unwrappedType(_ type: any Any.Type) -> any Any.Type {
    (type as? any OptionalType.Type)?.wrappedType ?? type
}
