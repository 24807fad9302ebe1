// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The properties of a new schema snapshot, matched with the properties of an old one.
///
/// Properties match by original name first, then by name.
struct SchemaMapping: Sendable {
    let old: SchemaSnapshot
    let new: SchemaSnapshot
    /// The entities of the new snapshot, each with its old counterpart.
    let entities: [Entity]

    struct Entity: Sendable {
        let new: SchemaSnapshot.Entity
        let old: SchemaSnapshot.Entity?
        /// The old attributes, keyed by new name.
        let attributes: [String: SchemaSnapshot.Attribute]
        /// The old relationships, keyed by new name.
        let relationships: [String: SchemaSnapshot.Relationship]
        /// The old JSON attributes that fill the columns of a composite attribute, keyed by the new
        /// name.
        let jsonSources: [String: SchemaSnapshot.Attribute]
        /// The old columns of composite attributes that became JSON, keyed by new name.
        let compositeSources: [String: [SchemaSnapshot.Attribute]]

        /// Whether a class has another superclass than before.
        var hasMovedClasses: Bool {
            guard let before = old?.subclasses, let after = new.subclasses else { return false }
            return after.contains { subclass in
                before.contains { $0.name == subclass.name && $0 != subclass }
            }
        }

        /// Returns whether some rows of the class that declares a property had no value of the old
        /// property, because they were of another class.
        func isMissingInSomeRows(_ new: some SnapshotProperty, old: some SnapshotProperty) -> Bool {
            guard let subclass = old.subclass, let before = self.old else { return false }
            let classes = Set(self.new.classNames(in: new.subclass ?? self.new.name))
            return !classes.intersection(before.classNames)
                .isSubset(of: before.classNames(in: subclass))
        }
    }

    init(from old: SchemaSnapshot, to new: SchemaSnapshot) {
        self.old = old
        self.new = new
        entities = new.entities.map { entity in
            let earlier = old.entity(named: entity.name)
            let old = earlier?.attributes ?? []
            let jsonSources = Self.jsonSources(of: entity.attributes, in: old)
            let compositeSources = Self.compositeSources(of: entity.attributes, in: old)
            let converted = Set(
                jsonSources.values.map(\.name)
                    + compositeSources.values.joined().map(\.name)
            )
            return Entity(
                new: entity,
                old: earlier,
                attributes: Self.match(
                    entity.attributes.filter {
                        $0.composite.flatMap { jsonSources[$0] } == nil
                            && compositeSources[$0.name] == nil
                    },
                    of: entity,
                    with: old.filter { !converted.contains($0.name) },
                    of: earlier
                ),
                relationships: Self.match(
                    entity.relationships,
                    of: entity,
                    with: earlier?.relationships ?? [],
                    of: earlier
                ),
                jsonSources: jsonSources,
                compositeSources: compositeSources
            )
        }
    }

    func entity(named name: String) -> Entity? { entities.first { $0.new.name == name } }

    /// Returns the names of the subclasses of an old entity that the new one lacks; none if the
    /// entity itself is removed.
    func removedSubclasses(of entity: SchemaSnapshot.Entity) -> [String] {
        guard let subclasses = entity.subclasses, let new = new.entity(named: entity.name) else {
            return []
        }
        return subclasses.map(\.name).filter { !new.classNames.contains($0) }
    }

    /// Returns the old form of a relationship, or of its inverse if only the inverse existed.
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

    /// The old relationship from which the references of a new relationship are copied.
    struct Source: Sendable {
        let relationship: SchemaSnapshot.Relationship
        /// The name of the entity that owns the old relationship.
        let owner: String
        /// Whether the old relationship is the inverse of the new relationship.
        let isReversed: Bool
    }

    /// Returns the old JSON attributes that became composites, keyed by new name.
    private static func jsonSources(
        of new: [SchemaSnapshot.Attribute],
        in old: [SchemaSnapshot.Attribute]
    ) -> [String: SchemaSnapshot.Attribute] {
        var sources: [String: SchemaSnapshot.Attribute] = [:]
        for column in new {
            guard let composite = column.composite, sources[composite] == nil else { continue }
            let suffix = column.name.count - composite.count
            let names = [String(column.originalName.dropLast(suffix)), composite]
            sources[composite] =
                names.lazy.compactMap { name in
                    old.first { $0.name == name && $0.type == _ColumnType.Kind.json.rawValue }
                }.first
        }
        return sources
    }

    /// Returns the old columns of composite attributes that became JSON, keyed by new name.
    private static func compositeSources(
        of new: [SchemaSnapshot.Attribute],
        in old: [SchemaSnapshot.Attribute]
    ) -> [String: [SchemaSnapshot.Attribute]] {
        var sources: [String: [SchemaSnapshot.Attribute]] = [:]
        for attribute in new
        where attribute.composite == nil && attribute.type == _ColumnType.Kind.json.rawValue {
            for name in [attribute.originalName, attribute.name] {
                let columns = old.filter { $0.composite == name }
                guard !columns.isEmpty else { continue }
                sources[attribute.name] = columns
                break
            }
        }
        return sources
    }

    private static func match<P: SnapshotProperty>(
        _ new: [P],
        of entity: SchemaSnapshot.Entity,
        with old: [P],
        of earlier: SchemaSnapshot.Entity?
    ) -> [String: P] {
        var unused = old
        var matches: [String: P] = [:]
        func take(_ property: P, where isMatch: (P) -> Bool) {
            guard matches[property.name] == nil else { return }
            let candidates = unused.indices.filter { isMatch(unused[$0]) }
            let sameName = candidates.first { unused[$0].name == property.name }
            guard let position = sameName ?? candidates.first else { return }
            matches[property.name] = unused.remove(at: position)
        }
        // A renamed property takes precedence over a property that happens to have the same name.
        let renamedFirst =
            new.filter { $0.name != $0.originalName }
            + new.filter { $0.name == $0.originalName }
        for property in renamedFirst {
            take(property) { $0.originalName == property.originalName }
        }
        for property in renamedFirst { take(property) { $0.name == property.originalName } }
        for property in renamedFirst { take(property) { $0.name == property.name } }
        // A property that moved to a superclass or subclass.
        for property in renamedFirst {
            take(property) { candidate in
                guard candidate.schemaName == property.schemaName else { return false }
                let classes = [property.subclass ?? entity.name, candidate.subclass ?? entity.name]
                return [entity, earlier].compactMap(\.self).contains { entity in
                    entity.classNames(in: classes[0]).contains(classes[1])
                        || entity.classNames(in: classes[1]).contains(classes[0])
                }
            }
        }
        return matches
    }
}

/// A property of a schema snapshot with a name and an original name.
protocol SnapshotProperty {
    var name: String { get }
    var originalName: String { get }
    var subclass: String? { get }
}

extension SnapshotProperty {
    /// The name in the class that declares the property.
    fileprivate var schemaName: Substring { name.dropFirst(subclass.map { $0.count + 1 } ?? 0) }
}

extension SchemaSnapshot.Attribute: SnapshotProperty {}
extension SchemaSnapshot.Relationship: SnapshotProperty {}
