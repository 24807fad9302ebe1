// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import SwiftDataHub
import SwiftDataSpace
import Synchronization
import Testing

@testable import JournalService

/// The state of the synchronization while a round runs, and after an error.
struct SyncStateReportTests {
    /// A hub that lets a test observe its calls.
    private final class ObservedHub: SyncHub {
        typealias Observer = @Sendable (_ isPut: Bool) async -> Void

        private let hub = MemoryHub()
        private let observer = Mutex<Observer?>(nil)
        private let error = Mutex<HubError?>(nil)

        /// Calls a closure in calls with objects of logs, before they have an effect.
        func observe(_ body: Observer?) { observer.withLock { $0 = body } }
        /// Fails each listing.
        func fail(with error: HubError?) { self.error.withLock { $0 = error } }

        private func note(_ name: HubName, isPut: Bool) async {
            guard name.path.hasPrefix("log/") else { return }
            await observer.withLock { $0 }?(isPut)
        }

        func create() {}
        func spaces() -> [SpaceID] { hub.spaces() }
        func list(_ prefix: HubPrefix) throws(HubError) -> HubListing {
            if let error = error.withLock({ $0 }) { throw error }
            return hub.list(prefix)
        }
        func get(_ name: HubName) async -> [UInt8]? {
            await note(name, isPut: false)
            return hub.get(name)
        }
        func put(_ bytes: [UInt8], as name: HubName) async throws(HubError) {
            await note(name, isPut: true)
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

    /// The phases that were observed in calls.
    private final class Phases: Sendable {
        private let phases = Mutex<[Bool: [SyncState.Phase]]>([:])

        func note(_ phase: SyncState.Phase, isPut: Bool) {
            phases.withLock { $0[isPut, default: []].append(phase) }
        }

        func all(isPut: Bool) -> [SyncState.Phase] { phases.withLock { $0[isPut] ?? [] } }
    }

    @Test func aRoundReceivesAndThenSends() async throws {
        let hub = ObservedHub()
        let hubs = HubSource { _ in hub }
        let phases = Phases()
        let key = try await Self.makeSpace(hubs: hubs)
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve(hubs: hubs) {
                try await TestClient.connect(to: daemon) { client in
                    // It waits while the other entry arrives.
                    try await client.call(EntryCreate(text: "own"))
                    hub.observe { isPut in
                        let state = try? await TestClient.connect(to: daemon) { other in
                            try await other.call(SyncStatusCall())
                        }
                        if let state { phases.note(state.phase, isPut: isPut) }
                    }
                    try await client.call(
                        SyncJoin(hub: SyncBench.address, credential: .key(key))
                    )
                    try await client.call(SyncNow())
                    hub.observe(nil)
                }
            }
        }
        #expect(phases.all(isPut: false).contains(.receiving))
        #expect(!phases.all(isPut: false).contains(.sending))
        #expect(phases.all(isPut: true).contains(.sending))
    }

    /// Makes a space with the entry of a journal, which is not served any more then.
    private static func makeSpace(hubs: HubSource) async throws -> Secret {
        var key: Secret?
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve(hubs: hubs) {
                try await TestClient.connect(to: daemon) { client in
                    try await client.call(EntryCreate(text: "other"))
                    key = try await client.call(SyncInit(hub: SyncBench.address)).key
                    try await client.call(SyncNow())
                }
            }
        }
        return try #require(key)
    }

    @Test func aFolderThatDisappearedIsTriedAgainSoon() async throws {
        let hub = ObservedHub()
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve(hubs: HubSource { _ in hub }) {
                try await TestClient.connect(to: daemon) { client in
                    try await client.call(SyncInit(hub: "/media/stick"))
                    try await client.call(SyncNow())
                    hub.fail(with: HubError(.notHub, message: "no medium"))
                    #expect(try await client.refusal(SyncNow()).message == "no medium")
                    var nextTry: Timestamp?
                    // The time is noted after the request was answered.
                    while nextTry == nil {
                        nextTry = try await client.call(SyncStatusCall()).nextTry
                    }
                    let delay = try #require(nextTry).milliseconds - WallClock.milliseconds()
                    #expect(delay <= 60_000)
                }
            }
        }
    }
}
