// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import NIOCore

/// Finds connections that must not be read for a while, or must be closed, because their peers keep
/// memory or make no progress.
///
/// Runs on the event loop. A timer runs only while the daemon waits for a peer.
final class PeerMonitor {
    /// The time without progress after which a connection may be closed once the memory is used up.
    private static let patience = TimeAmount.seconds(1)

    /// The time without progress after which a connection is closed.
    let stallTimeout: TimeAmount
    /// The memory of all connections.
    private(set) var budget: MemoryBudget
    /// Closes a connection.
    var close: (ConnectionHandler, PeerFault) -> Void = { _, _ in }

    private let loop: any EventLoop
    private var watched: [Int: (connection: ConnectionHandler, progress: PeerProgress)] = [:]
    private var paused: [Int: ConnectionHandler] = [:]
    private var timer: Scheduled<Void>?

    init(stallTimeout: TimeAmount, memoryLimit: Int, loop: any EventLoop) {
        self.stallTimeout = stallTimeout
        budget = MemoryBudget(limit: memoryLimit)
        self.loop = loop
    }

    /// The number of connections that are not read because the memory is used up.
    var pausedCount: Int { paused.count }

    /// Returns whether a connection is not read because the memory is used up.
    func isPaused(_ connection: ConnectionHandler) -> Bool { paused[connection.number] != nil }

    /// Returns whether more may be read from a connection; if not, its `resumeReading()` is called
    /// later.
    func mayRead(_ connection: ConnectionHandler) -> Bool {
        guard !budget.mayRead(connection.number) else { return true }
        paused[connection.number] = connection
        return false
    }

    /// Handles a change of the memory that a connection uses, or of the transfers that it waits
    /// for.
    func changed(_ connection: ConnectionHandler) {
        let preferred = budget.preferred
        let wasExhausted = budget.isExhausted
        budget.record(connection.memoryUse, of: connection.number)
        let now = NIODeadline.now()
        let sample = connection.progressSample
        if var (_, progress) = watched[connection.number] {
            progress.add(sample, at: now)
            watched[connection.number] = progress.isWaiting ? (connection, progress) : nil
        } else if sample != PeerProgress.Sample() {
            var progress = PeerProgress()
            progress.add(sample, at: now)
            watched[connection.number] = (connection, progress)
        }
        if budget.isExhausted, !wasExhausted {
            // The next check is due sooner.
            timer?.cancel()
            timer = nil
        }
        scheduleCheck()
        if wasExhausted, !budget.isExhausted || budget.preferred != preferred { resume() }
    }

    /// Removes a connection that was closed.
    func remove(_ connection: ConnectionHandler) {
        let wasExhausted = budget.isExhausted
        watched[connection.number] = nil
        paused[connection.number] = nil
        budget.record(MemoryBudget.Use(), of: connection.number)
        if wasExhausted { resume() }
    }

    /// Reads again from the paused connections that may be read.
    private func resume() {
        let candidates = paused.values.sorted { $0.number < $1.number }
        for connection in candidates where budget.mayRead(connection.number) {
            paused[connection.number] = nil
            connection.resumeReading()
        }
    }

    private func scheduleCheck() {
        guard timer == nil, !watched.isEmpty else { return }
        let isUrgent = budget.isExhausted
        let pause = TimeAmount.nanoseconds(
            min(stallTimeout.nanoseconds, isUrgent ? Self.patience.nanoseconds : .max) / 6
        )
        let bound = NIOLoopBound(self, eventLoop: loop)
        timer = loop.scheduleTask(in: pause) { bound.value.check() }
    }

    /// Closes the connections that make no progress.
    private func check() {
        timer = nil
        let now = NIODeadline.now()
        let wasExhausted = budget.isExhausted
        var stalled: [Int] = []
        for (number, (connection, _)) in watched {
            // A sample may close the connection, which removes it.
            guard var progress = watched[number]?.progress else { continue }
            progress.add(connection.progressSample, at: now)
            budget.record(connection.memoryUse, of: number)
            watched[number] = progress.isWaiting ? (connection, progress) : nil
            if let transfer = progress.stalled(for: stallTimeout, at: now) {
                fail(connection, .stalled(transfer, after: stallTimeout))
            } else if budget.isExhausted, progress.stalled(for: Self.patience, at: now) != nil {
                stalled.append(number)
            }
        }
        if budget.isExhausted {
            for number in budget.excess(among: stalled) {
                guard let connection = watched[number]?.connection else { continue }
                fail(connection, .memory(limit: budget.limit))
            }
        }
        scheduleCheck()
        if wasExhausted { resume() }
    }

    private func fail(_ connection: ConnectionHandler, _ fault: PeerFault) {
        watched[connection.number] = nil
        close(connection, fault)
    }
}
