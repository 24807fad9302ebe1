// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// A synchronization that answers requests as a test decides.
private struct ScriptedSync: SyncControl {
    /// The error of the requests that wait for a hub; nil for none.
    var error: ProtocolError?
    /// Whether an exchange lasts until it is cancelled.
    var isSlow = false

    private func fail() throws(ProtocolError) { if let error { throw error } }

    func whenChanged(_ body: @escaping @Sendable () -> Void) {}

    func state() -> SyncState {
        SyncState(
            phase: .offline,
            hub: "/srv/hub",
            space: "8c5f0f2e-0000-4000-8000-000000000001",
            asOf: .epoch,
            clockOffset: 0.5,
            nextTry: .epoch,
            problem: error.map { SyncState.Problem(kind: $0.kind, message: $0.message) }
        )
    }

    func begin(_ request: SyncInit) throws(ProtocolError) -> SyncInit.Reply {
        try fail()
        return SyncInit.Reply(space: "s", key: request.passphrase == nil ? "K1" : nil)
    }

    func join(_ request: SyncJoin) throws(ProtocolError) -> SyncJoin.Reply {
        try fail()
        do throws(InvalidParams) {
            return SyncJoin.Reply(space: "\(try request.credential)")
        } catch {
            throw error.error
        }
    }

    func synchronize(_ request: SyncNow) async throws(ProtocolError) -> SyncNow.Reply {
        try fail()
        if isSlow {
            // Ends when the task is cancelled.
            let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
            for await _ in stream {}
            continuation.finish()
            throw .requestCancelled
        }
        return SyncNow.Reply(sent: 1, received: request.timeout, asOf: .epoch)
    }

    func pause() throws(ProtocolError) { try fail() }

    func resume() throws(ProtocolError) { try fail() }

    func machines() throws(ProtocolError) -> [SyncMachine] {
        try fail()
        let node = "00c0ffee00c0ffee"
        return [SyncMachine(name: "desk", node: node, isCurrent: true, hasPendingPurges: true)]
    }

    func remove(_ request: SyncRemove) throws(ProtocolError) { try fail() }

    func move(_ request: SyncMove) throws(ProtocolError) { try fail() }

    func key(_ request: SyncKey) throws(ProtocolError) -> Secret {
        try fail()
        return "K2"
    }

    func end(_ request: SyncOff) throws(ProtocolError) { try fail() }
}

struct SyncRequestTests {
    private func serve(
        _ sync: ScriptedSync,
        _ body: (TestClient) async throws -> Void
    ) async throws {
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve(inMemory: true, sync: sync) {
                try await TestClient.connect(to: daemon, body)
            }
        }
    }

    @Test func repliesHaveTheKeyAndNoOtherSecret() async throws {
        try await serve(ScriptedSync()) { client in
            let open = try await client.call(SyncInit(hub: "/srv/hub"))
            #expect(open.key == "K1")
            let sealed = try await client.call(SyncInit(hub: "/srv/hub", passphrase: "five"))
            #expect(sealed == SyncInit.Reply(space: "s"))
            let joined = try await client.call(SyncJoin(hub: "/h", credential: .key("K1")))
            #expect(joined.space == "key((secret))")
            #expect(try await client.call(SyncKey(isNew: true)).key == "K2")
        }
    }

    @Test func everyMethodIsAnswered() async throws {
        try await serve(ScriptedSync()) { client in
            let state = try await client.call(SyncStatusCall())
            #expect(state.phase == .offline)
            #expect(try await client.call(SyncNow(timeout: 7)).received == 7)
            #expect(try await client.call(SyncPause()) == Empty())
            #expect(try await client.call(SyncResume()) == Empty())
            #expect(try await client.call(SyncMachines()).machines.map(\.name) == ["desk"])
            #expect(try await client.call(SyncRemove(node: "00c0ffee00c0ffee")) == Empty())
            #expect(try await client.call(SyncMove(hub: "/srv/other")) == Empty())
            #expect(try await client.call(SyncOff(delete: true)) == Empty())
        }
    }

    @Test(arguments: [
        ErrorKind.syncOff, .syncOffline, .syncKey, .syncSpace, .syncPaused, .syncFormat, .syncHub,
    ])
    func errorsOfTheSynchronizationAreSent(kind: ErrorKind) async throws {
        let failure = ProtocolError(kind, "what is wrong; what to do")
        try await serve(ScriptedSync(error: failure)) { client in
            let error = try await client.refusal(SyncNow())
            #expect(error == failure)
            #expect(try await client.call(SyncStatusCall()).problem?.kind == kind)
        }
    }

    @Test func joiningNeedsEitherAPassphraseOrAKey() async throws {
        try await serve(ScriptedSync()) { client in
            for members in [#""key":"a","passphrase":"b""#, #""name":"desk""#] {
                try await client.send(
                    #"{"jsonrpc":"2.0","id":7,"method":"sync.join","params":{"hub":"/h",\#(members)}}"#
                        + "\n"
                )
                let outcome = try await client.answer().outcome
                let error = #expect(throws: ProtocolError.self) { try outcome.get() }
                #expect(error?.kind == .paramsInvalid)
            }
        }
    }

    @Test func cancellingARequestCancelsTheExchange() async throws {
        try await serve(ScriptedSync(isSlow: true)) { client in
            try await client.send(
                #"{"jsonrpc":"2.0","id":7,"method":"sync.now"}"# + "\n"
                    + #"{"jsonrpc":"2.0","method":"cancel","params":{"id":7}}"# + "\n"
            )
            let outcome = try await client.answer().outcome
            let error = #expect(throws: ProtocolError.self) { try outcome.get() }
            #expect(error?.kind == .cancelled)
        }
    }

    @Test func aDaemonStopsDuringAnExchange() async throws {
        try await serve(ScriptedSync(isSlow: true)) { client in
            try await client.send(#"{"jsonrpc":"2.0","id":7,"method":"sync.now"}"# + "\n")
            #expect(try await client.call(SyncStatusCall()).phase == .offline)
        }
    }
}
