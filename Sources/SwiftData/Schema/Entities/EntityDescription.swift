// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The description of one entity of a container: a model class with all of its subclasses.
final class EntityDescription: @unchecked Sendable {
    // Unchecked, because relationships are connected once, before the schema is shared.

    /// The name of the root class.
    let name: String
    /// The schema that owns the entity; code that outlives the container must retain it.
    ///
    /// Unowned, because a strong reference would form a cycle and a weak one would slow down every
    /// access. `ModelGroup` retains the schema, because models outlive their container.
    unowned var resolvedSchema: ResolvedSchema?
    /// The position of the entity in the schema.
    let index: Int
    /// The root class, then its subclasses, each after its superclass.
    let classes: [ModelClass]
    /// The persisted properties of each class, in the order of its `@Model` expansion; in a
    /// hierarchy followed by the name of the class.
    let properties: [PropertyDescription]
    /// The indexes of the relationships in `properties`.
    let relationshipIndexes: [Int]
    private let relationships: [PropertyDescription]
    /// Groups of property indexes that are unique in combination.
    private(set) var uniqueConstraints: [[Int]]
    /// Groups of property indexes that share a database index.
    let indices: [[Int]]
    /// The indexes of the relationships through which loaded models can form reference cycles.
    private(set) var cycleIndexes: [Int] = []
    /// The attributes that keep large values in external files.
    let externalProperties: PropertySet
    /// The properties that the history records: all that the store contains.
    let recordedProperties: PropertySet
    /// Whether some attribute type has no placeholder value.
    let mayLackPlaceholders: Bool
    private let indexByKeyPath: [AnyKeyPath: Int]
    private let classIndexes: [ObjectIdentifier: Int]

    /// Creates the description of a hierarchy.
    ///
    /// - Parameters:
    ///   - hierarchy: The entities of the classes, superclasses first.
    ///   - index: The position of the entity in the schema.
    /// - Throws: `SwiftDataError.unknownSchema` if an entity has no model type, or a constraint or
    ///   index refers to something that is not a persisted property.
    init(_ hierarchy: [Schema.Entity], index: Int) throws {
        var builder = HierarchyBuilder(isHierarchy: hierarchy.count > 1)
        for schema in hierarchy { try builder.add(schema) }
        name = hierarchy[0].name
        self.index = index
        classes = builder.classes
        classIndexes = Dictionary(
            uniqueKeysWithValues: classes.enumerated().map { (ObjectIdentifier($1.type), $0) }
        )
        var properties = builder.properties
        if builder.isHierarchy { properties.append(try .className(at: properties.count, of: name)) }
        self.properties = properties
        uniqueConstraints = builder.uniqueConstraints
        indices = builder.indices
        indexByKeyPath = builder.indexByKeyPath
        relationshipIndexes = properties.indices.filter { [properties] in
            properties[$0].relationship != nil
        }
        relationships = relationshipIndexes.map { [properties] in properties[$0] }
        externalProperties = PropertySet(
            properties.filter(\.policy.isExternal).map(\.index)
        )
        recordedProperties = PropertySet(
            properties.filter { $0.relationship != nil || $0.policy.isStored }.map(\.index)
        )
        mayLackPlaceholders = properties.contains { !$0.hasPlaceholder }
        let columns = properties.filter(\.policy.isStored).map(\.name)
        if let taken = columns.first(where: { $0.lowercased() == TableLayout.key }) {
            throw SwiftDataError.unknownSchema(
                "\(name): a property cannot have the name \(taken), which is that of a column "
                    + "of the store"
            )
        }
        if let (first, second) = columns.caseInsensitiveDuplicates {
            throw SwiftDataError.unknownSchema(
                "\(name): the properties \(first) and \(second) differ only in case; "
                    + "SQLite column names are not case sensitive"
            )
        }
    }

    // MARK: Classes

    /// The type of the root class.
    var type: any PersistentModel.Type { classes[0].type }
    /// Whether the root class has subclasses.
    var isHierarchy: Bool { classes.count > 1 }

    /// Returns the position of a type among the classes; nil if the entity does not include it.
    func classIndex(of type: any PersistentModel.Type) -> Int? {
        isHierarchy ? classIndexes[ObjectIdentifier(type)] : 0
    }

    /// Returns the name of a model's class; nil for the root class.
    func subclass(of model: any PersistentModel) -> String? {
        guard isHierarchy, let index = classIndex(of: Swift.type(of: model)), index != 0 else {
            return nil
        }
        return classes[index].name
    }

    /// Returns the index of the first property that a class itself declares.
    func firstProperty(of type: any PersistentModel.Type) -> Int {
        guard isHierarchy, let index = classIndexes[ObjectIdentifier(type)] else { return 0 }
        return classes[index].declaredProperties.lowerBound
    }

    /// Returns the names of a class and of its subclasses; nil if these are all classes of the
    /// entity.
    func classNames(of type: any PersistentModel.Type) -> [String]? {
        guard isHierarchy, let index = classIndex(of: type), index != 0 else { return nil }
        var included: Set<Int> = [index]
        for (position, candidate) in classes.enumerated() {
            if let superclass = candidate.superclass, included.contains(superclass) {
                included.insert(position)
            }
        }
        return included.sorted().map { classes[$0].name }
    }

    /// Returns whether a class declares or inherits a property.
    func includes(_ property: PropertyDescription, in type: any PersistentModel.Type) -> Bool {
        guard isHierarchy, let index = classIndex(of: type) else { return true }
        return classes[index].properties.contains(property.index)
    }

    /// Returns the properties of a model's class.
    func properties(of model: any PersistentModel) -> [PropertyDescription] {
        guard isHierarchy, let index = classIndex(of: Swift.type(of: model)) else {
            return properties
        }
        return properties.filter { classes[index].properties.contains($0.index) }
    }

    /// Returns the relationships of a model's class.
    func relationships(of model: any PersistentModel) -> [PropertyDescription] {
        guard isHierarchy, let index = classIndex(of: Swift.type(of: model)) else {
            return relationships
        }
        return relationships.filter { classes[index].properties.contains($0.index) }
    }

    // MARK: Properties

    /// Validates the constraints and indexes, and removes the unique constraints that the kind of
    /// a relationship implies.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if a constraint or index includes a property
    ///   without a column in the entity's table.
    func checkConstraints() throws {
        uniqueConstraints.removeAll { $0.count == 1 && isAlwaysUnique(properties[$0[0]]) }
        for index in (uniqueConstraints + indices).joined() {
            let property = properties[index]
            guard !property.policy.isEncrypted else {
                throw SwiftDataError.unknownSchema(
                    "\(name).\(property.name) cannot be unique or part of an index, because it is "
                        + "encrypted; remove one of the options"
                )
            }
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

    /// Returns whether no two models can have a target of the relationship in common, because each
    /// target refers to at most one model.
    private func isAlwaysUnique(_ property: PropertyDescription) -> Bool {
        guard let inverse = property.inverseProperty, !inverse.isToMany else { return false }
        return property.isToMany || !property.ownsForeignKey(in: self)
    }

    /// Connects the relationships with their destinations and inverses.
    ///
    /// `entities` are the entities by the names of their classes.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if the inverse of a relationship holds models of
    ///   another class of the hierarchy.
    func connect(in entities: [String: EntityDescription]) throws {
        for index in properties.indices {
            guard let relationship = properties[index].relationship,
                let destination = entities[relationship.destination]
            else { continue }
            properties[index].destination = destination
            properties[index].inverse = relationship.inverseName.flatMap { name in
                destination.index(ofProperty: name, inClass: relationship.destination)
            }
            try checkInverse(of: properties[index], destination: relationship.destination)
        }
    }

    /// Checks that each relationship is the inverse of its own inverse.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if two relationships name the same inverse.
    func checkInverses() throws {
        for property in properties {
            guard let inverse = property.inverseProperty, let entity = property.destination,
                let other = inverse.inverseProperty, let owner = inverse.destination,
                owner !== self || inverse.inverse != property.index
            else { continue }
            throw SwiftDataError.unknownSchema(
                "\(name).\(property.schemaName) and \(owner.name).\(other.schemaName) have the same "
                    + "inverse, \(entity.name).\(inverse.schemaName); declare an inverse for each"
            )
        }
    }

    /// Checks that both ends of a relationship hold models of the class that declares the other.
    private func checkInverse(of property: PropertyDescription, destination: String) throws {
        guard let inverse = property.inverseProperty, let entity = property.destination,
            isHierarchy || entity.isHierarchy
        else { return }
        let declaring = inverse.subclass ?? entity.name
        let own = property.subclass ?? name
        guard declaring != destination || inverse.relationship?.destination != own else { return }
        throw SwiftDataError.unknownSchema(
            "\(own).\(property.schemaName) and \(declaring).\(inverse.schemaName) cannot be "
                + "inverses, because one of them also holds models of another class; declare the "
                + "relationship in the class to which the other end refers"
        )
    }

    /// Returns the index of a property that a class declares or inherits.
    private func index(ofProperty name: String, inClass className: String) -> Int? {
        var position = classes.firstIndex { $0.name == className }
        while let current = position {
            let own = classes[current].declaredProperties
            if let index = own.first(where: { properties[$0].schemaName == name }) { return index }
            position = classes[current].superclass
        }
        return nil
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

    /// Returns the property at a key path of a class of the entity; nil for computed and transient
    /// properties.
    func property(at keyPath: AnyKeyPath) -> PropertyDescription? {
        indexByKeyPath[keyPath].map { properties[$0] }
    }

    /// Returns the property at a key path, of which only the description is known.
    func property(describedAs step: String) -> PropertyDescription? {
        indexByKeyPath.first { $0.key.steps == [step] }.map { properties[$0.value] }
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

extension EntityDescription {
    /// Creates a model of the root class without values and context.
    func makeModel() -> any PersistentModel { type.makeEmpty() }
}
