// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Which properties of an older shape became which of a newer one.
///
/// Properties with the same original name belong together; else those with the same name.
struct ShapeMapping: Sendable {
    let old: StoreShape
    let new: StoreShape
    /// The entities of the newer shape, each with what it was.
    let entities: [Entity]

    struct Entity: Sendable {
        let new: StoreShape.Entity
        let old: StoreShape.Entity?
        /// The old attributes by the names they have now.
        let attributes: [String: StoreShape.Attribute]
        /// The old relationships by the names they have now.
        let relationships: [String: StoreShape.Relationship]
    }

    init(from old: StoreShape, to new: StoreShape) {
        self.old = old
        self.new = new
        entities = new.entities.map { entity in
            let earlier = old.entity(named: entity.name)
            return Entity(
                new: entity,
                old: earlier,
                attributes: Self.match(entity.attributes, with: earlier?.attributes ?? []),
                relationships: Self.match(entity.relationships, with: earlier?.relationships ?? [])
            )
        }
    }

    func entity(named name: String) -> Entity? { entities.first { $0.new.name == name } }

    /// The old form of a relationship, or of its inverse when only that existed.
    func source(of relationship: StoreShape.Relationship, in entity: Entity) -> Source? {
        if let old = entity.relationships[relationship.name], let owner = entity.old {
            return Source(relationship: old, owner: owner.name, isReversed: false)
        }
        guard let name = relationship.inverse,
            let other = self.entity(named: relationship.destination),
            let owner = other.old, let old = other.relationships[name],
            old.destination == entity.new.name
        else { return nil }
        return Source(relationship: old, owner: owner.name, isReversed: true)
    }

    /// Where the pairs of a relationship come from.
    struct Source: Sendable {
        let relationship: StoreShape.Relationship
        /// The entity that has the relationship.
        let owner: String
        /// Whether it is the other end of the one that is sought.
        let isReversed: Bool
    }

    private static func match<P: ShapeProperty>(_ new: [P], with old: [P]) -> [String: P] {
        var unused = old
        var matches: [String: P] = [:]
        func take(_ property: P, where isMatch: (P) -> Bool) {
            guard matches[property.name] == nil else { return }
            let candidates = unused.indices.filter { isMatch(unused[$0]) }
            let sameName = candidates.first { unused[$0].name == property.name }
            guard let position = sameName ?? candidates.first else { return }
            matches[property.name] = unused.remove(at: position)
        }
        // A property that was renamed knows better what it was than one that happens to have the name.
        let renamedFirst =
            new.filter { $0.name != $0.originalName }
            + new.filter { $0.name == $0.originalName }
        for property in renamedFirst {
            take(property) { $0.originalName == property.originalName }
        }
        for property in renamedFirst { take(property) { $0.name == property.originalName } }
        for property in renamedFirst { take(property) { $0.name == property.name } }
        return matches
    }
}

/// A property of a shape that may have had another name.
protocol ShapeProperty {
    var name: String { get }
    var originalName: String { get }
}

extension StoreShape.Attribute: ShapeProperty {}
extension StoreShape.Relationship: ShapeProperty {}
