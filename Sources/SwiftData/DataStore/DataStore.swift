// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// A store of models that a program supplies, such as a file format or a remote service.
///
/// A container opens the store of each configuration that it is created with. The store receives
/// requests in terms of descriptors and snapshots, and never models or contexts. A container calls
/// one store from one thread at a time.
///
/// A store that cannot evaluate a predicate or a sort order throws
/// ``DataStoreError/preferInMemoryFilter`` or ``DataStoreError/preferInMemorySort``. The fetch is
/// then repeated without them, and the snapshots are filtered and sorted in memory.
///
/// ## Topics
///
/// ### Opening
///
/// - ``init(_:migrationPlan:)``
/// - ``Configuration``
/// - ``configuration``
/// - ``schema``
/// - ``identifier``
///
/// ### Fetching
///
/// - ``fetch(_:)``
/// - ``fetchCount(_:)``
/// - ``fetchIdentifiers(_:)``
/// - ``cachedSnapshots(for:editingState:)``
///
/// ### Saving
///
/// - ``Snapshot``
/// - ``save(_:)``
/// - ``erase()``
///
/// ### Contexts
///
/// - ``initializeState(for:)``
/// - ``invalidateState(for:)``
public protocol DataStore: AnyObject {
    /// The type of the store's configurations.
    associatedtype Configuration: DataStoreConfiguration where Self == Self.Configuration.Store
    /// The type that holds the values of one model.
    associatedtype Snapshot: DataStoreSnapshot

    /// The permanent identifier of the store, which is part of the identifiers of its models.
    var identifier: String { get }
    /// The schema of the store's models.
    var schema: Schema { get }
    /// The configuration with which the store was opened.
    var configuration: Configuration { get }

    /// Opens a store, and creates it if necessary.
    ///
    /// The schema of the configuration is set.
    init(
        _ configuration: Configuration,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws
    /// Deletes all models.
    func erase() throws
    /// Returns the snapshots of the models that match a descriptor, in its order.
    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>
    where T: PersistentModel
    /// Returns the number of models that match a descriptor.
    func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel
    /// Returns the identifiers of the models that match a descriptor, in its order.
    func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
    where T: PersistentModel
    /// Saves the changes of a context, all or none of them.
    func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws
        -> DataStoreSaveChangesResult<Snapshot>
    /// Prepares the store for requests of a context.
    func initializeState(for editingState: EditingState)
    /// Releases what the store keeps for a context.
    func invalidateState(for editingState: EditingState)
    /// Returns the snapshots that the store has in memory, for models with the given identifiers.
    ///
    /// The other ones are fetched.
    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
    /// Returns the number of fetched snapshots.
    public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int
    where T: PersistentModel { try fetchIdentifiers(request).count }

    /// Returns the identifiers of the fetched snapshots.
    public func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws
        -> [PersistentIdentifier] where T: PersistentModel
    {
        try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
            .filter { SnapshotSchema.entityName(of: $0) == T.entityName }
    }

    /// Throws, so that the container deletes the models one by one instead.
    ///
    /// - Throws: `DataStoreError.unsupportedFeature`.
    public func erase() throws { throw DataStoreError.unsupportedFeature }

    /// Does nothing.
    public func initializeState(for editingState: EditingState) {}

    /// Does nothing.
    public func invalidateState(for editingState: EditingState) {}

    /// Returns no snapshots.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// An error that a custom store throws for an unsupported request.
public enum DataStoreError: Error, Hashable {
    /// The store does not support the request.
    case unsupportedFeature
    /// The store cannot evaluate the predicate, and the fetch is to be repeated without it.
    case preferInMemoryFilter
    /// The store cannot sort, and the fetch is to be repeated without a sort order.
    case preferInMemorySort
    /// The predicate is invalid.
    case invalidPredicate
}

/// A custom store that can delete models without loading them.
public protocol DataStoreBatching: DataStore {
    /// Deletes all models that match a predicate.
    func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel
}

/// A deletion of all matching models, for a custom store.
public struct DataStoreBatchDeleteRequest<T>: Sendable where T: PersistentModel {
    /// The context that deletes.
    public let editingState: EditingState
    /// The condition that the models satisfy; nil for all models.
    public let predicate: Predicate<T>?
    /// Whether models of subclasses are deleted as well.
    public let includeSubclasses: Bool
}
