// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData
internal import SwiftDataSync

/// The rows and records of a store during one commit group.
///
/// Rows are found by the UUIDs that identify them on all machines. Which UUID belongs to a row is
/// remembered until the end of the group.
final class ReplicaAccess: @unchecked Sendable {
    // Unchecked, because a participant that is Sendable refers to it. Both belong to one replica,
    // which is not Sendable.

    let context: ModelContext
    let schema: ReplicaSchema
    private var openGroup: CommitGroup?
    private var keys: [PersistentIdentifier: RowKey] = [:]
    private var identifiers: [RowID: PersistentIdentifier] = [:]

    init(context: ModelContext, schema: ReplicaSchema) {
        self.context = context
        self.schema = schema
    }

    /// The open commit group.
    ///
    /// - Throws: `StoreError` if none is open.
    var group: CommitGroup {
        get throws {
            guard let openGroup else {
                throw StoreError(.failed, "the rows of a replica are used outside of its group")
            }
            return openGroup
        }
    }

    /// Calls a closure that uses the rows of a group.
    func using<R>(_ group: CommitGroup, _ body: () throws -> R) rethrows -> R {
        openGroup = group
        defer {
            openGroup = nil
            forgetAll()
        }
        return try body()
    }

    // MARK: Identities

    /// Forgets which rows were found.
    func forgetAll() {
        keys = [:]
        identifiers = [:]
    }

    /// Remembers the identity of a row.
    func note(_ identifier: PersistentIdentifier, isOf row: RowID) {
        keys[identifier] = row.key
        identifiers[row] = identifier
    }

    /// Returns the identifier of a row; nil if the store has no such row.
    func identifier(of row: RowID) throws -> PersistentIdentifier? {
        if let known = identifiers[row] { return known }
        try find([row])
        return identifiers[row]
    }

    /// Finds the rows that the store has, so that each of them is known.
    func find(_ rows: some Sequence<RowID>) throws {
        let unknown = Set(rows.filter { identifiers[$0] == nil })
        for (name, rows) in Dictionary(grouping: unknown, by: \.entity) {
            guard let entity = schema.entities[name] else { continue }
            let found = try identifiers(of: rows, in: entity)
            for case (let row, let identifier?) in zip(rows, found) {
                note(identifier, isOf: row)
            }
        }
    }

    /// Returns the identity of a row; nil if it does not exist, or is not synchronized.
    func row(_ identifier: PersistentIdentifier) throws -> RowID? {
        if let key = keys[identifier] { return RowID(entity: identifier.entityName, key: key) }
        try findKeys([identifier])
        return keys[identifier].map { RowID(entity: identifier.entityName, key: $0) }
    }

    /// Reads the identities of rows, so that each of them is known.
    func findKeys(_ identifiers: some Sequence<PersistentIdentifier>) throws {
        let unknown = Set(identifiers.filter { keys[$0] == nil })
        for (name, unknown) in Dictionary(grouping: unknown, by: \.entityName) {
            guard let entity = schema.entities[name] else { continue }
            for (identifier, key) in try identityKeys(of: Array(unknown), in: entity) {
                note(identifier, isOf: RowID(entity: name, key: key))
            }
        }
    }

    // MARK: Values

    /// Returns the synchronized values of rows of one entity.
    func values(
        of identifiers: [PersistentIdentifier],
        in entity: ReplicaSchema.Entity
    ) throws -> [(identifier: PersistentIdentifier, row: RowID, values: [String: SyncValue])] {
        var names = entity.properties
        if case .attribute(let name) = entity.identity { names.append(name) }
        let rows = try context.namedRows.storedRows(identifiers, reading: names)
        if case .attribute(let name) = entity.identity {
            for row in rows {
                guard let key = RowKey(row.values[name]) else { continue }
                note(row.identifier, isOf: RowID(entity: entity.name, key: key))
            }
        } else {
            try findKeys(rows.map(\.identifier))
        }
        try findKeys(
            rows.flatMap { row in
                row.values.values.compactMap { value in
                    if case .reference(let target?) = value { target } else { nil }
                }
            }
        )
        return try rows.compactMap { row in
            guard let id = try self.row(row.identifier) else { return nil }
            var values: [String: SyncValue] = [:]
            if entity.isHierarchy {
                let subclass = row.subclass.map { SyncValue.text($0) }
                values[ReplicaSchema.Entity.classField] = subclass ?? .null
            }
            for name in entity.properties {
                switch row.values[name] {
                case .columns(let columns): values[name] = ColumnCoding.syncValue(columns)
                case .reference(let target):
                    let target = try target.flatMap { try self.row($0) }
                    values[name] = target.map { .row($0) } ?? .null
                case nil: break
                }
            }
            return (row.identifier, id, values)
        }
    }

    /// Returns the synchronized values of the rows that the store has.
    func values(of rows: some Collection<RowID>) throws -> [RowID: [String: SyncValue]] {
        try find(rows)
        var values: [RowID: [String: SyncValue]] = [:]
        for (name, rows) in Dictionary(grouping: rows, by: \.entity) {
            guard let entity = schema.entities[name] else { continue }
            let found = try self.values(of: rows.compactMap { identifiers[$0] }, in: entity)
            for (_, row, content) in found { values[row] = content }
        }
        return values
    }

    /// Returns a value in the form of the store; nil if the property cannot have it.
    ///
    /// A reference to a row that the store does not have has no value.
    func storedValue(
        _ value: SyncValue,
        of name: String,
        in entity: ReplicaSchema.Entity
    ) throws -> StoredValue? {
        if let types = entity.attributes[name] {
            return ColumnCoding.columns(value, types: types).map { .columns($0) }
        }
        guard entity.references[name] != nil else { return nil }
        return .reference(try value.row.flatMap { try identifier(of: $0) })
    }
}
