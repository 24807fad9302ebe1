// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The entities that are synchronized, and the rules for their fields, as data.
package struct SyncSchema: Sendable {
    /// The entities by name.
    package let entities: [String: SyncEntity]
    /// The names of the many-to-many relationships.
    package let relations: Set<String>

    /// The entities of the rows that are parts of rows of an entity.
    private let parts: [String: [SyncEntity]]
    /// The fields that forbid the deletion of rows of an entity.
    private let denials: [String: [(entity: String, field: String)]]
    /// The fields that refer to rows of an entity.
    private let references: [String: [(entity: String, field: String)]]
    /// The fields by which one row at most refers to each row of an entity.
    private let exclusives: [String: [(entity: String, field: String)]]

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - entities: The entities; each name once.
    ///   - relations: The names of the many-to-many relationships.
    /// - Throws: `SyncError` if the rules of two entities contradict each other.
    package init(entities: [SyncEntity], relations: Set<String> = []) throws(SyncError) {
        let byName = Dictionary(entities.map { ($0.name, $0) }) { $1 }
        guard byName.count == entities.count else {
            throw SyncError(.schema, message: "two entities have one name; rename one of them")
        }
        self.entities = byName
        self.relations = relations
        var parts: [String: [SyncEntity]] = [:]
        var denials: [String: [(entity: String, field: String)]] = [:]
        var references: [String: [(entity: String, field: String)]] = [:]
        var exclusives: [String: [(entity: String, field: String)]] = [:]
        for entity in entities {
            if let owner = entity.owner { parts[owner.entity, default: []].append(entity) }
            for field in entity.fields {
                if let target = field.target {
                    references[target, default: []].append((entity.name, field.name))
                    if field.isExclusive {
                        exclusives[target, default: []].append((entity.name, field.name))
                    }
                }
                guard case .reference(let target, .denies) = field.role else { continue }
                denials[target, default: []].append((entity.name, field.name))
            }
        }
        self.parts = parts
        self.denials = denials
        self.references = references
        self.exclusives = exclusives
        for entity in entities { try check(entity) }
    }

    /// Returns the entities of the rows that are parts of rows of an entity.
    func parts(of entity: String) -> [SyncEntity] { parts[entity] ?? [] }

    /// Returns the number of owners that a row of an entity has.
    func depth(of entity: String) -> Int {
        var depth = 0
        var entity = entity
        while let owner = entities[entity]?.owner?.entity, depth < entities.count {
            depth += 1
            entity = owner
        }
        return depth
    }

    /// Returns the field that refers to the owner of an entity's rows; nil if they have none.
    func ownerField(of entity: String) -> String? { entities[entity]?.owner?.field }

    /// Returns the fields that forbid the deletion of rows of an entity.
    func denials(of entity: String) -> [(entity: String, field: String)] {
        denials[entity] ?? []
    }

    /// Returns the fields that refer to rows of an entity.
    func references(to entity: String) -> [(entity: String, field: String)] {
        references[entity] ?? []
    }

    /// Returns the fields by which one row at most refers to each row of an entity.
    func exclusives(to entity: String) -> [(entity: String, field: String)] {
        exclusives[entity] ?? []
    }

    /// Returns whether a field's values are content.
    func isGuarded(_ field: String, of entity: String) -> Bool {
        entities[entity]?.isGuarded(field) ?? false
    }

    /// Returns whether this schema has a field of an entity.
    func hasField(_ field: String, of entity: String) -> Bool {
        entities[entity]?.hasField(field) ?? false
    }

    /// Returns whether a field refers to rows.
    func isReference(_ field: String, of entity: String) -> Bool {
        entities[entity]?.isReference(field) ?? false
    }

    /// Returns whether deletions of an entity's rows are compared with content.
    func hasContent(_ entity: String) -> Bool {
        entities[entity].map { $0.owner == nil && !$0.guardedFields.isEmpty } ?? false
    }

    /// Returns whether rows of an entity have content, as parts or on their own.
    func hasGuardedFields(_ entity: String) -> Bool {
        entities[entity]?.guardedFields.isEmpty == false
    }

    /// Returns whether a deleted row of an entity can return.
    func canReturn(_ entity: String) -> Bool {
        guard let entity = entities[entity] else { return true }
        return entity.owner != nil || !entity.guardedFields.isEmpty
            || !denials(of: entity.name).isEmpty
    }

    /// Returns whether the schema has the entity and the field of a change.
    func describes(_ change: Change) -> Bool {
        switch change {
        case .birth(let birth): entities[birth.row.entity] != nil
        case .set(let row, let field, _): hasField(field, of: row.entity)
        case .pair(let pair, _): relations.contains(pair.relation)
        case .death(let row, _), .redirect(let row, _): entities[row.entity] != nil
        }
    }

    private func check(_ entity: SyncEntity) throws(SyncError) {
        if !parts(of: entity.name).isEmpty, entity.guardedFields.isEmpty {
            throw SyncError(
                .schema,
                message: "rows of \(entity.name) own others and have no guarded field; guard one"
            )
        }
        for case (let field, let kept?) in entity.guardedFields {
            guard let target = entities[kept.entity], target.owner?.entity == entity.name,
                target.owner?.field == kept.owner, target.isGuarded(kept.content)
            else {
                throw SyncError(
                    .schema,
                    message: "\(kept.entity) cannot keep values of \(entity.name).\(field); "
                        + "name its owner and a guarded field"
                )
            }
        }
    }
}
