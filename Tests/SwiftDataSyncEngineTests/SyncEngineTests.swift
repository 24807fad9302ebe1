// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSync
import SwiftDataSyncEngine
import Synchronization
import Testing

struct SyncEngineTests {
    private let hub = MemoryHub()
    private let space: TestSpace

    init() throws { space = try TestSpace() }

    /// Runs an engine until a test of it has ended.
    private func withEngine(
        of store: ParticipantStore,
        on hub: any SyncHub,
        delays: SyncSchedule.Delays = .init(),
        _ body: (SyncEngine, AsyncStream<SyncStatus>) async throws -> Void
    ) async throws {
        let (statuses, sender) = AsyncStream<SyncStatus>.makeStream()
        let engine = SyncEngine(hub: hub, store: store, delays: delays) { sender.yield($0) }
        let task = Task { await engine.run() }
        do {
            try await body(engine, statuses)
        } catch {
            task.cancel()
            await task.value
            throw error
        }
        task.cancel()
        await task.value
    }

    @Test func commitOnOneMachineArrivesOnAnotherByItself() async throws {
        let (first, second) = (
            try ParticipantStore(node: 1, in: space), try ParticipantStore(node: 2, in: space)
        )
        try await withEngine(of: first, on: hub) { engine, _ in
            try await withEngine(of: second, on: hub) { _, statuses in
                await first.write("a", as: 1, at: 10)
                engine.noteCommit()
                for await status in statuses where status.last?.received == 1 { break }
            }
        }
        #expect(await second.notes == [1: "a"])
    }

    @Test func requestRunsARoundThatBeginsAfterIt() async throws {
        let store = try ParticipantStore(node: 1, in: space)
        try await withEngine(of: store, on: hub) { engine, _ in
            for number: UInt64 in 1...3 {
                await store.write("a", as: number, at: 10)
                let report = try await engine.synchronize()
                #expect(report.isComplete)
                #expect(space.objects(on: hub).count == Int(number))
            }
        }
    }

    @Test func engineContinuesOnceTheHubResponds() async throws {
        let store = try ParticipantStore(node: 1, in: space)
        let faulty = FaultyHub(hub)
        faulty.setFaults { $0.error = HubError(.unreachable, message: "the line was cut") }
        var delays = SyncSchedule.Delays()
        delays.firstRetry = .milliseconds(1)
        try await withEngine(of: store, on: faulty, delays: delays) { engine, statuses in
            await store.write("a", as: 1, at: 10)
            engine.noteCommit()
            var wasOffline = false
            for await status in statuses {
                if status.phase == .offline {
                    #expect((status.problem as? HubError)?.code == .unreachable)
                    wasOffline = true
                    // Captured although the hub does not respond.
                    if await store.isCaptured { faulty.setFaults { $0.error = nil } }
                } else if status.phase == .idle {
                    break
                }
            }
            #expect(wasOffline)
        }
        #expect(await store.isCaptured)
    }

    @Test(arguments: [HubError.Code.denied, .notHub])
    func problemThatAPersonMustSolveIsReported(code: HubError.Code) async throws {
        let store = try ParticipantStore(node: 1, in: space)
        let faulty = FaultyHub(hub)
        faulty.setFaults { $0.error = HubError(code, message: "no") }
        try await withEngine(of: store, on: faulty) { engine, statuses in
            for await status in statuses where status.phase != .running {
                #expect(status.phase == .stopped)
                break
            }
            let error = await #expect(throws: HubError.self) { try await engine.synchronize() }
            #expect(error?.code == code)
            faulty.setFaults { $0.error = nil }
            let report = try await engine.synchronize()
            #expect(report.isComplete)
        }
    }

    @Test(arguments: [HubError.Code.denied, .notHub])
    func removedMediumIsTriedAgainSoon(code: HubError.Code) async throws {
        let store = try ParticipantStore(node: 1, in: space)
        let faulty = FaultyHub(hub)
        faulty.setFaults { $0.error = HubError(code, message: "no") }
        let delays = SyncSchedule.Delays(forHubAt: "/media/stick")
        try await withEngine(of: store, on: faulty, delays: delays) { _, statuses in
            for await status in statuses {
                guard let time = status.nextTry else { continue }
                #expect(status.phase == .stopped)
                #expect(time <= .now + .seconds(30))
                break
            }
        }
    }

    @Test(arguments: [HubError.Code.unreachable, .notHub])
    func errorIsShownUntilTheHubResponds(code: HubError.Code) async throws {
        let store = try ParticipantStore(node: 1, in: space)
        let faulty = FaultyHub(hub)
        faulty.setFaults { $0.error = HubError(code, message: "no") }
        var delays = SyncSchedule.Delays()
        delays.firstRetry = .milliseconds(1)
        delays.placeRetry = .milliseconds(1)
        try await withEngine(of: store, on: faulty, delays: delays) { _, statuses in
            var attempts = 0
            for await status in statuses where status.problem != nil {
                if status.hasResponse { break }
                #expect(status.shownPhase == (code == .unreachable ? .offline : .stopped))
                guard status.phase == .running else { continue }
                #expect(status.nextTry != nil)
                attempts += 1
                if attempts == 3 { faulty.setFaults { $0.error = nil } }
            }
            #expect(attempts >= 3)
            for await status in statuses where status.phase == .idle {
                #expect(status.problem == nil && status.nextTry == nil)
                break
            }
        }
    }

    @Test func timeOfTheNextTryIsReported() async throws {
        let store = try ParticipantStore(node: 1, in: space)
        let faulty = FaultyHub(hub)
        faulty.setFaults { $0.error = HubError(.unreachable, message: "the line was cut") }
        var delays = SyncSchedule.Delays()
        delays.firstRetry = .seconds(600)
        try await withEngine(of: store, on: faulty, delays: delays) { engine, statuses in
            let begin = ContinuousClock.now
            for await status in statuses {
                guard let time = status.nextTry else { continue }
                #expect(status.phase == .offline)
                #expect(time >= begin + delays.firstRetry)
                break
            }
            faulty.setFaults { $0.error = nil }
            _ = try await engine.synchronize()
            for await status in statuses where status.phase == .idle {
                #expect(status.nextTry == nil)
                break
            }
        }
    }

    @Test func endedEngineAnswersNoRequest() async throws {
        let store = try ParticipantStore(node: 1, in: space)
        let engine = SyncEngine(hub: hub, store: store) { _ in }
        let task = Task { await engine.run() }
        _ = try await engine.synchronize()
        task.cancel()
        await task.value
        await #expect(throws: CancellationError.self) { try await engine.synchronize() }
    }
}
