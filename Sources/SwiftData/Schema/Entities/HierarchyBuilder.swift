// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Joins the properties, constraints and indexes of the classes of an entity.
///
/// The name of a subclass property includes its class, because other subclasses may have properties
/// with the same name.
struct HierarchyBuilder {
    let isHierarchy: Bool
    private(set) var classes: [ModelClass] = []
    private(set) var properties: [PropertyDescription] = []
    private(set) var uniqueConstraints: [[Int]] = []
    private(set) var indices: [[Int]] = []
    private(set) var indexByKeyPath: [AnyKeyPath: Int] = [:]

    init(isHierarchy: Bool) { self.isHierarchy = isHierarchy }

    /// Adds a class; its superclass must have been added before.
    mutating func add(_ schema: Schema.Entity) throws {
        let superclass = classes.firstIndex { $0.name == schema.superentityName }
        let added = try ModelClass(
            schema,
            after: properties.count,
            of: superclass.map { ($0, classes[$0]) }
        )
        classes.append(added)
        for (property, access) in zip(schema.storedProperties, schema.accesses) {
            indexByKeyPath[access.value.keyPath] = properties.count
            properties.append(
                try PropertyDescription(
                    index: properties.count,
                    schema: property,
                    access: access,
                    of: schema.name,
                    subclass: superclass == nil ? nil : schema.name
                )
            )
        }
        let own = added.declaredProperties
        try addInheritedKeyPaths(of: added)
        let names = names(in: added)
        for group in schema.uniquenessConstraints {
            let constraint = try indexes(of: group, in: names, schema: schema)
            guard superclass == nil || constraint.contains(where: own.contains) else {
                throw SwiftDataError.unknownSchema(
                    "\(schema.name): a unique constraint over \(group.joined(separator: " and ")) "
                        + "must be declared by the class that declares these properties, because "
                        + "it applies to all models of \(classes[0].name)"
                )
            }
            uniqueConstraints.append(constraint)
        }
        indices += try schema.indices.map { try indexes(of: $0, in: names, schema: schema) }
    }

    /// Adds the key paths of a class to the properties that it inherits.
    private mutating func addInheritedKeyPaths(of added: ModelClass) throws {
        let inherited = chain(to: added).dropLast().flatMap(\.declaredProperties)
        for (index, keyPath) in zip(inherited, added.type._$inheritedKeyPaths) {
            indexByKeyPath[keyPath] = index
        }
    }

    /// Returns the classes from the root to a class.
    private func chain(to last: ModelClass) -> [ModelClass] {
        var chain = [last]
        while let superclass = chain[0].superclass { chain.insert(classes[superclass], at: 0) }
        return chain
    }

    /// Returns the indexes of the declared and inherited properties of a class by name.
    private func names(in added: ModelClass) -> [String: Int] {
        var names: [String: Int] = [:]
        for index in chain(to: added).flatMap(\.declaredProperties) {
            names[properties[index].schemaName] = index
        }
        return names
    }

    private func indexes(
        of group: [String],
        in names: [String: Int],
        schema: Schema.Entity
    ) throws -> [Int] {
        try group.map { name in
            guard let index = names[name] else {
                let reason =
                    name.contains(".")
                    ? "a part of an attribute; declare an attribute with its value instead"
                    : "which is not a persisted property"
                throw SwiftDataError.unknownSchema(
                    "\(schema.name): a constraint or index over "
                        + "\(group.joined(separator: " and ")) refers to \(name), \(reason)"
                )
            }
            return index
        }
    }
}
