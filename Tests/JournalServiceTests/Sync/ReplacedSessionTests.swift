// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import SwiftDataHub
import SwiftDataSpace
import Synchronization
import Testing

@testable import JournalService

/// Requests that wait for an exchange while another request ends or replaces the session.
struct ReplacedSessionTests {
    /// A hub that does not list its objects while it is held.
    private final class HeldHub: SyncHub {
        private let hub = MemoryHub()
        private let isHeld = Atomic(false)
        private let listings = AsyncStream<Void>.makeStream()

        func hold() { isHeld.store(true, ordering: .sequentiallyConsistent) }
        func release() { isHeld.store(false, ordering: .sequentiallyConsistent) }

        /// Waits for the next listing that is held.
        func listing() async { for await _ in listings.stream { return } }

        func list(_ prefix: HubPrefix) async throws(HubError) -> HubListing {
            if isHeld.load(ordering: .sequentiallyConsistent) {
                listings.continuation.yield()
                // Until the session ends.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw HubError(.unreachable, message: "held")
            }
            return hub.list(prefix)
        }

        func create() {}
        func spaces() -> [SpaceID] { hub.spaces() }
        func get(_ name: HubName) -> [UInt8]? { hub.get(name) }
        func put(_ bytes: [UInt8], as name: HubName) throws(HubError) {
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

    @Test func pauseIsTheErrorOfAnExchangeThatItEnds() async throws {
        let hub = HeldHub()
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve(hubs: HubSource { _ in hub }) {
                try await TestClient.connect(to: daemon) { client in
                    try await client.call(SyncInit(hub: "/hub"))
                    try await client.call(SyncNow())
                    hub.hold()
                    async let refusal = TestClient.connect(to: daemon) { waiting in
                        try await waiting.refusal(SyncNow()).kind
                    }
                    await hub.listing()
                    try await client.call(SyncPause())
                    #expect(try await refusal == .syncPaused)
                    hub.release()
                    try await client.call(SyncResume())
                    try await client.call(SyncNow())
                }
            }
        }
    }
}
