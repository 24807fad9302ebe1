// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Which properties of an older shape became which of a newer one.
///
/// Properties with the same original name belong together; else those with the same name.
struct SchemaMapping: Sendable {
    let old: SchemaSnapshot
    let new: SchemaSnapshot
    /// The entities of the newer shape, each with what it was.
    let entities: [Entity]

    struct Entity: Sendable {
        let new: SchemaSnapshot.Entity
        let old: SchemaSnapshot.Entity?
        /// The old attributes by the names they have now.
        let attributes: [String: SchemaSnapshot.Attribute]
        /// The old relationships by the names they have now.
        let relationships: [String: SchemaSnapshot.Relationship]
    }

    init(from old: SchemaSnapshot, to new: SchemaSnapshot) {
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
    func source(of relationship: SchemaSnapshot.Relationship, in entity: Entity) -> Source? {
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
        let relationship: SchemaSnapshot.Relationship
        /// The entity that has the relationship.
        let owner: String
        /// Whether it is the other end of the one that is sought.
        let isReversed: Bool
    }

    private static func match<P: SnapshotProperty>(_ new: [P], with old: [P]) -> [String: P] {
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
protocol SnapshotProperty {
    var name: String { get }
    var originalName: String { get }
}

extension SchemaSnapshot.Attribute: SnapshotProperty {}
extension SchemaSnapshot.Relationship: SnapshotProperty {}
