// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import SwiftData
internal import SwiftDataReplica
internal import SwiftDataSync

/// The store of the writer, as operations of synchronization use it.
///
/// It belongs to the writer: while an operation runs, nothing else is written.
final class SyncedStore {
    /// Synchronization is off.
    struct Off: Error {}

    private let models: ModelContext
    private var openReplica: ContainerReplica?

    init(_ models: ModelContext) { self.models = models }

    /// The identifier of the store, which no copy has that the journal made.
    var identifier: String {
        models.container.storeIdentifier(forConfigurationNamed: "journal") ?? ""
    }

    /// The number of conflicts that wait for a person.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func conflictCount() throws -> Int { try ConflictListing().count(in: models) }

    /// The replica.
    ///
    /// - Throws: `Off` if none is open.
    var replica: ContainerReplica {
        get throws {
            guard let openReplica else { throw Off() }
            return openReplica
        }
    }

    /// Opens the replica of the store.
    ///
    /// - Throws: `SyncError` with the code `.schema`.
    @discardableResult
    func open(
        _ sealer: ObjectSealer,
        _ settings: ContainerReplica.Settings
    ) throws -> ContainerReplica {
        let replica = try ContainerReplica(context: models, sealer: sealer, settings: settings)
        openReplica = replica
        return replica
    }

    /// Closes the replica; further operations throw `Off`.
    func close() { openReplica = nil }

    /// Ends the synchronization: removes its records, and keeps the rows.
    func leave() throws {
        close()
        try models.commitGroup(hasSavepoints: false) { group in
            try group.syncRecords.removeAll()
            try group.setCaptureCursor(nil)
        }
    }

    /// Continues to overwrite deleted content for a short time; returns nil once it is complete.
    func continuing(_ erasure: StoreErasure) throws -> StoreErasure? {
        var erasure = erasure
        return try erasure.advance(in: models.container) ? nil : erasure
    }

    // MARK: Records

    /// Returns the value of a sync record; nil if the store has none.
    func record(_ key: [UInt8]) throws -> [UInt8]? {
        try models.container.readSyncRecords { try $0.value(for: key) }
    }

    /// Sets the value of a sync record.
    func setRecord(_ key: [UInt8], to value: [UInt8]) throws {
        try change { try $0.set(value, for: key) }
    }

    /// Changes sync records in one commit.
    func change(_ body: (SyncRecordWriter) throws -> Void) throws {
        try models.commitGroup(hasSavepoints: false) { try body($0.syncRecords) }
    }
}

/// An operation of synchronization, which commits by itself.
struct SyncOperation: Sendable {
    /// Passes the result on, once the writer has reported what was committed.
    typealias Completion = @Sendable () -> Void

    private let body: @Sendable (Result<SyncedStore, any Error>) -> (Completion, (any Error)?)

    /// Creates an operation.
    ///
    /// - Parameters:
    ///   - body: Reads and writes the store, for a short time.
    ///   - completion: Called once with the result.
    init<Value: Sendable>(
        _ body: @escaping @Sendable (SyncedStore) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.body = { store in
            let result = Result { try body(store.get()) }
            let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
            return ({ completion(result) }, error)
        }
    }

    /// Executes the operation, or fails it with an error.
    func perform(
        on store: Result<SyncedStore, any Error>
    ) -> (completion: Completion, error: (any Error)?) {
        body(store)
    }
}
