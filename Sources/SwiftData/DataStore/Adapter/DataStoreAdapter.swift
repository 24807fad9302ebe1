// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Makes a custom store available to contexts.
final class DataStoreAdapter<Store: DataStore>: ContextStore {
    private let connection: DataStoreConnection<Store>
    private let evaluator: any ContextStore
    /// The indexes of the entities in this store.
    private let entities: Set<Int>
    private let writing = NSLock()

    var identity: StoreIdentity { connection.identity }
    var isReadOnly: Bool { false }
    var isTransactional: Bool { false }
    var isCustom: Bool { true }

    /// Opens the store of a configuration.
    ///
    /// - Parameters:
    ///   - configuration: The configuration, with the schema of the store.
    ///   - schema: The schema of the container, with the entities of this store.
    ///   - resolvedSchema: The entities of the container.
    ///   - evaluator: An empty store with the tables of the schema.
    /// - Throws: The errors of the store.
    init(
        _ configuration: Store.Configuration,
        schema: StoreSchema,
        of resolvedSchema: ResolvedSchema,
        evaluator: any ContextStore
    ) throws {
        let snapshots = SnapshotSchema(resolvedSchema, layout: schema.layout)
        let store = try SnapshotSchema.$current.withValue(snapshots) {
            try Store(configuration, migrationPlan: nil)
        }
        connection = DataStoreConnection(store, schema: snapshots)
        self.evaluator = evaluator
        entities = schema.entities
    }

    func nextKey(for entity: EntityDescription) -> Int64 { identity.nextKey() }

    // MARK: Contexts

    func beginEditing(_ state: EditingState) {
        try? connection.call { $0.initializeState(for: state) }
    }

    func endEditing(_ state: EditingState) {
        try? connection.call { $0.invalidateState(for: state) }
    }

    // MARK: Reading and writing

    func read<R>(
        for client: StoreClient,
        _ body: (any StoreReading) throws -> R
    ) throws -> R {
        try client.checkInterruption()
        return try body(
            DataStoreSession(
                connection: connection,
                evaluator: evaluator,
                client: client,
                changes: RowChanges()
            )
        )
    }

    func write<R>(
        for client: StoreClient,
        _ body: (any StoreTransaction) throws -> R
    ) throws -> R {
        writing.lock()
        defer { writing.unlock() }
        var client = client
        client.interruption = nil
        let transaction = DataStoreTransaction(connection, evaluator: evaluator, for: client)
        let result = try body(transaction)
        try transaction.commit()
        return result
    }

    // MARK: Lifecycle

    /// Erases the store, or deletes all of its rows if it cannot erase itself.
    func erase() throws {
        do {
            try connection.call { try $0.erase() }
        } catch DataStoreError.unsupportedFeature {
            try write(for: StoreClient()) { transaction in
                for table in connection.layout.tables where entities.contains(table.entity.index) {
                    let query = FetchQuery(table.entity)
                    let keys = try transaction.read { try $0.keys(query, over: nil) }
                    try transaction.delete(keys: keys, from: table.entity)
                }
            }
        }
    }

    func close() throws {
        connection.close()
        try evaluator.close()
    }

    func copy(to url: URL, progress: () throws -> Void) throws {
        throw DataStoreError.unsupportedFeature
    }

    func eraseDeletedContent(_ step: ErasureStep, isFirst: Bool) throws -> Bool {
        throw DataStoreError.unsupportedFeature
    }
}

/// A store that may record transactions of a type of its own.
protocol CustomHistory {
    /// Returns the matching transactions; nil if the store records none of this type.
    func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]?
    /// Deletes the matching transactions; returns false if the store records none of this type.
    func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool
}

extension DataStoreAdapter: CustomHistory {
    func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]? {
        try connection.call { try ($0 as? any HistoryProviding)?.transactions(descriptor) }
    }

    func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool {
        try connection.call {
            try ($0 as? any HistoryProviding)?.deleteTransactions(descriptor) ?? false
        }
    }
}

extension HistoryProviding {
    /// Returns the matching transactions; nil if they are of another type.
    fileprivate func transactions<T: HistoryTransaction>(
        _ descriptor: HistoryDescriptor<T>
    ) throws -> [T]? {
        guard let descriptor = descriptor as? HistoryDescriptor<HistoryType> else { return nil }
        return try fetchHistory(descriptor) as? [T]
    }

    /// Deletes the matching transactions; returns false if they are of another type.
    fileprivate func deleteTransactions<T: HistoryTransaction>(
        _ descriptor: HistoryDescriptor<T>
    ) throws -> Bool {
        guard let descriptor = descriptor as? HistoryDescriptor<HistoryType> else { return false }
        try deleteHistory(descriptor)
        return true
    }
}
