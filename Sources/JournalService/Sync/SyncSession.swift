// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftDataHub
internal import SwiftDataSync
internal import SwiftDataSyncEngine
internal import Synchronization

/// A running synchronization with a hub.
final class SyncSession: Sendable {
    /// The result of the last rounds.
    struct Activity: Sendable {
        var status = SyncStatus()
        /// The local time at which the last successful round ended, in milliseconds since 1970.
        var lastSuccess: Int64?
        /// The local time of the first of the latest failures.
        var failingSince: Int64?
        /// The local time at which the next round follows after a failure.
        var nextTry: Int64?
        /// The number of seconds by which the local clock is ahead of the hub's; nil before the
        /// first successful round.
        var clockOffset: Double?
    }

    /// The settings.
    let settings: SyncSettings
    /// The hub.
    let hub: any SyncHub
    private let engine: SyncEngine
    private let latest: ActivityBox
    private let tasks: [Task<Void, Never>]

    /// Starts to synchronize.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - hub: The hub.
    ///   - access: The way to the store.
    ///   - changed: Called after the activity has changed.
    ///   - forgetKeys: Called once nothing on the hub needs an earlier key.
    init(
        _ settings: SyncSettings,
        hub: any SyncHub,
        access: SyncAccess,
        changed: @escaping @Sendable () -> Void,
        forgetKeys: @escaping @Sendable () async -> Void
    ) {
        let (rounds, sender) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.settings = settings
        self.hub = hub
        let latest = ActivityBox()
        let engine = SyncEngine(
            hub: hub,
            store: WriterSyncStore(
                access: access,
                record: settings.record,
                sealer: settings.sealer
            ),
            delays: SyncSchedule.Delays(forHubAt: settings.hub),
            report: { status in
                latest.note(status)
                changed()
                if status.phase == .idle { sender.yield() }
            }
        )
        self.latest = latest
        self.engine = engine
        let change = KeyChange(hub, record: settings.record.name)
        tasks = [
            Task { await engine.run() },
            Task {
                guard !settings.earlierKeys.isEmpty else { return }
                let isComplete = await Self.complete(change, access, engine, after: rounds)
                if isComplete { await forgetKeys() }
            },
        ]
    }

    /// Carries out a change of the key after rounds; returns false if it was cancelled before.
    private static func complete(
        _ change: KeyChange,
        _ access: SyncAccess,
        _ engine: SyncEngine,
        after rounds: AsyncStream<Void>
    ) async -> Bool {
        var change = change
        for await _ in rounds {
            // After an error, which the next round reports, it continues after a later one.
            switch try? await change.advance(access) {
            case .complete?: return true
            case .rewriting?: engine.noteCommit()
            case .waiting?, nil: break
            }
        }
        return false
    }

    /// The result of the last rounds.
    var activity: Activity { latest.value }

    /// Notes that a change of the store was committed.
    func noteCommit() { engine.noteCommit() }

    /// Runs a round that begins after this call.
    func synchronize() async throws -> RoundReport { try await engine.synchronize() }

    /// Ends the synchronization; a call of the hub may end later.
    func end() {
        for task in tasks { task.cancel() }
    }
}

/// The latest activity, which the engine reports from any thread.
private final class ActivityBox: Sendable {
    private let activity = Mutex(SyncSession.Activity())

    var value: SyncSession.Activity { activity.withLock { $0 } }

    func note(_ status: SyncStatus) {
        let (now, instant) = (WallClock.milliseconds(), ContinuousClock.now)
        activity.withLock { activity in
            // Once for each instant: rounding would return other local times later.
            if status.nextTry != activity.status.nextTry {
                activity.nextTry = status.nextTry.map { now + ($0 - instant).milliseconds }
            }
            activity.status = status
            activity.clockOffset = status.last.map { report in
                // The local time at which the hub was listed, without the one of the hub.
                let offset = now - (instant - report.listed).milliseconds - report.time
                return Double(offset) / 1_000
            }
            switch status.phase {
            case .idle:
                activity.lastSuccess = now
                activity.failingSince = nil
            case .offline, .stopped: activity.failingSince = activity.failingSince ?? now
            case .running: break
            }
        }
    }
}

extension Duration {
    /// The number of whole milliseconds.
    fileprivate var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
