// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftDataHub
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
    private let task: Task<Void, Never>

    /// Starts to synchronize.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - hub: The hub.
    ///   - access: The way to the store.
    init(_ settings: SyncSettings, hub: any SyncHub, access: SyncAccess) {
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
            report: { latest.note($0) }
        )
        self.latest = latest
        self.engine = engine
        task = Task { await engine.run() }
    }

    /// The result of the last rounds.
    var activity: Activity { latest.value }

    /// Notes that a change of the store was committed.
    func noteCommit() { engine.noteCommit() }

    /// Runs a round that begins after this call.
    func synchronize() async throws -> RoundReport { try await engine.synchronize() }

    /// Ends the synchronization; a call of the hub may end later.
    func end() { task.cancel() }
}

/// The latest activity, which the engine reports from any thread.
private final class ActivityBox: Sendable {
    private let activity = Mutex(SyncSession.Activity())

    var value: SyncSession.Activity { activity.withLock { $0 } }

    func note(_ status: SyncStatus) {
        let (now, instant) = (WallClock.milliseconds(), ContinuousClock.now)
        activity.withLock { activity in
            activity.status = status
            activity.nextTry = status.nextTry.map { now + ($0 - instant).milliseconds }
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
