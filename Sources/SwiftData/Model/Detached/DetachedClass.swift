// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// A relationship of a model class, for models without a context.
struct DetachedRelationship: Sendable {
    /// The declaration of a relationship, which all classes that inherit it have in common.
    struct ID: Hashable, Sendable {
        /// The class that declares the relationship.
        let declaringClass: ObjectIdentifier
        /// The index of the property in that class.
        let index: Int

        init(_ declaringClass: any PersistentModel.Type, index: Int) {
            self.declaringClass = ObjectIdentifier(declaringClass)
            self.index = index
        }
    }

    let id: ID
    let relation: any RelationAccess
    let isToMany: Bool
    /// The class of the related models.
    let destination: ObjectIdentifier
    let inverse: ID?
}

/// The properties of a model class, for models without a context.
///
/// A context has the schema of its container instead. The inverses of the relationships are found
/// in the same way, from the class and all classes that its relationships lead to.
final class DetachedClass: Sendable {
    let type: any PersistentModel.Type
    /// The persisted properties that are not relationships, including inherited ones.
    let attributes: [any ValueAccess]
    /// The relationships, including inherited ones.
    let relationships: [DetachedRelationship]
    /// The class and its superclasses.
    private let lineage: Set<ObjectIdentifier>
    private let positions: [DetachedRelationship.ID: Int]

    private static let known = Mutex<[ObjectIdentifier: DetachedClass]>([:])

    /// Returns the description of a class, which is made once in the process.
    static func of(_ type: any PersistentModel.Type) -> DetachedClass {
        let id = ObjectIdentifier(type)
        if let known = known.withLock({ $0[id] }) { return known }
        // Without the lock, because it evaluates the default values of properties.
        let made = DetachedClass(type)
        return known.withLock { known in
            if let other = known[id] { return other }
            known[id] = made
            return made
        }
    }

    private init(_ type: any PersistentModel.Type) {
        self.type = type
        let entities = SchemaBuilder.entities(of: [type])
        let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        var attributes: [any ValueAccess] = []
        var relationships: [DetachedRelationship] = []
        var lineage: Set<ObjectIdentifier> = []
        for entity in entities.first?.lineage.reversed() ?? [] {
            guard let declaringClass = entity.modelType else { continue }
            lineage.insert(ObjectIdentifier(declaringClass))
            for (index, access) in entity.accesses.enumerated() {
                guard let relation = access.relation,
                    let destination = access.value.kind.destination
                else {
                    attributes.append(access.value)
                    continue
                }
                let description = entity.storedProperties[index] as? Schema.Relationship
                relationships.append(
                    DetachedRelationship(
                        id: DetachedRelationship.ID(declaringClass, index: index),
                        relation: relation,
                        isToMany: access.collection != nil,
                        destination: ObjectIdentifier(destination),
                        inverse: description?.inverse(in: byName)
                    )
                )
            }
        }
        self.attributes = attributes
        self.relationships = relationships
        self.lineage = lineage
        positions = Dictionary(
            uniqueKeysWithValues: relationships.enumerated().map { ($1.id, $0) }
        )
    }

    /// Returns the position of a relationship; nil if the class does not have it.
    func position(of id: DetachedRelationship.ID) -> Int? { positions[id] }

    /// Returns the position of the inverse of another class's relationship; nil if it has none, or
    /// one that models of this class cannot be in.
    func position(
        ofInverseOf relationship: DetachedRelationship,
        from owner: DetachedClass
    ) -> Int? {
        guard let inverse = relationship.inverse, let position = positions[inverse],
            owner.lineage.contains(relationships[position].destination)
        else { return nil }
        return position
    }

    /// Creates a model without values.
    func makeModel() -> any PersistentModel { type.makeEmpty() }
}

extension Schema.Entity {
    /// The entity and those that it inherits from.
    fileprivate var lineage: [Schema.Entity] {
        var lineage = [self]
        while let parent = lineage.last?.superentity { lineage.append(parent) }
        return lineage
    }
}

extension Schema.Relationship {
    /// Returns the inverse, which the destination declares or inherits.
    fileprivate func inverse(in entities: [String: Schema.Entity]) -> DetachedRelationship.ID? {
        guard let inverseName else { return nil }
        for entity in entities[destination]?.lineage ?? [] {
            guard let declaringClass = entity.modelType,
                let index = entity.storedProperties.firstIndex(where: {
                    $0.name == inverseName && $0.isRelationship
                })
            else { continue }
            return DetachedRelationship.ID(declaringClass, index: index)
        }
        return nil
    }
}
