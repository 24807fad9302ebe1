// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The entities of one container with everything looked up that fetching and saving need.
///
/// Belongs to a container, never to the process: two containers with different versions of a model
/// live side by side.
final class ResolvedSchema: Sendable {
    let entities: [EntityDescription]
    /// The label of the schema.
    let version: Schema.Version
    private let entitiesByName: [String: EntityDescription]
    private let entitiesByType: [ObjectIdentifier: EntityDescription]

    /// - Throws: `SwiftDataError.unknownSchema` when an entity has no model type, or two types share
    ///   an entity name.
    init(_ schema: Schema) throws {
        version = schema.version
        entities = try schema.entities.enumerated().map { try EntityDescription($1, index: $0) }
        var byName: [String: EntityDescription] = [:]
        for entity in entities {
            guard byName.updateValue(entity, forKey: entity.name) == nil else {
                throw SwiftDataError.unknownSchema("two model types are named \(entity.name)")
            }
        }
        if let (first, second) = entities.map(\.name).equalButForCase {
            throw SwiftDataError.unknownSchema(
                "the models \(first) and \(second) differ only in case, which tables can't"
            )
        }
        entitiesByName = byName
        entitiesByType = Dictionary(
            uniqueKeysWithValues: entities.map { (ObjectIdentifier($0.type), $0) }
        )
        for entity in entities { entity.connect(in: byName) }
        for entity in entities { entity.findRings() }
        for entity in entities { try entity.checkConstraints() }
        for entity in entities { entity.graph = self }
    }

    func entity(named name: String) -> EntityDescription? { entitiesByName[name] }

    /// - Throws: `SwiftDataError.unknownSchema` when the container doesn't know the type.
    func entity(for type: any PersistentModel.Type) throws -> EntityDescription {
        guard let entity = entitiesByType[ObjectIdentifier(type)] else {
            throw SwiftDataError.unknownSchema("\(type) isn't in the container's schema")
        }
        return entity
    }
}

/// One entity of a container.
final class EntityDescription: @unchecked Sendable {
    // Unchecked, because relationships are connected once, while the graph is made.

    let name: String
    /// The graph the entity belongs to, held by whoever holds an entity for longer than its container.
    ///
    /// The entities refer to each other without holding each other: that would be a ring that nobody
    /// frees, and a weak reference makes every use of what it refers to slower.
    fileprivate(set) unowned(unsafe) var graph: ResolvedSchema?
    /// The position in the graph.
    let index: Int
    let type: any PersistentModel.Type
    let schema: Schema.Entity
    /// The persisted properties by index, as `@Model` numbers them.
    private(set) var properties: [PropertyDescription]
    /// The positions of the relationships among the properties.
    let relationshipIndexes: [Int]
    /// Groups of property indexes that are unique together.
    let uniqueConstraints: [[Int]]
    /// Groups of property indexes that are indexed together.
    let indices: [[Int]]
    /// The relationships through which loaded models can refer to each other in a ring.
    private(set) var ringIndexes: [Int] = []
    /// Whether there are attributes of a type that may have no value to stand in for one that can't be
    /// had.
    let mayLackPlaceholders: Bool
    private let indexByKeyPath: [AnyKeyPath: Int]

    init(_ schema: Schema.Entity, index: Int) throws {
        guard let type = schema.modelType else {
            throw SwiftDataError.unknownSchema("the entity \(schema.name) has no model type")
        }
        guard schema.storedProperties.map(\.name) == schema.propertyNames else {
            throw SwiftDataError.unknownSchema(
                "the properties of \(schema.name) were changed; a container stores what \(type) has"
            )
        }
        self.name = schema.name
        self.index = index
        self.type = type
        self.schema = schema
        properties = zip(schema.storedProperties, schema.accesses).enumerated().map {
            PropertyDescription(index: $0, schema: $1.0, access: $1.1)
        }
        relationshipIndexes = properties.indices.filter { [properties] in
            properties[$0].relationship != nil
        }
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
                            "\(schema.name): the constraint or index over "
                                + "\(group.joined(separator: " and ")) names \(name), "
                                + "which isn't a persisted property"
                        )
                    }
                    return index
                }
            }
        }
        uniqueConstraints = try indexes(of: names, in: schema.uniquenessConstraints)
        indices = try indexes(of: names, in: schema.indices)
        let columns = [TableLayout.key] + properties.filter { !$0.isTransient }.map(\.name)
        if let (first, second) = columns.equalButForCase {
            throw SwiftDataError.unknownSchema(
                "\(schema.name): the properties \(first) and \(second) differ only in case, "
                    + "which columns can't"
            )
        }
    }

    /// - Throws: `SwiftDataError.unknownSchema` when a constraint or index is over a property that has
    ///   no column in the entity's table.
    fileprivate func checkConstraints() throws {
        for index in (uniqueConstraints + indices).joined() {
            let property = properties[index]
            let hasColumn =
                property.relationship == nil
                ? !property.isTransient : !property.isToMany && property.ownsForeignKey(in: self)
            guard hasColumn else {
                throw SwiftDataError.unknownSchema(
                    "\(name).\(property.name) can't be part of a constraint or index: "
                        + "it isn't stored with the \(name)"
                )
            }
        }
    }

    fileprivate func connect(in entities: [String: EntityDescription]) {
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

    /// A to-many relationship is always taken for part of a ring, so that to-one references, which read
    /// well without a context, are part of one only where foreign keys alone form it.
    fileprivate func findRings() {
        ringIndexes = relationshipIndexes.filter { index in
            let property = properties[index]
            guard !property.isToMany, property.ownsForeignKey(in: self),
                let destination = property.destination
            else { return true }
            return destination.canReach(self)
        }
    }

    /// Whether foreign keys lead from this entity to another.
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

    /// The property at a key path of the model type; nil for computed and transient ones.
    func property(at keyPath: AnyKeyPath) -> PropertyDescription? {
        indexByKeyPath[keyPath].map { properties[$0] }
    }

    func property(named name: String) -> PropertyDescription? {
        properties.first { $0.name == name }
    }
}

extension EntityDescription: Equatable {
    /// Whether both are the same object.
    static func == (lhs: EntityDescription, rhs: EntityDescription) -> Bool { lhs === rhs }
}

/// One persisted property of an entity of a container.
///
/// An object, because every step of a save looks at some: copying one would mean counting references
/// to all that it has.
final class PropertyDescription: @unchecked Sendable {
    // Unchecked, because relationships are connected once, while the graph is made.

    let index: Int
    let name: String
    let originalName: String
    let access: _PropertyAccess
    let attribute: Schema.Attribute?
    let relationship: Schema.Relationship?
    let isToMany: Bool
    /// The entity at the other end of a relationship; valid as long as the graph.
    fileprivate(set) unowned(unsafe) var destination: EntityDescription?
    /// The index of the property at the other end of a relationship, in `destination`.
    fileprivate(set) var inverse: Int?

    init(index: Int, schema: any SchemaProperty, access: _PropertyAccess) {
        self.index = index
        self.name = schema.name
        self.originalName = schema.originalName
        self.access = access
        self.attribute = schema as? Schema.Attribute
        self.relationship = schema as? Schema.Relationship
        self.isToMany = self.relationship?.isToMany ?? false
    }

    var kind: _PropertyKind { access.kind }
    /// Whether no row has the value.
    var isTransient: Bool { attribute?.isTransient == true }
    fileprivate var hasPlaceholder: Bool {
        guard relationship == nil, access.makeDefaultColumnValue == nil else { return true }
        let type = Swift.type(of: access.keyPath).valueType
        return type is any OptionalType.Type || type is any _AttributeValue.Type
            || type is any ExpressibleByArrayLiteral.Type
            || type is any ExpressibleByDictionaryLiteral.Type || Placeholder.isPlainEnum(type)
    }
    /// The property at the other end of a relationship.
    var inverseProperty: PropertyDescription? {
        guard let destination, let inverse else { return nil }
        return destination.properties[inverse]
    }
}

extension [String] {
    /// Two names that SQL takes for one.
    fileprivate var equalButForCase: (String, String)? {
        var seen: [String: String] = [:]
        for name in self {
            if let first = seen.updateValue(name, forKey: name.lowercased()) {
                return (first, name)
            }
        }
        return nil
    }
}
