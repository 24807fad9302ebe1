// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The default store, an SQLite database, in the form of a ``DataStore``.
///
/// A container opens it with a ``ModelConfiguration``. A custom store can use it to keep its
/// snapshots; the configuration must have a schema then.
///
/// A container reads and writes its own default stores without snapshots, which is faster.
public final class DefaultStore: DataStore, DataStoreBatching {
    /// The type of the store's configurations.
    public typealias Configuration = ModelConfiguration
    /// The type that holds the values of one model.
    public typealias Snapshot = DefaultSnapshot

    /// The name of the configuration.
    public var name: String { configuration.name }
    /// The schema of the store's models.
    public let schema: Schema
    /// The permanent identifier of the store.
    public let identifier: String
    /// The configuration with which the store was opened.
    public let configuration: ModelConfiguration
    private let container: ModelContainer

    /// Opens the store of a configuration, and creates or migrates it if necessary.
    ///
    /// - Parameters:
    ///   - configuration: The configuration, with a schema.
    ///   - migrationPlan: The plan that migrates stores of older schemas.
    /// - Throws: `SwiftDataError.unknownDataStoreSchema` if the configuration has no schema; the
    ///   errors of
    ///   ``ModelContainer/init(for:migrationPlan:configurations:)-(_,_,[ModelConfiguration])``.
    public init(
        _ configuration: ModelConfiguration,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil
    ) throws {
        guard let schema = configuration.schema else {
            throw SwiftDataError(
                .unknownDataStoreSchema,
                "the configuration '\(configuration.name)' has no schema; set the schema of the store"
            )
        }
        container = try ModelContainer(
            for: schema,
            migrationPlan: migrationPlan,
            configurations: [configuration]
        )
        self.schema = schema
        self.configuration = configuration
        let coordinator = container.coordinator
        identifier = coordinator.stores[0].store.identifier
        coordinator.snapshotSchema.register(for: identifier)
    }

    /// Deletes all models and the history.
    public func erase() throws { try container.erase() }

    /// Does nothing, because the store keeps nothing for a context.
    public func initializeState(for editingState: EditingState) {}

    /// Does nothing, because the store keeps nothing for a context.
    public func invalidateState(for editingState: EditingState) {}

    // MARK: Fetching

    /// Returns the snapshots of the models that match a descriptor, in its order.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    public func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
        -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel
    {
        let context = makeContext()
        let models = try context.fetch(request.descriptor)
        let contents = try ModelReader(context.graph).contents(of: models)
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: zip(models, contents).map {
                DefaultSnapshot($1, identifier: $0.persistentModelID)
            }
        )
    }

    /// Returns the number of models that match a descriptor.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int
    where T: PersistentModel { try makeContext().fetchCount(request.descriptor) }

    /// Returns the identifiers of the models that match a descriptor, in its order.
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    public func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws
        -> [PersistentIdentifier] where T: PersistentModel
    { try makeContext().fetchIdentifiers(request.descriptor) }

    /// Returns the snapshots of the models with the given identifiers.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        let context = makeContext()
        // All of them as faults first, which are then loaded in batches.
        let objects = context.graph.objects
        let models = persistentIdentifiers.map { ($0, objects.objectOrFault(for: $0)) }
        let reader = ModelReader(context.graph)
        var found: [PersistentIdentifier: DefaultSnapshot] = [:]
        for (identifier, model) in models {
            context.graph.objects.loadIfFault(model)
            guard model._$model.lifecycle == .stored else { continue }
            found[identifier] = DefaultSnapshot(
                try reader.content(of: model),
                identifier: identifier
            )
        }
        return found
    }

    /// Returns a context that saves as part of another context's saves.
    private func makeContext() -> ModelContext {
        let context = ModelContext(container)
        context.postsSaveNotifications = false
        return context
    }

    // MARK: Saving

    /// Saves the changes of a context in one transaction.
    ///
    /// - Throws: The errors of ``ModelContext/save()``; `SwiftDataError.modelValidationFailure` for
    ///   a snapshot of a model that does not exist.
    public func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
        -> DataStoreSaveChangesResult<DefaultSnapshot>
    {
        let context = makeContext()
        context.author = request.editingState.author
        let writer = SnapshotWriter(context)
        let inserted = try writer.write(
            inserted: request.inserted,
            updated: request.updated,
            deleted: request.deleted
        )
        try context.save()
        return DataStoreSaveChangesResult(
            for: identifier,
            remappedIdentifiers: inserted.mapValues(\.persistentModelID),
            historyToken: context.lastTransaction.map { DefaultHistoryToken([identifier: $0]) }
        )
    }

    /// Deletes all models that match a predicate.
    ///
    /// - Throws: The errors of ``ModelContext/delete(model:where:includeSubclasses:)`` and
    ///   ``ModelContext/save()``.
    public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws
    where T: PersistentModel {
        let context = makeContext()
        context.author = request.editingState.author
        try context.delete(
            model: T.self,
            where: request.predicate,
            includeSubclasses: request.includeSubclasses
        )
        try context.save()
    }
}

extension DefaultStore: HistoryProviding {
    /// The type of the store's transactions.
    public typealias HistoryType = DefaultHistoryTransaction
    /// The type of the positions in the history.
    public typealias TokenType = DefaultHistoryToken

    /// The type of the store's transactions.
    public static var historyType: DefaultHistoryTransaction.Type {
        DefaultHistoryTransaction.self
    }

    /// Returns the transactions that match a descriptor.
    ///
    /// - Throws: The errors of ``ModelContext/fetchHistory(_:)``.
    public func fetchHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] {
        try ModelContext(container).fetchHistory(descriptor)
    }

    /// Deletes the transactions that match a descriptor.
    ///
    /// - Throws: The errors of ``ModelContext/deleteHistory(_:)``.
    public func deleteHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws {
        try ModelContext(container).deleteHistory(descriptor)
    }
}
