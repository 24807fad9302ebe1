// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// The configuration of a store that forwards all requests to a default store.
struct ForwardingConfiguration: DataStoreConfiguration {
    typealias Store = ForwardingStore

    var name = "forwarding"
    var schema: Schema?
    let url: URL
    var log = RequestLog()
}

/// The requests that a store received.
class RequestLog: Hashable {
    var requests: [String] = []
    var authors: [String?] = []

    func receive(_ request: String) { requests.append(request) }

    static func == (lhs: RequestLog, rhs: RequestLog) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A store that records its requests and forwards them to a default store.
///
/// It uses only the public interface of the framework.
final class ForwardingStore: DataStore {
    let configuration: ForwardingConfiguration
    private let store: DefaultStore

    var identifier: String { store.identifier }
    var schema: Schema { store.schema }
    private var log: RequestLog { configuration.log }

    init(
        _ configuration: ForwardingConfiguration,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws {
        self.configuration = configuration
        store = try DefaultStore(
            ModelConfiguration(schema: configuration.schema, url: configuration.url)
        )
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
        -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel
    {
        log.receive("fetch \(T.self)")
        return try store.fetch(request)
    }

    func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
        log.receive("count \(T.self)")
        return try store.fetchCount(request)
    }

    func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
    where T: PersistentModel {
        log.receive("identifiers \(T.self)")
        return try store.fetchIdentifiers(request)
    }

    func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
        -> DataStoreSaveChangesResult<DefaultSnapshot>
    {
        let counts = [request.inserted, request.updated, request.deleted].map(\.count)
        log.receive("save \(counts[0]) \(counts[1]) \(counts[2])")
        log.authors.append(request.editingState.author)
        return try store.save(request)
    }

    func erase() throws { try store.erase() }

    func initializeState(for editingState: EditingState) { log.receive("initialize") }

    func invalidateState(for editingState: EditingState) { log.receive("invalidate") }
}

extension ForwardingStore: HistoryProviding {
    static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

    func fetchHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] { try store.fetchHistory(descriptor) }

    func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        try store.deleteHistory(descriptor)
    }
}
