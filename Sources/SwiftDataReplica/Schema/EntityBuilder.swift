// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData
internal import SwiftDataSync

/// The rules of one entity, from its schema and the policy.
struct EntityBuilder {
    let entity: ReplicaSchema.Entity
    private let rows: RowSchema.Entity
    private let policy: SyncPolicy.Entity

    init(
        _ rows: RowSchema.Entity,
        policy: SyncPolicy.Entity,
        synchronized names: Set<String>
    ) throws(SyncError) {
        guard rows.subclasses.isEmpty else {
            throw Self.error(rows.name, "has subclasses; list it as local")
        }
        let identity = try Self.identity(rows, policy)
        let attributes = rows.attributes.filter { attribute in
            identity != .attribute(attribute.name)
                && (!attribute.isLocal || policy.sealed.contains(attribute.name))
                && !policy.local.contains(attribute.name)
        }
        let references = rows.references.filter { reference in
            names.contains(reference.destination) && !policy.local.contains(reference.name)
        }
        if let name = references.first(where: { $0.inverse == nil })?.name {
            // The history does not list what a deletion clears.
            throw Self.error(rows.name, "has no inverse of \(name); add one, or list it as local")
        }
        if let name = references.first(where: \.isOneToOne)?.name {
            throw Self.error(
                rows.name,
                "has \(name), which is to-one at both ends; list it as local"
            )
        }
        let fields = Set(attributes.map(\.name) + references.map(\.name))
        let unknown = Set(policy.guarded.keys).union(policy.substitutes.keys)
            .union(policy.identity).subtracting(fields)
        if let name = unknown.min() {
            throw Self.error(rows.name, "has no synchronized property \(name); correct the policy")
        }
        self.rows = rows
        self.policy = policy
        entity = ReplicaSchema.Entity(
            name: rows.name,
            identity: identity,
            attributes: Dictionary(attributes.map { ($0.name, $0.columns) }) { first, _ in first },
            references: Dictionary(
                references.map {
                    ($0.name, .init(target: $0.destination, isRequired: $0.isRequired))
                }
            ) { first, _ in first },
            uniques: rows.uniqueConstraints.filter { constraint in
                constraint != identity.names && constraint.allSatisfy(fields.contains)
            },
            localValues: policy.localValues
        )
    }

    private static func identity(
        _ rows: RowSchema.Entity,
        _ policy: SyncPolicy.Entity
    ) throws(SyncError) -> ReplicaSchema.Identity {
        guard policy.identity.isEmpty else { return .derived(policy.identity) }
        let attribute = rows.attributes.first { attribute in
            attribute.columns.map(\.kind) == [.uuid] && !attribute.isLocal
                && rows.uniqueConstraints.contains([attribute.name])
        }
        guard let attribute else {
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
        for attribute in rows.attributes where entity.attributes[attribute.name] != nil {
            let role = policy.guarded[attribute.name].map { SyncEntity.Role.guarded($0) }
            fields.append(.init(attribute.name, role: role ?? .plain))
        }
        var owners: [String] = []
        for reference in rows.references where entity.references[reference.name] != nil {
            let role = role(of: reference)
            if case .owner = role { owners.append(reference.name) }
            fields.append(.init(reference.name, role: role))
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

    private func role(of reference: RowSchema.Reference) -> SyncEntity.Role {
        switch reference.targetDeleteRule {
        case .cascade: .owner(of: reference.destination)
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

/// The values of a unique constraint as one value, from which they can be read again.
enum UniqueKey {
    /// Returns the value to compare; nil if any is allowed.
    @Sendable static func value(_ values: [SyncValue]) -> SyncValue? {
        values.contains(.null) ? nil : .list(values)
    }
}
