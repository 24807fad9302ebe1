// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftDataHub
internal import SwiftDataSyncEngine
internal import Synchronization

/// A running synchronization with a hub.
final class SyncSession: Sendable {
    /// The time after which the machine describes itself again.
    private static let descriptionInterval = Duration.seconds(3600)

    /// The result of the last rounds.
    struct Activity: Sendable {
        var status = SyncStatus()
        /// The local time at which the last successful round ended, in milliseconds since 1970.
        var lastSuccess: Int64?
        /// The local time of the first of the latest failures.
        var failingSince: Int64?
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
    ///   - software: The program and its version, for the other machines.
    init(_ settings: SyncSettings, hub: any SyncHub, access: SyncAccess, software: String) {
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
            report: { status in
                latest.note(status)
                if status.phase == .idle { sender.yield() }
            }
        )
        self.latest = latest
        self.engine = engine
        let register = MachineRegister(hub: hub, sealer: settings.sealer)
        let machine = DescribedMachine(access: access, name: settings.machine, software: software)
        tasks = [
            Task { await engine.run() },
            Task { await Self.describe(machine, to: register, after: rounds) },
        ]
    }

    /// Publishes what the other machines can know of this one, after rounds.
    private static func describe(
        _ machine: DescribedMachine,
        to register: MachineRegister,
        after rounds: AsyncStream<Void>
    ) async {
        var last: ContinuousClock.Instant?
        for await _ in rounds {
            guard last.map({ .now - $0 >= descriptionInterval }) ?? true else { continue }
            do {
                try await register.publish(try await machine.record())
                last = .now
            } catch {
                // Tried again after the next round, which reports the errors of the hub.
            }
        }
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
        let now = WallClock.milliseconds()
        activity.withLock { activity in
            activity.status = status
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
