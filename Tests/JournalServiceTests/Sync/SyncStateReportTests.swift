// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import SwiftDataHub
import Synchronization
import Testing

@testable import JournalService

/// The state of the synchronization while a round runs, and after an error.
struct SyncStateReportTests {
    /// The phases that were observed in calls with objects of logs.
    private final class Phases: Sendable {
        private let phases = Mutex<[Bool: [SyncState.Phase]]>([:])

        func note(_ phase: SyncState.Phase, isPut: Bool) {
            phases.withLock { $0[isPut, default: []].append(phase) }
        }

        func all(isPut: Bool) -> [SyncState.Phase] { phases.withLock { $0[isPut] ?? [] } }
    }

    /// Returns whether a call puts an object of a log; nil for calls without one.
    private static func isPut(_ call: ObservedHub.Call) -> Bool? {
        switch call {
        case .get(let name) where name.path.hasPrefix("log/"): false
        case .put(let name) where name.path.hasPrefix("log/"): true
        default: nil
        }
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
                    hub.observe { call in
                        guard let isPut = Self.isPut(call) else { return }
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
                    hub.failListings(with: HubError(.notHub, message: "no medium"))
                    #expect(try await client.refusal(SyncNow()).message == "no medium")
                    let nextTry = try await client.stateWithNextTry().nextTry
                    let delay = try #require(nextTry).milliseconds - WallClock.milliseconds()
                    #expect(delay <= 60_000)
                }
            }
        }
    }

    @Test func theStateOfAnErrorStaysUntilTheHubResponds() async throws {
        let hub = ObservedHub()
        let phases = Phases()
        let (states, sender) = AsyncStream<SyncState>.makeStream()
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve(hubs: HubSource { _ in hub }) {
                try await TestClient.connect(to: daemon) { client in
                    try await client.call(EntryCreate(text: "own"))
                    try await client.call(SyncInit(hub: "/media/stick"))
                    try await client.call(SyncNow())
                    hub.failListings(with: HubError(.notHub, message: "no medium"))
                    #expect(try await client.refusal(SyncNow()).message == "no medium")
                    let state = try await client.stateWithNextTry()
                    #expect(state.phase == .stopped)
                    hub.observe { call in
                        let state = try? await TestClient.connect(to: daemon) { other in
                            try await other.call(SyncStatusCall())
                        }
                        if call == .list, let state { sender.yield(state) }
                        if Self.isPut(call) == true, let state {
                            phases.note(state.phase, isPut: true)
                        }
                    }
                    try await client.call(EntryCreate(text: "later"))
                    try await client.call(SyncNow())
                    hub.observe(nil)
                    sender.finish()
                    for await during in states {
                        #expect(during.phase == state.phase && during.problem == state.problem)
                        #expect(during.nextTry == state.nextTry)
                        break
                    }
                }
            }
        }
        #expect(phases.all(isPut: true).contains(.sending))
    }
}

extension TestClient {
    /// Waits for the state with the time of the next attempt, which is noted after an exchange that
    /// failed was answered.
    fileprivate func stateWithNextTry() async throws -> SyncState {
        while true {
            let state = try await call(SyncStatusCall())
            if state.nextTry != nil { return state }
        }
    }
}
