// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftDataReplica
internal import SwiftDataSpace
internal import SwiftDataSync
internal import SwiftDataSyncEngine

// MARK: - Status

extension SyncService {
    /// Returns the state for people.
    func status() async -> SyncState {
        guard !dependencies.isLocked else { return SyncState(phase: .locked) }
        var status = await statusOfExchange()
        status.conflicts = (try? await access.run { try $0.conflictCount() }) ?? 0
        return status
    }

    private func statusOfExchange() async -> SyncState {
        switch state {
        case .off: return SyncState(phase: .off)
        case .paused(let settings, let reason):
            var status = described(settings, phase: .paused)
            status.problem = reason.map { SyncState.Problem($0) }
            return status
        case .failed(let settings, let error):
            var status = settings.map { described($0, phase: .stopped) }
            status?.problem = SyncState.Problem(error)
            return status ?? SyncState(phase: .stopped, problem: SyncState.Problem(error))
        case .running(let session): return await status(of: session)
        }
    }

    private func described(_ settings: SyncSettings, phase: SyncState.Phase) -> SyncState {
        SyncState(
            phase: phase,
            hub: HubText.shown(settings.hub),
            space: settings.space.description
        )
    }

    private func status(of session: SyncSession) async -> SyncState {
        let activity = session.activity
        let records = activity.status.last?.machines ?? []
        let counts = try? await access.run { store in
            try store.replica.read { participant in
                (
                    pending: participant.log.outbox.count,
                    parked: participant.replica.parkedChanges.count,
                    machines: MachineList(records, participant).machines
                        .count { !$0.isCurrent } + 1
                )
            }
        }
        var status = described(
            session.settings,
            phase: .init(activity.status.phase, isSending: (counts?.pending ?? 0) > 0)
        )
        status.pending = counts?.pending ?? 0
        status.parked = counts?.parked ?? 0
        status.machines = counts?.machines ?? 1
        status.asOf = activity.lastSuccess.flatMap { Timestamp(milliseconds: $0) }
        let unread = activity.status.last?.unread ?? []
        status.late = Set(unread.map { $0.name.node }).count
        status.clockOffset = activity.clockOffset
        status.nextTry = activity.nextTry.flatMap { Timestamp(milliseconds: $0) }
        status.problem = activity.status.problem.map { error in
            SyncState.Problem(ProtocolError(describing: error), since: activity.failingSince)
        }
        return status
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
    fileprivate init(_ phase: SyncStatus.Phase, isSending: Bool) {
        switch phase {
        case .idle: self = .idle
        case .running: self = isSending ? .sending : .receiving
        case .offline: self = .offline
        case .stopped: self = .stopped
        }
    }
}
