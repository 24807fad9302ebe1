// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftDataReplica
internal import SwiftDataSpace
internal import SwiftDataSync
internal import SwiftDataSyncEngine

/// Derives the state of the synchronization, as requests and notifications describe it.
///
/// What the engine does comes from the session, and what waits from the store.
struct SyncStateReport: Sendable {
    /// The way to the store.
    let access: SyncAccess
    /// Whether the store waits for its passphrase.
    let isLocked: Bool

    /// Describes the state of a service.
    func state(of service: SyncService.State) async -> SyncState {
        guard !isLocked else { return SyncState(phase: .locked) }
        var state = await exchange(service)
        state.conflicts = (try? await access.run { try $0.conflictCount() }) ?? 0
        return state
    }

    private func exchange(_ service: SyncService.State) async -> SyncState {
        switch service {
        case .off: return SyncState(phase: .off)
        case .paused(let settings, let reason):
            var state = described(settings, phase: .paused)
            state.problem = reason.map { SyncState.Problem($0) }
            return state
        case .failed(let settings, let error):
            var state = settings.map { described($0, phase: .stopped) }
            state?.problem = SyncState.Problem(error)
            return state ?? SyncState(phase: .stopped, problem: SyncState.Problem(error))
        case .running(let session): return await exchange(of: session)
        }
    }

    private func described(_ settings: SyncSettings, phase: SyncState.Phase) -> SyncState {
        SyncState(
            phase: phase,
            hub: HubText.shown(settings.hub),
            space: settings.space.description
        )
    }

    private func exchange(of session: SyncSession) async -> SyncState {
        let activity = session.activity
        let records = activity.status.last?.machines ?? []
        let counts = try? await access.run { store in
            try store.replica.read { participant in
                (
                    pending: participant.log.waitingCount,
                    parked: participant.replica.parkedChanges.count,
                    machines: MachineList(records, participant).machines
                        .count { !$0.isCurrent } + 1
                )
            }
        }
        var state = described(session.settings, phase: .init(activity.status))
        state.pending = counts?.pending ?? 0
        state.parked = counts?.parked ?? 0
        state.machines = counts?.machines ?? 1
        state.asOf = activity.lastSuccess.flatMap { Timestamp(milliseconds: $0) }
        let unread = activity.status.last?.unread ?? []
        state.late = Set(unread.map { $0.name.node }).count
        state.clockOffset = activity.clockOffset
        state.nextTry = activity.nextTry.flatMap { Timestamp(milliseconds: $0) }
        state.problem = activity.status.problem.map { error in
            SyncState.Problem(ProtocolError(describing: error), since: activity.failingSince)
        }
        return state
    }
}

extension SyncState.Problem {
    /// Creates the problem of an error.
    fileprivate init(_ error: ProtocolError, since: Int64? = nil) {
        self.init(
            kind: error.kind,
            message: error.message,
            since: since.flatMap { Timestamp(milliseconds: $0) }
        )
    }
}

extension SyncState.Phase {
    /// Translates the phase of an engine.
    fileprivate init(_ status: SyncStatus) {
        switch status.shownPhase {
        case .idle: self = .idle
        case .running: self = status.isSending ? .sending : .receiving
        case .offline: self = .offline
        case .stopped: self = .stopped
        }
    }
}
