// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import NIOCore

/// Finds connections that must not be read for a while, or must be closed, because their peers keep
/// memory or make no progress.
///
/// Runs on the event loop and uses its clock. A timer runs only while the daemon waits for a peer.
final class PeerMonitor<Peer: MonitoredPeer> {
    /// The time without progress after which a connection may be closed once the memory is used up.
    ///
    /// The system frees the buffer of a socket in blocks, so a slow reader makes progress only
    /// every few seconds.
    static var exhaustedTimeout: TimeAmount { .seconds(5) }

    /// The time without progress after which a connection is closed.
    let stallTimeout: TimeAmount
    /// The memory of all connections.
    private(set) var budget: MemoryBudget
    /// Closes a connection.
    var close: (Peer, PeerFault) -> Void = { _, _ in }
    /// Returns the memory that the subscriptions and lists of a connection hold.
    var held: (Peer) -> Int = { _ in 0 }
    /// Called when the memory that is used has changed after the limit was reached.
    var released: () -> Void = {}

    private let loop: any EventLoop
    private var watched: [Int: (peer: Peer, progress: PeerProgress)] = [:]
    private var paused: [Int: Peer] = [:]
    /// The connections that are being closed; their remaining output is no longer counted.
    private var failed: Set<Int> = []
    private var timer: Scheduled<Void>?

    init(stallTimeout: TimeAmount, memoryLimit: Int, loop: any EventLoop) {
        self.stallTimeout = stallTimeout
        budget = MemoryBudget(limit: memoryLimit)
        self.loop = loop
    }

    /// The number of connections that are not read because the memory is used up.
    var pausedCount: Int { paused.count }

    /// Returns whether a connection is not read because the memory is used up.
    func isPaused(_ peer: Peer) -> Bool { paused[peer.number] != nil }

    /// Returns whether more may be read from a connection; if not, its `resumeReading()` is called
    /// later.
    func mayRead(_ peer: Peer) -> Bool {
        let mayRead = budget.mayRead(peer.number)
        paused[peer.number] = mayRead ? nil : peer
        return mayRead
    }

    /// Handles a change of the memory that a connection uses, or of the transfers that it waits
    /// for.
    func changed(_ peer: Peer) {
        guard !failed.contains(peer.number) else { return }
        let preferred = budget.preferred
        let wasExhausted = budget.isExhausted
        sample(peer)
        if budget.isExhausted, !wasExhausted {
            // The next check is due sooner.
            timer?.cancel()
            timer = nil
        }
        scheduleCheck()
        guard wasExhausted else { return }
        if !budget.isExhausted || budget.preferred != preferred { resume() }
        released()
    }

    /// Handles a change of the memory that subscriptions and lists hold.
    func heldChanged(to byteCount: Int) {
        guard byteCount != budget.held else { return }
        let wasExhausted = budget.isExhausted
        budget.held = byteCount
        guard wasExhausted || budget.isExhausted else { return }
        if budget.isExhausted, !wasExhausted {
            timer?.cancel()
            timer = nil
        }
        scheduleCheck()
        guard wasExhausted else { return }
        if !budget.isExhausted { resume() }
        released()
    }

    /// Removes a connection that was closed.
    func remove(_ peer: Peer) {
        let wasExhausted = budget.isExhausted
        release(peer)
        failed.remove(peer.number)
        guard wasExhausted else { return }
        resume()
        released()
    }

    /// Records the memory and the progress of a connection.
    private func sample(_ peer: Peer) {
        budget.record(peer.memoryUse, of: peer.number, at: loop.now)
        var progress = watched[peer.number]?.progress ?? PeerProgress()
        progress.add(peer.progressSample, at: loop.now)
        watched[peer.number] = progress.isWaiting ? (peer, progress) : nil
    }

    private func release(_ peer: Peer) {
        watched[peer.number] = nil
        paused[peer.number] = nil
        budget.record(MemoryBudget.Use(), of: peer.number, at: loop.now)
    }

    /// Reads again from the paused connections that may be read.
    private func resume() {
        let candidates = paused.values.sorted { $0.number < $1.number }
        for peer in candidates where budget.mayRead(peer.number) {
            paused[peer.number] = nil
            peer.resumeReading()
        }
    }

    private func scheduleCheck() {
        guard timer == nil, !watched.isEmpty else { return }
        let interval =
            budget.isExhausted
            ? min(stallTimeout / 6, Self.exhaustedTimeout / 6, MemoryBudget.turn / 2)
            : stallTimeout / 6
        let bound = NIOLoopBound(self, eventLoop: loop)
        timer = loop.scheduleTask(in: interval) { bound.value.check() }
    }

    /// Closes the connections that make no progress.
    private func check() {
        timer = nil
        let wasExhausted = budget.isExhausted
        var stalled: [Int] = []
        for (number, (peer, _)) in watched {
            // A sample may close the connection, which removes it.
            guard watched[number] != nil else { continue }
            sample(peer)
            guard let progress = watched[number]?.progress else { continue }
            if let transfer = progress.stalled(for: stallTimeout, at: loop.now) {
                fail(peer, because: .stalled(transfer, after: stallTimeout))
            } else if progress.stalled(for: Self.exhaustedTimeout, at: loop.now) != nil {
                stalled.append(number)
            }
        }
        for number in budget.excess(among: stalled, holding: heldByteCounts(of: stalled)) {
            guard let peer = watched[number]?.peer else { continue }
            fail(peer, because: .memory(limit: budget.limit))
        }
        budget.reviewTurn(at: loop.now)
        scheduleCheck()
        guard wasExhausted else { return }
        resume()
        released()
    }

    private func heldByteCounts(of stalled: [Int]) -> [Int: Int] {
        guard budget.isExhausted else { return [:] }
        let sizes = stalled.compactMap { number in
            watched[number].map { (number, held($0.peer)) }
        }
        return Dictionary(sizes) { first, _ in first }
    }

    private func fail(_ peer: Peer, because fault: PeerFault) {
        release(peer)
        failed.insert(peer.number)
        close(peer, fault)
    }
}

extension TimeAmount {
    fileprivate static func / (time: TimeAmount, divisor: Int64) -> TimeAmount {
        .nanoseconds(time.nanoseconds / divisor)
    }
}

/// A connection, as a `PeerMonitor` observes it.
protocol MonitoredPeer: AnyObject, SendableMetatype {
    /// The unique number of the connection.
    var number: Int { get }
    /// The memory that the connection uses.
    var memoryUse: MemoryBudget.Use { get }
    /// The transfers that the daemon waits for.
    var progressSample: PeerProgress.Sample { get }
    /// Reads again after the budget of memory did not permit it.
    func resumeReading()
}
