// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import SwiftDataHub
import Testing

@testable import JournalService

/// Requests that wait for an exchange while another request ends or replaces the session.
struct ReplacedSessionTests {
    @Test func pauseIsTheErrorOfAnExchangeThatItEnds() async throws {
        let hub = ObservedHub()
        let (listings, sender) = AsyncStream<Void>.makeStream()
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve(hubs: HubSource { _ in hub }) {
                try await TestClient.connect(to: daemon) { client in
                    try await client.call(SyncInit(hub: "/hub"))
                    try await client.call(SyncNow())
                    hub.observe { call async throws(HubError) in
                        guard call == .list else { return }
                        sender.yield()
                        // Until the session ends.
                        for await _ in AsyncStream<Never>.makeStream().stream {}
                        throw HubError(.unreachable, message: "held")
                    }
                    async let refusal = TestClient.connect(to: daemon) { waiting in
                        try await waiting.refusal(SyncNow()).kind
                    }
                    for await _ in listings { break }
                    try await client.call(SyncPause())
                    #expect(try await refusal == .syncPaused)
                    hub.observe(nil)
                    try await client.call(SyncResume())
                    try await client.call(SyncNow())
                }
            }
        }
    }
}
