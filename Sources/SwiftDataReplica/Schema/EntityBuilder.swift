// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData
internal import SwiftDataSync

/// The rules of one entity, from its schema and the policy.
struct EntityBuilder {
    let entity: ReplicaSchema.Entity
    private let rows: RowSchema.Entity
    private let policy: SyncPolicy.Entity
    private let guardsAttributes: Bool
    private let keepsTexts: Bool

    /// Creates the builder of an entity.
    ///
    /// - Parameters:
    ///   - rows: The entity.
    ///   - allPolicies: The policy of the program.
    ///   - others: What the entity needs to know of the others.
    /// - Throws: `SyncError` with the code `.schema` if the entity cannot be synchronized.
    init(
        _ rows: RowSchema.Entity,
        policy allPolicies: SyncPolicy,
        others: OtherEntities
    ) throws(SyncError) {
        let policy = allPolicies.entities[rows.name] ?? .init()
        let identity = try Self.identity(
            rows,
            policy,
            givesIdentities: allPolicies.givesIdentities
        )
        let attributes = try Self.synchronizedAttributes(of: rows, policy, identity)
        let references = try Self.synchronizedReferences(of: rows, policy, others)
        let fields = Set(attributes.map(\.name) + references.map(\.name))
        let unknown = Set(policy.guarded.keys).union(policy.substitutes.keys)
            .union(policy.identity).subtracting(fields)
        if let name = unknown.min() {
            throw Self.error(rows.name, "has no synchronized property \(name); correct the policy")
        }
        let uniques = rows.uniqueConstraints.filter { constraint in
            constraint != identity.names && constraint.allSatisfy(fields.contains)
        }
        let problem = Self.problem(
            of: rows,
            uniques: uniques,
            policy: allPolicies,
            others: others
        )
        if let problem { throw Self.error(rows.name, problem) }
        self.rows = rows
        self.policy = policy
        guardsAttributes =
            allPolicies.guardsAttributes && !others.denied.contains(rows.name)
        keepsTexts = guardsAttributes && allPolicies.keepsTexts
        entity = ReplicaSchema.Entity(
            name: rows.name,
            identity: identity,
            attributes: Dictionary(attributes.map { ($0.name, $0.columns) }) { first, _ in first },
            references: Dictionary(references.map { ($0.name, .init($0)) }) { first, _ in first },
            uniques: uniques,
            localValues: policy.localValues,
            subclasses: Set(rows.subclasses)
        )
    }

    /// Returns why the rules of an entity contradict each other; nil if they do not.
    private static func problem(
        of rows: RowSchema.Entity,
        uniques: [[String]],
        policy: SyncPolicy,
        others: OtherEntities
    ) -> String? {
        if policy.guardsAttributes, others.denied.contains(rows.name),
            others.owners.contains(rows.name)
        {
            return "has relationships with both of the delete rules .cascade and .deny; change one"
        }
        guard !rows.subclasses.isEmpty, let names = uniques.first else { return nil }
        // Rows with one value become one, and can be of different classes.
        return "has subclasses and unique values of \(names.joined(separator: " and ")); remove "
            + "the constraint"
    }

    /// Returns the attributes that other devices receive.
    private static func synchronizedAttributes(
        of rows: RowSchema.Entity,
        _ policy: SyncPolicy.Entity,
        _ identity: ReplicaSchema.Identity
    ) throws(SyncError) -> [RowSchema.Attribute] {
        let isLocal = { (attribute: RowSchema.Attribute) in
            attribute.isLocal && !policy.sealed.contains(attribute.name)
                || policy.local.contains(attribute.name)
        }
        let lacking = rows.attributes.first { attribute in
            isLocal(attribute) && !attribute.hasDefault
                && policy.localValues[attribute.name] == nil
        }
        if let lacking {
            throw error(
                rows.name,
                "has no default for \(lacking.name), which other devices do not send; add one, or "
                    + "make it optional"
            )
        }
        return rows.attributes.filter { attribute in
            identity != .attribute(attribute.name) && !isLocal(attribute)
        }
    }

    /// Returns the references to models that other devices receive.
    private static func synchronizedReferences(
        of rows: RowSchema.Entity,
        _ policy: SyncPolicy.Entity,
        _ others: OtherEntities
    ) throws(SyncError) -> [RowSchema.Reference] {
        let references = rows.references.filter { reference in
            others.synchronized.contains(reference.destination)
                && !policy.local.contains(reference.name)
        }
        for reference in references {
            if let problem = Self.problem(of: reference) { throw error(rows.name, problem) }
        }
        return references
    }

    /// Returns why a reference cannot be synchronized; nil if it can.
    private static func problem(of reference: RowSchema.Reference) -> String? {
        let name = reference.name
        guard reference.inverse != nil else {
            // The history does not list what a deletion clears.
            return "has no inverse of \(name), and synchronization requires that all relationships "
                + "have one; add it"
        }
        guard reference.isOneToOne, reference.isRequired else { return nil }
        // Of two models that devices relate to the same one, one has none in the end.
        return "has \(name), which is to-one at both ends and required; make it optional"
    }

    private static func identity(
        _ rows: RowSchema.Entity,
        _ policy: SyncPolicy.Entity,
        givesIdentities: Bool
    ) throws(SyncError) -> ReplicaSchema.Identity {
        guard policy.identity.isEmpty else { return .derived(policy.identity) }
        let attribute = rows.attributes.first { attribute in
            attribute.columns.map(\.kind) == [.uuid] && !attribute.isLocal
                && attribute.subclass == nil && rows.uniqueConstraints.contains([attribute.name])
        }
        guard let attribute else {
            if givesIdentities { return .given }
            throw error(
                rows.name,
                "has no unique UUID; add one, name its identity, or list the entity as local"
            )
        }
        return .attribute(attribute.name)
    }

    /// Returns the rules.
    func syncEntity() throws(SyncError) -> SyncEntity {
        var fields: [SyncEntity.Field] = []
        if entity.isHierarchy { fields.append(.init(ReplicaSchema.Entity.classField)) }
        for attribute in rows.attributes where entity.attributes[attribute.name] != nil {
            fields.append(.init(attribute.name, role: role(of: attribute)))
        }
        var owners: [String] = []
        for reference in rows.references where entity.references[reference.name] != nil {
            let role = role(of: reference)
            if case .owner = role { owners.append(reference.name) }
            fields.append(
                .init(reference.name, role: role, isExclusive: reference.isOneToOne)
            )
        }
        guard owners.count <= 1 else {
            throw Self.error(
                rows.name,
                "is a part by \(owners.joined(separator: " and ")); list all but one as local"
            )
        }
        let uniques = entity.uniques.map { SyncEntity.Unique($0, key: UniqueKey.value) }
        return SyncEntity(entity.name, fields: fields, uniques: uniques)
    }

    /// The rules of the rows with kept values; nil if nothing is kept.
    var keptEntity: SyncEntity? {
        guard keepsTexts, rows.attributes.contains(where: isKept) else { return nil }
        let kept = KeptText.form(of: rows.name)
        return SyncEntity(
            kept.entity,
            fields: [
                .init(kept.content, role: .guarded(nil)),
                .init(kept.owner, role: .owner(of: rows.name)),
                .init(KeptText.label),
            ]
        )
    }

    private func isKept(_ attribute: RowSchema.Attribute) -> Bool {
        entity.attributes[attribute.name]?.map(\.kind) == [.text]
    }

    private func role(of attribute: RowSchema.Attribute) -> SyncEntity.Role {
        if let kept = policy.guarded[attribute.name] { return .guarded(kept) }
        guard guardsAttributes else { return .plain }
        return .guarded(keepsTexts && isKept(attribute) ? KeptText.form(of: rows.name) : nil)
    }

    private func role(of reference: RowSchema.Reference) -> SyncEntity.Role {
        switch reference.targetDeleteRule {
        case .cascade where !reference.isOneToOne: .owner(of: reference.destination)
        case .deny:
            .reference(
                to: reference.destination,
                .denies(substitute: policy.substitutes[reference.name] ?? .null)
            )
        default: .reference(to: reference.destination, .nullifies)
        }
    }

    private static func error(_ entity: String, _ problem: String) -> SyncError {
        SyncError(.schema, message: "\(entity) cannot be synchronized: it \(problem)")
    }
}

/// The entities of a schema, as the rules of each depend on the others.
struct OtherEntities {
    /// The names of the entities that are synchronized.
    let synchronized: Set<String>
    /// The names of the entities with rows that references of others can need.
    let denied: Set<String>
    /// The names of the entities with rows that own others.
    let owners: Set<String>

    init(_ entities: [RowSchema.Entity]) {
        synchronized = Set(entities.map(\.name))
        let references = entities.flatMap(\.references)
        let targets = { (rule: Schema.Relationship.DeleteRule) in
            references.filter { $0.targetDeleteRule == rule }
        }
        denied = Set(targets(.deny).map(\.destination))
        owners = Set(targets(.cascade).filter { !$0.isOneToOne }.map(\.destination))
    }
}

/// The values of a unique constraint as one value, from which they can be read again.
enum UniqueKey {
    /// Returns the value to compare; nil if any is allowed.
    @Sendable static func value(_ values: [SyncValue]) -> SyncValue? {
        values.contains(.null) ? nil : .list(values)
    }
}
