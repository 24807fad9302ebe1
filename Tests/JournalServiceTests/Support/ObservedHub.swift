// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSpace
import Synchronization

/// A hub in memory that lets a test observe, delay or fail its calls.
final class ObservedHub: SyncHub {
    enum Call: Hashable, Sendable {
        case list
        case get(HubName)
        case put(HubName)
    }

    typealias Observer = @Sendable (Call) async throws(HubError) -> Void

    private let hub = MemoryHub()
    private let observer = Mutex<Observer?>(nil)

    /// Calls a closure before each call has an effect; nil for none.
    func observe(_ body: Observer?) { observer.withLock { $0 = body } }

    private func note(_ call: Call) async throws(HubError) {
        guard let body = observer.withLock({ $0 }) else { return }
        try await body(call)
    }

    func create() {}
    func spaces() -> [SpaceID] { hub.spaces() }
    func list(_ prefix: HubPrefix) async throws(HubError) -> HubListing {
        try await note(.list)
        return hub.list(prefix)
    }
    func get(_ name: HubName) async throws(HubError) -> [UInt8]? {
        try await note(.get(name))
        return hub.get(name)
    }
    func put(_ bytes: [UInt8], as name: HubName) async throws(HubError) {
        try await note(.put(name))
        try hub.put(bytes, as: name)
    }
    func delete(_ name: HubName) { hub.delete(name) }
    func wait(
        for prefix: HubPrefix,
        toDifferFrom mark: HubMark,
        until deadline: ContinuousClock.Instant
    ) async {
        await hub.wait(for: prefix, toDifferFrom: mark, until: deadline)
    }
}

extension ObservedHub {
    /// Fails each listing with an error.
    func failListings(with error: HubError) {
        observe { call throws(HubError) in
            if call == .list { throw error }
        }
    }
}
