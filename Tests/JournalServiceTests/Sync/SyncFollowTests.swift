// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Synchronization
import Testing

@testable import JournalService

/// A synchronization without a hub, whose state a test changes.
private final class ChangingSync: SyncControl {
    private let changes = Mutex<(pending: Int, reads: Int, body: @Sendable () -> Void)>((0, 0, {}))

    /// The number of times that the state was read.
    var readCount: Int { changes.withLock(\.reads) }

    func change() {
        let body = changes.withLock { changes in
            changes.pending += 1
            return changes.body
        }
        body()
    }

    func whenChanged(_ body: @escaping @Sendable () -> Void) {
        changes.withLock { $0.body = body }
    }

    func state() -> SyncState {
        changes.withLock { changes in
            changes.reads += 1
            return SyncState(phase: .offline, pending: changes.pending)
        }
    }

    func begin(_ request: SyncInit) -> SyncInit.Reply { SyncInit.Reply(space: "s") }
    func join(_ request: SyncJoin) -> SyncJoin.Reply { SyncJoin.Reply(space: "s") }
    func synchronize(_ request: SyncNow) -> SyncNow.Reply {
        SyncNow.Reply(sent: 0, received: 0, asOf: .epoch)
    }
    func pause() {}
    func resume() {}
    func machines() -> [SyncMachine] { [] }
    func remove(_ request: SyncRemove) {}
    func move(_ request: SyncMove) {}
    func key(_ request: SyncKey) -> Secret { "" }
    func end(_ request: SyncOff) {}
}

/// The notification of the state of the synchronization.
struct SyncFollowTests {
    @Test func aConnectionThatFollowsReceivesTheStateWhenItChanges() async throws {
        try await SyncBench.run { bench in
            let before = try await bench.first.call(SyncStatusCall(follow: true))
            #expect(before.phase == .off)
            let id = try await bench.disagree()
            let state = try await bench.first.state { $0.conflicts == 1 && $0.phase == .idle }
            #expect(state.machines == 2)
            #expect(state.hub == SyncBench.address)
            let conflict = try #require(try await bench.conflicts().first)
            try await bench.first.call(SyncResolve(id: id, version: conflict.version.id))
            _ = try await bench.first.state { $0.conflicts == 0 }
            try await bench.first.call(SyncPause())
            _ = try await bench.first.state { $0.phase == .paused }
            // Others receive nothing.
            #expect(bench.second.notes.isEmpty)
        }
    }

    private func serve(
        _ sync: ChangingSync,
        _ body: (TestClient) async throws -> Void
    ) async throws {
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve(inMemory: true, sync: sync) {
                try await TestClient.connect(to: daemon, body)
            }
        }
    }

    @Test func manyChangesAreFewNotificationsTheLastWithTheLatestState() async throws {
        let sync = ChangingSync()
        try await serve(sync) { client in
            try await client.call(SyncStatusCall(follow: true))
            for _ in 0..<200 { sync.change() }
            _ = try await client.state { $0.pending == 200 }
            // One for the reply, one after the first changes and one after the last; more only on
            // a machine that is slower than the changes.
            #expect(sync.readCount < 20)
        }
    }

    @Test func nothingIsReadUnlessAConnectionFollows() async throws {
        let sync = ChangingSync()
        try await serve(sync) { client in
            try await client.call(SyncStatusCall())
            sync.change()
            try await client.call(SyncStatusCall(follow: true))
            sync.change()
            _ = try await client.state { $0.pending == 2 }
            try await client.call(SyncStatusCall(follow: false))
            client.clearNotes()
            let count = sync.readCount
            for _ in 0..<10 { sync.change() }
            try await client.call(Flush())
            #expect(sync.readCount == count)
            #expect(client.notes.isEmpty)
        }
    }
}

extension TestClient {
    /// Waits for the notification of a state.
    fileprivate func state(_ condition: (SyncState) -> Bool) async throws -> SyncState {
        let received = notes
        clearNotes()
        for note in received where note.method == SyncState.method {
            let state = try SyncState(json: note.params)
            if condition(state) { return state }
        }
        while let message = try await line() {
            guard case .notification(let note) = message, note.method == SyncState.method else {
                continue
            }
            let state = try SyncState(json: note.params)
            if condition(state) { return state }
        }
        throw ProtocolError(.internal, "the connection was closed")
    }
}
