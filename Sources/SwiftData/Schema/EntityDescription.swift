// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The description of one entity of a container.
final class EntityDescription: @unchecked Sendable {
    // Unchecked, because relationships are connected once, before the schema is shared.

    let name: String
    /// The schema that owns the entity; code that outlives the container must retain it.
    ///
    /// Unsafe, because a strong reference would form a cycle and a weak one would slow down every
    /// access. `_ModelState` retains the schema, because models outlive their container.
    unowned(unsafe) var resolvedSchema: ResolvedSchema?
    /// The position of the entity in the schema.
    let index: Int
    let type: any PersistentModel.Type
    let schema: Schema.Entity
    /// The persisted properties, indexed in the order of the `@Model` expansion.
    private(set) var properties: [PropertyDescription]
    /// The indexes of the relationships in `properties`.
    let relationshipIndexes: [Int]
    /// Groups of property indexes that are unique in combination.
    let uniqueConstraints: [[Int]]
    /// Groups of property indexes that share a database index.
    let indices: [[Int]]
    /// The indexes of the relationships through which loaded models can form reference cycles.
    private(set) var cycleIndexes: [Int] = []
    /// The attributes whose large values are in external files.
    let externalProperties: PropertySet
    /// Whether some attribute type has no placeholder value.
    let mayLackPlaceholders: Bool
    private let indexByKeyPath: [AnyKeyPath: Int]

    init(_ schema: Schema.Entity, index: Int) throws {
        guard let type = schema.modelType else {
            throw SwiftDataError.unknownSchema("the entity \(schema.name) has no model type")
        }
        guard schema.storedProperties.map(\.name) == schema.propertyNames else {
            throw SwiftDataError.unknownSchema(
                "the properties of \(schema.name) do not match the stored properties of \(type)"
            )
        }
        self.name = schema.name
        self.index = index
        self.type = type
        self.schema = schema
        properties = try zip(schema.storedProperties, schema.accesses).enumerated().map {
            try PropertyDescription(index: $0, schema: $1.0, access: $1.1, of: schema.name)
        }
        relationshipIndexes = properties.indices.filter { [properties] in
            properties[$0].relationship != nil
        }
        externalProperties = PropertySet(
            properties.filter(\.policy.isExternal).map(\.index)
        )
        mayLackPlaceholders = properties.contains { !$0.hasPlaceholder }
        indexByKeyPath = Dictionary(
            properties.map { ($0.access.keyPath, $0.index) },
            uniquingKeysWith: { first, _ in first }
        )
        let names = Dictionary(
            properties.map { ($0.name, $0.index) },
            uniquingKeysWith: { first, _ in first }
        )
        func indexes(of names: [String: Int], in groups: [[String]]) throws -> [[Int]] {
            try groups.map { group in
                try group.map { name in
                    guard let index = names[name] else {
                        throw SwiftDataError.unknownSchema(
                            "\(schema.name): a constraint or index over "
                                + "\(group.joined(separator: " and ")) refers to \(name), "
                                + "which is not a persisted property"
                        )
                    }
                    return index
                }
            }
        }
        uniqueConstraints = try indexes(of: names, in: schema.uniquenessConstraints)
        indices = try indexes(of: names, in: schema.indices)
        let columns = [TableLayout.key] + properties.filter(\.policy.isStored).map(\.name)
        if let (first, second) = columns.caseInsensitiveDuplicates {
            throw SwiftDataError.unknownSchema(
                "\(schema.name): the properties \(first) and \(second) differ only in case; "
                    + "SQLite column names are not case sensitive"
            )
        }
    }

    /// Validates the constraints and indexes.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if a constraint or index includes a property
    ///   without a column in the entity's table.
    func checkConstraints() throws {
        for index in (uniqueConstraints + indices).joined() {
            let property = properties[index]
            let hasColumn =
                property.relationship == nil
                ? property.policy.isStored && !property.isComposite
                : !property.isToMany && property.ownsForeignKey(in: self)
            guard hasColumn else {
                throw SwiftDataError.unknownSchema(
                    "\(name).\(property.name) cannot be part of a constraint or index, "
                        + "because it does not have one column in the table of \(name)"
                )
            }
        }
    }

    func connect(in entities: [String: EntityDescription]) {
        for index in properties.indices {
            guard let relationship = properties[index].relationship,
                let destination = entities[relationship.destination]
            else { continue }
            properties[index].destination = destination
            properties[index].inverse = relationship.inverseName.flatMap { name in
                destination.properties.firstIndex { $0.name == name }
            }
        }
    }

    /// Determines the relationships that can be part of a reference cycle.
    ///
    /// To-many relationships always count as part of a cycle. To-one relationships, which remain
    /// readable without a context, count only if foreign keys alone form a cycle.
    func findReferenceCycles() {
        cycleIndexes = relationshipIndexes.filter { index in
            let property = properties[index]
            guard !property.isToMany, property.ownsForeignKey(in: self),
                let destination = property.destination
            else { return true }
            return destination.canReach(self)
        }
    }

    /// Returns whether a path of foreign keys leads from this entity to another.
    private func canReach(_ goal: EntityDescription) -> Bool {
        var seen: Set<Int> = []
        var queue = [self]
        while let entity = queue.popLast() {
            if entity === goal { return true }
            guard seen.insert(entity.index).inserted else { continue }
            queue += entity.properties.compactMap { property in
                guard !property.isToMany, property.ownsForeignKey(in: entity) else { return nil }
                return property.destination
            }
        }
        return false
    }

    /// Returns the property at a key path of the model type; nil for computed and transient
    /// properties.
    func property(at keyPath: AnyKeyPath) -> PropertyDescription? {
        indexByKeyPath[keyPath].map { properties[$0] }
    }

    /// Returns a closure that returns the value of a column for rows without one; nil if the column
    /// has no default value.
    func defaultValue(ofColumn name: String) -> (@Sendable () throws -> _ColumnValue)? {
        for property in properties {
            if property.name == name || property.columns.contains(where: { $0.name == name }) {
                return property.defaultValue(ofColumn: name)
            }
        }
        return nil
    }

    func property(named name: String) -> PropertyDescription? {
        properties.first { $0.name == name }
    }

    /// Whether each attribute of a model can be read, even if its row is gone.
    func isReadable(_ model: any PersistentModel) -> Bool {
        !mayLackPlaceholders || properties.allSatisfy { $0.access.isReadable(model) }
    }
}

extension EntityDescription: Equatable {
    /// Returns whether two references denote the same object.
    static func == (lhs: EntityDescription, rhs: EntityDescription) -> Bool { lhs === rhs }
}
