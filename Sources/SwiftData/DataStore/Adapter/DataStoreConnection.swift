// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Calls a custom store, from one thread at a time, and converts its snapshots to rows.
final class DataStoreConnection<Store: DataStore>: @unchecked Sendable {
    // Unchecked, because the lock protects the store, which is not required to be Sendable.

    let identity: StoreIdentity
    let schema: SnapshotSchema
    private let name: String
    private let lock = NSRecursiveLock()
    /// The store; nil after it was closed.
    private var store: Store?

    init(_ store: Store, schema: SnapshotSchema) {
        self.store = store
        self.schema = schema
        name = store.configuration.name
        identity = StoreIdentity(
            store.identifier,
            assignsKeys: true,
            entityNames: schema.schema.entityNamesOfSubclasses
        )
        schema.register(for: store.identifier)
    }

    var layout: SchemaLayout { schema.layout }

    /// Calls the store.
    ///
    /// - Throws: The errors of `body`; `StoreError` if the store was closed.
    func call<R>(_ body: (Store) throws -> R) throws -> R {
        lock.lock()
        defer { lock.unlock() }
        guard let store else { throw StoreError(.failed, "the store '\(name)' was closed") }
        return try SnapshotSchema.$current.withValue(schema) { try body(store) }
    }

    /// Calls `body` while no other thread can call the store.
    func exclusively<R>(_ body: () throws -> R) rethrows -> R {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    func close() {
        lock.lock()
        defer { lock.unlock() }
        store = nil
    }

    // MARK: Fetching

    /// Returns the rows that match a descriptor, in the order of the store.
    func rows<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        for client: StoreClient
    ) throws -> [StoredRow] {
        let entity = try schema.schema.entity(for: T.self)
        let result = try request(descriptor, for: client) { try $0.fetch($1) }
        return try result.fetchedSnapshots.compactMap { try row($0, of: entity) }
    }

    /// Calls the store with a fetch.
    func request<T: PersistentModel, R>(
        _ descriptor: FetchDescriptor<T>,
        for client: StoreClient,
        _ body: (Store, DataStoreFetchRequest<T>) throws -> R
    ) throws -> R {
        try client.checkInterruption()
        let request = DataStoreFetchRequest(
            editingState: client.editingState,
            descriptor: descriptor
        )
        return try call { try body($0, request) }
    }

    /// Returns all rows of an entity.
    func rows(of entity: EntityDescription, for client: StoreClient) throws -> [StoredRow] {
        func fetch<M: PersistentModel>(_ type: M.Type) throws -> [StoredRow] {
            try rows(FetchDescriptor<M>(), for: client)
        }
        return try fetch(entity.type)
    }

    /// Returns the rows with the given keys, in no particular order.
    ///
    /// Requests the snapshots that the store has in memory, then the other ones.
    func rows(
        _ keys: [Int64],
        of entity: EntityDescription,
        for client: StoreClient
    ) throws -> [StoredRow] {
        try client.checkInterruption()
        var missing = Set(keys.compactMap { identity.assignedIdentifier(of: $0, in: entity.name) })
        guard !missing.isEmpty else { return [] }
        let cached = try call { store in
            try store.cachedSnapshots(for: Array(missing), editingState: client.editingState)
        }.filter { missing.contains($0.key) }
        var rows = try cached.values.compactMap { try row($0, of: entity) }
        missing.subtract(cached.keys)
        guard !missing.isEmpty else { return rows }
        let wanted = Set(keys)
        func fetch<M: PersistentModel>(_ type: M.Type) throws -> [StoredRow] {
            let identifiers = Array(missing)
            let predicate = #Predicate<M> { identifiers.contains($0.persistentModelID) }
            do {
                return try self.rows(FetchDescriptor<M>(predicate: predicate), for: client)
            } catch DataStoreError.preferInMemoryFilter {
                return try self.rows(FetchDescriptor<M>(), for: client)
            }
        }
        rows += try fetch(entity.type).filter { wanted.contains($0.key) }
        return rows
    }

    /// Returns the row of a snapshot; nil if it is one of another entity.
    ///
    /// - Throws: `StoreError` for a snapshot with the identifier of another store;
    ///   `SwiftDataError.modelValidationFailure` for a value of a wrong type.
    func row(_ snapshot: Store.Snapshot, of entity: EntityDescription) throws -> StoredRow? {
        let identifier = snapshot.persistentIdentifier
        guard schema.schema.entity(ofClass: identifier.entityName) === entity else { return nil }
        try check(identifier, of: entity.name)
        guard let key = identity.key(of: identifier, in: entity.name) else { return nil }
        let content = try SnapshotContent(of: snapshot, entity: entity, in: schema)
        return StoredRow(key, content: content, in: identity)
    }
}

extension DataStoreConnection {
    /// Checks that the store returned an identifier of its own for a model of an entity.
    ///
    /// - Throws: `StoreError` if the identifier is another store's or another entity's.
    func check(_ identifier: PersistentIdentifier, of entityName: String) throws {
        guard identity.entityName(of: identifier) == entityName else {
            throw StoreError(
                .failed,
                "the store '\(name)' returned an identifier with the entity name "
                    + "'\(identifier.entityName)'; expected '\(entityName)', the entity name of the "
                    + "identifier of its snapshot"
            )
        }
        guard identifier.storeIdentifier != identity.identifier else { return }
        throw StoreError(
            .failed,
            "the store '\(name)' returned the identifier of a \(identifier.entityName) in the store "
                + "'\(identifier.storeIdentifier ?? "")'; expected '\(identity.identifier)'"
        )
    }
}

extension StoreClient {
    /// Throws if the reads of the client are cancelled.
    func checkInterruption() throws {
        guard interruption?.isRequested == true else { return }
        throw StoreError(.interrupted, "the read was cancelled")
    }
}
