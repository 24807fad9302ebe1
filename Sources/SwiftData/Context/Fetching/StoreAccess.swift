// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads and writes the stores of one context, inside its open transactions if any.
final class StoreAccess {
    let coordinator: StoreCoordinator
    /// The open transactions of a save or commit group, by store identifier.
    var transactions: [String: any StoreTransaction] = [:]
    /// The sessions that all reads use while a snapshot is read, by store identifier.
    var snapshots: [String: any StoreReading] = [:]
    /// The context, for the stores.
    var client = StoreClient()

    init(_ coordinator: StoreCoordinator) { self.coordinator = coordinator }

    /// Informs the stores of a new context.
    func beginEditing() {
        for store in coordinator.stores { store.store.beginEditing(client.editingState) }
    }

    /// Informs the stores that the context is released.
    func endEditing() {
        for store in coordinator.stores { store.store.endEditing(client.editingState) }
    }

    var schema: ResolvedSchema { coordinator.resolvedSchema }
    var layout: SchemaLayout { coordinator.layout }

    func store(of entity: EntityDescription) throws -> any ContextStore {
        try coordinator.store(of: entity)
    }

    /// Runs `body` in the store's open transaction, or in a new one that is on disk on return.
    ///
    /// Reads of the context during the transaction include its writes.
    func write<R>(
        to store: any ContextStore,
        _ body: (any StoreTransaction) throws -> R
    ) throws -> R {
        if let open = transactions[store.identifier] { return try body(open) }
        return try store.write(for: client) { transaction in
            transactions[store.identifier] = transaction
            defer { transactions[store.identifier] = nil }
            return try body(transaction)
        }
    }

    /// Reads the store, or its open transaction, which includes its own writes.
    func read<R>(
        _ store: any ContextStore,
        _ body: (any StoreReading) throws -> R
    ) throws -> R {
        if !transactions.isEmpty, let open = transactions[store.identifier] {
            return try open.read(body)
        }
        if !snapshots.isEmpty, let open = snapshots[store.identifier] { return try body(open) }
        return try store.read(for: client, body)
    }

    /// Reads the store of an entity.
    func read<R>(
        _ entity: EntityDescription,
        _ body: (any StoreReading) throws -> R
    ) throws -> R {
        try read(try store(of: entity), body)
    }

    /// Runs `body`, during which all reads of an entity's store return the data of one commit, and
    /// which does not search.
    func readSnapshot<R>(of entity: EntityDescription, _ body: () throws -> R) throws -> R {
        let store = try store(of: entity)
        let name = store.identifier
        guard transactions[name] == nil, snapshots[name] == nil else { return try body() }
        return try store.readSnapshot(for: client, isSearched: false) { session in
            snapshots[name] = session
            defer { snapshots[name] = nil }
            return try body()
        }
    }

    /// Runs `body` with interruption disabled, for callers that cannot throw.
    func uninterrupted<R>(_ body: () throws -> R) rethrows -> R {
        let saved = client.interruption
        client.interruption = nil
        defer { client.interruption = saved }
        return try body()
    }
}
