// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftDataSync
internal import SwiftDataSyncEngine
internal import Synchronization

/// Reports the steps of a session to the synchronization of a container, which it does not retain.
final class SyncMonitor: Sendable {
    private struct State {
        var log: EventLog?
        var phase = SyncStatus.Phase.idle
        var machines: [NodeID: String] = [:]
    }

    private weak let sync: ContainerSync?
    private let hub: AccountBook.Hub
    private let state = Mutex(State())

    init(of sync: ContainerSync, hub: AccountBook.Hub) {
        self.sync = sync
        self.hub = hub
    }

    /// Begins a session with the store of an identifier.
    func begin(storeIdentifier: String) {
        state.withLock { $0.log = EventLog(storeIdentifier: storeIdentifier) }
        AccountBook.shared.note(.available, of: hub)
        sync?.update { $0 = ContainerSync.Status(account: .available, phase: .synchronizing) }
    }

    /// Notes that the session has ended.
    func end() { AccountBook.shared.note(nil, of: hub) }

    /// Notes a step of a round.
    func note(_ step: EventLog.Step) {
        let events = state.withLock { $0.log?.handle(step, at: .now) } ?? []
        for event in events { sync?.publish(event) }
    }

    /// Notes the number of objects that are not on the hub.
    func notePending(_ count: Int) { sync?.update { $0.pending = count } }

    /// Notes the number of conflicts.
    func noteConflicts(_ count: Int) { sync?.update { $0.conflictCount = count } }

    /// The names of the machines of the last round, by their nodes.
    var machineNames: [NodeID: String] { state.withLock { $0.machines } }

    /// Notes the status of the engine, which also reports the time of the next attempt.
    func note(_ engine: SyncStatus) {
        let last = state.withLock { state in
            defer { state.phase = engine.phase }
            for machine in engine.last?.machines ?? [] {
                for node in machine.earlierNodes { state.machines[node] = machine.name }
                state.machines[machine.node] = machine.name
            }
            return state.phase
        }
        let problem = engine.problem.map { CloudError(describing: $0) }
        let isNew = last != engine.phase
        switch engine.phase {
        case .running: break
        case .idle where isNew: note(.ended)
        case .offline where isNew, .stopped where isNew:
            if let problem { note(.failed(problem)) }
        default: break
        }
        update(engine, problem: problem)
    }

    private func update(_ engine: SyncStatus, problem: CloudError?) {
        // While a round runs, the last result counts.
        let account = problem.map { CKAccountStatus(after: $0) } ?? .available
        AccountBook.shared.note(account, of: hub)
        let retry = engine.nextTry.map { Date.now + ($0 - ContinuousClock.now) / .seconds(1) }
        sync?.update { status in
            status.account = account
            status.phase = ContainerSync.Status.Phase(engine.shownPhase)
            status.problem = problem
            status.nextTry = retry
            if let time = engine.last?.time {
                status.asOf = Date(timeIntervalSince1970: Double(time) / 1_000)
            }
        }
    }
}

extension ContainerSync.Status.Phase {
    fileprivate init(_ phase: SyncStatus.Phase) {
        switch phase {
        case .idle: self = .upToDate
        case .running: self = .synchronizing
        case .offline: self = .offline
        case .stopped: self = .stopped
        }
    }
}
