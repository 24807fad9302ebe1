// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData
internal import SwiftDataSync

/// The synchronized entities of a container, by the names of the store.
struct ReplicaSchema: Sendable {
    /// A reference to a row of a synchronized entity.
    struct Reference: Sendable {
        let target: String
        let isRequired: Bool
        /// Whether the deletion of the row concerns the row that it refers to: by `.cascade` or
        /// `.deny`.
        let concernsTarget: Bool

        init(_ reference: RowSchema.Reference) {
            target = reference.destination
            isRequired = reference.isRequired
            concernsTarget = [.cascade, .deny].contains(reference.deleteRule)
        }
    }

    /// The properties that identify a row on all machines.
    enum Identity: Sendable, Equatable {
        /// A unique attribute with a UUID.
        case attribute(String)
        /// Properties with values that are hashed; the records keep the result.
        case derived([String])
        /// No properties: a random number, which the records keep.
        case given

        /// The names of the properties.
        var names: [String] {
            switch self {
            case .attribute(let name): [name]
            case .derived(let names): names
            case .given: []
            }
        }

        /// Whether only the records have the identities.
        var isRecorded: Bool {
            if case .attribute = self { false } else { true }
        }
    }

    /// An entity.
    struct Entity: Sendable {
        let name: String
        let identity: Identity
        /// The types of the columns of each attribute.
        let attributes: [String: [_ColumnType]]
        let references: [String: Reference]
        /// The unique constraints, in the order of `SyncEntity.uniques`.
        let uniques: [[String]]
        let localValues: [String: StoredValue]
        /// The names of the subclasses, of which the rows are in the same table.
        let subclasses: Set<String>

        /// The field with the name of a row's subclass, which no property can have; null for the
        /// root class.
        static let classField = "#class"

        /// The names of the properties with values.
        var properties: [String] { Array(attributes.keys) + Array(references.keys) }
        /// Whether rows have classes.
        var isHierarchy: Bool { !subclasses.isEmpty }

        /// Returns whether rows have a field.
        func hasField(_ name: String) -> Bool {
            attributes[name] != nil || references[name] != nil
                || isHierarchy && name == Self.classField
        }
    }

    /// A many-to-many relationship.
    struct Relation: Sendable {
        let name: HistoryRecord.Pair.Relationship
        let left: String
        let right: String

        /// The name for the merge.
        var syncName: String { Self.syncName(name) }

        static func syncName(_ name: HistoryRecord.Pair.Relationship) -> String {
            "\(name.entityName).\(name.propertyName)"
        }
    }

    let entities: [String: Entity]
    /// The names of the entities, those that others refer to first.
    let order: [String]
    let relations: [String: Relation]
    /// The names of the entities with kept values, which the store does not have.
    let keptEntities: [String]
    let sync: SyncSchema

    /// Creates the synchronized part of a schema.
    ///
    /// - Throws: `SyncError` with the code `.schema` that names the entity which cannot be
    ///   synchronized.
    init(_ rows: RowSchema, policy: SyncPolicy) throws(SyncError) {
        let included = rows.entities.filter { !policy.localEntities.contains($0.name) }
        let names = Set(included.map(\.name))
        let others = OtherEntities(included)
        var entities: [String: Entity] = [:]
        var merged: [SyncEntity] = []
        var keptEntities: [String] = []
        for entity in included {
            let builder = try EntityBuilder(entity, policy: policy, others: others)
            entities[entity.name] = builder.entity
            merged.append(try builder.syncEntity())
            if let kept = builder.keptEntity {
                merged.append(kept)
                keptEntities.append(kept.name)
            }
        }
        let relations = rows.relationships.map { relationship in
            Relation(
                name: relationship.name,
                left: relationship.name.entityName,
                right: relationship.destination
            )
        }
        .filter { relation in
            let local = policy.entities[relation.left]?.local ?? []
            return names.contains(relation.left) && names.contains(relation.right)
                && !local.contains(relation.name.propertyName)
        }
        self.entities = entities
        self.keptEntities = keptEntities
        self.relations = Dictionary(relations.map { ($0.syncName, $0) }) { first, _ in first }
        order = Self.order(entities)
        sync = try SyncSchema(entities: merged, relations: Set(relations.map(\.syncName)))
    }

    /// Orders entities so that those that others refer to are first.
    private static func order(_ entities: [String: Entity]) -> [String] {
        var order: [String] = []
        var visited: Set<String> = []
        func visit(_ name: String) {
            guard visited.insert(name).inserted, let entity = entities[name] else { return }
            for target in Set(entity.references.values.map(\.target)).sorted() { visit(target) }
            order.append(name)
        }
        for name in entities.keys.sorted() { visit(name) }
        return order
    }
}
