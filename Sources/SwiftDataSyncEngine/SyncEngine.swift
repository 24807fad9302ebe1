// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataHub
internal import SwiftDataSync

/// Synchronizes a store with a hub: runs rounds when either changes, and after errors.
package actor SyncEngine {
    private typealias Caller = CheckedContinuation<RoundReport, any Error>

    private let hub: any SyncHub
    private let store: any SyncStore
    private let report: @Sendable (SyncStatus) -> Void
    private let events: AsyncStream<SyncSchedule.Event>
    private let sender: AsyncStream<SyncSchedule.Event>.Continuation
    private var schedule: SyncSchedule
    private var status = SyncStatus()
    /// The task that waits for the hub.
    private var watch: Task<Void, Never>?
    /// The callers that wait for the round after the present one.
    private var callers: [Caller] = []
    private var hasEnded = false

    /// Creates the engine of a store; `run()` starts it.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - store: The store.
    ///   - delays: The times between events and rounds.
    ///   - report: Receives each new status; must not block.
    package init(
        hub: any SyncHub,
        store: any SyncStore,
        delays: SyncSchedule.Delays = .init(),
        report: @escaping @Sendable (SyncStatus) -> Void
    ) {
        self.hub = hub
        self.store = store
        self.report = report
        schedule = SyncSchedule(delays)
        (events, sender) = AsyncStream.makeStream()
    }

    /// Notes that a change of the store was committed.
    package nonisolated func noteCommit() { sender.yield(.committed) }

    /// Runs a round that begins after this call, also while the hub is believed to be offline.
    ///
    /// - Returns: The result of the round.
    /// - Throws: The error of the round; `CancellationError` if the engine does not run any more.
    package func synchronize() async throws -> RoundReport {
        guard !hasEnded else { throw CancellationError() }
        return try await withCheckedThrowingContinuation { caller in
            callers.append(caller)
            sender.yield(.requested)
        }
    }

    /// Synchronizes until the task is cancelled; can be called once.
    package func run() async {
        await withDiscardingTaskGroup { group in
            sender.yield(.started)
            for await event in events {
                for action in schedule.handle(event, at: .now) { perform(action, in: &group) }
                noteRetry()
            }
            group.cancelAll()
        }
        hasEnded = true
        for caller in callers { caller.resume(throwing: CancellationError()) }
        callers = []
    }

    private func perform(_ action: SyncSchedule.Action, in group: inout DiscardingTaskGroup) {
        switch action {
        case .run: group.addTask { await self.runRound() }
        case .capture: group.addTask { await self.capture() }
        case .setTimer(let time):
            group.addTask { [sender] in
                try? await Task.sleep(until: time, clock: .continuous)
                sender.yield(.timerFired)
            }
        case .watch(let mark, let deadline):
            let watch = Task { await self.wait(toDifferFrom: mark, until: deadline) }
            self.watch = watch
            group.addTask {
                await withTaskCancellationHandler {
                    await watch.value
                } onCancel: {
                    watch.cancel()
                }
            }
        }
    }

    private func runRound() async {
        // A hub with one connection cannot do both.
        watch?.cancel()
        await watch?.value
        let callers = self.callers
        self.callers = []
        update(.running)
        do {
            let machines = status.last?.records ?? [:]
            let round = SyncRound(
                hub: hub,
                store: store,
                machines: machines,
                willReceive: { await self.noteResponse() },
                willSend: { await self.noteSending() }
            )
            let result = try await round.run()
            status.last = result
            status.problem = nil
            update(.idle)
            for caller in callers { caller.resume(returning: result) }
            sender.yield(.ended(result.mark))
        } catch {
            status.problem = error
            update(SyncStatus.phase(after: error))
            for caller in callers { caller.resume(throwing: error) }
            sender.yield(.failed(SyncStatus.failure(of: error)))
        }
    }

    /// Reports the time of the next round after an error.
    private func noteRetry() {
        guard let time = schedule.retryTime, status.nextTry != time else { return }
        status.nextTry = time
        report(status)
    }

    /// Reports that the hub responds again after an error.
    private func noteResponse() {
        guard status.problem != nil else { return }
        status.hasResponse = true
        status.nextTry = nil
        report(status)
    }

    private func noteSending() {
        status.isSending = true
        report(status)
    }

    private func update(_ phase: SyncStatus.Phase) {
        status.phase = phase
        status.hasResponse = false
        status.isSending = false
        report(status)
    }

    /// Captures changes between rounds; an error is found by the next round.
    private func capture() async { try? await store.capture() }

    private func wait(toDifferFrom mark: HubMark, until deadline: ContinuousClock.Instant) async {
        do {
            let prefix = HubPrefix(space: try await store.space().sealer.space)
            try await hub.wait(for: prefix, toDifferFrom: mark, until: deadline)
        } catch {
            // The next round has the same error, and reports it.
        }
        if !Task.isCancelled { sender.yield(.listingChanged) }
    }
}
