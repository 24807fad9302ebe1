// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A fetch, for a custom store.
public struct DataStoreFetchRequest<T>: Sendable where T: PersistentModel {
    /// The context that fetches.
    public let editingState: EditingState
    /// The criteria, sort order and limits of the models.
    public let descriptor: FetchDescriptor<T>
}

/// The snapshots that a custom store returns for a fetch.
public struct DataStoreFetchResult<ModelType, SnapshotType>: Sendable
where ModelType: PersistentModel, SnapshotType: DataStoreSnapshot {
    /// The descriptor of the request.
    public let descriptor: FetchDescriptor<ModelType>
    /// The snapshots of the matching models, in order.
    public let fetchedSnapshots: [SnapshotType]
    /// Snapshots of models to which the matching ones refer; currently not used.
    public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

    /// Creates the result of a fetch.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor of the request.
    ///   - fetchedSnapshots: The snapshots of the matching models, in order.
    ///   - relatedSnapshots: Snapshots of models to which the matching ones refer.
    public init(
        descriptor: FetchDescriptor<ModelType>,
        fetchedSnapshots: [SnapshotType],
        relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
    ) {
        self.descriptor = descriptor
        self.fetchedSnapshots = fetchedSnapshots
        self.relatedSnapshots = relatedSnapshots
    }
}
