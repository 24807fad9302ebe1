// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import NIOCore
import NIOEmbedded
import Testing

@testable import JournalService

/// A connection whose memory and progress are set by a test.
private final class FakePeer: MonitoredPeer {
    let number: Int
    var memoryUse = MemoryBudget.Use()
    var progressSample = PeerProgress.Sample()
    private(set) var resumeCount = 0

    init(_ number: Int) { self.number = number }

    func resumeReading() { resumeCount += 1 }
}

/// A monitor in virtual time.
@Suite struct PeerMonitorTests {
    private typealias Monitor = PeerMonitor<FakePeer>

    private static let limit = 16 * MemoryBudget.allowance

    private let loop = EmbeddedEventLoop()

    /// Runs a body with a monitor that records which connections it closes.
    private func withMonitor(
        _ body: (Monitor, _ closed: () -> [Int: PeerFault]) throws -> Void
    ) rethrows {
        let monitor = Monitor(
            stallTimeout: .seconds(60),
            memoryLimit: Self.limit,
            loop: loop
        )
        var closed: [Int: PeerFault] = [:]
        monitor.close = { peer, fault in
            closed[peer.number] = fault
            // As a connection does whose last output is sent.
            monitor.changed(peer)
        }
        try body(monitor) { closed }
    }

    private func peer(
        _ number: Int,
        undecoded: Int = 0,
        unsent: Int = 0,
        in monitor: Monitor
    ) -> FakePeer {
        let peer = FakePeer(number)
        peer.memoryUse = MemoryBudget.Use(undecoded: undecoded, unsent: unsent)
        peer.progressSample = PeerProgress.Sample(
            received: undecoded > 0 ? undecoded : nil,
            output: unsent > 0 ? PeerProgress.Sample.Output(accepted: 0, buffered: 9) : nil
        )
        monitor.changed(peer)
        return peer
    }

    @Test func peerWithoutProgressIsClosedAfterTheTimeout() {
        withMonitor { monitor, closed in
            _ = peer(1, undecoded: 5, in: monitor)
            loop.advanceTime(by: .seconds(59))
            #expect(closed().isEmpty)
            loop.advanceTime(by: .seconds(11))
            #expect(closed() == [1: .stalled(.request, after: .seconds(60))])
        }
    }

    @Test func peerWithProgressStaysOpen() {
        withMonitor { monitor, closed in
            let reader = peer(1, unsent: 500, in: monitor)
            for accepted in 1...9 {
                loop.advanceTime(by: .seconds(50))
                reader.progressSample.output?.accepted = accepted
            }
            #expect(closed().isEmpty)
        }
    }

    @Test func slowReaderStaysOpenWhileTheMemoryIsUsedUp() {
        withMonitor { monitor, closed in
            let reader = peer(1, unsent: Self.limit, in: monitor)
            for accepted in 1...9 {
                loop.advanceTime(by: .seconds(4))
                reader.progressSample.output?.accepted = accepted
            }
            #expect(closed().isEmpty)
            loop.advanceTime(by: .seconds(6))
            #expect(closed() == [1: .memory(limit: Self.limit)])
        }
    }

    @Test func noMoreConnectionsAreClosedThanNecessary() {
        withMonitor { monitor, closed in
            let largest = peer(1, unsent: Self.limit / 2, in: monitor)
            _ = peer(2, unsent: Self.limit / 2 - 1, in: monitor)
            let other = peer(3, unsent: MemoryBudget.allowance, in: monitor)
            // Many checks, while the peer does not accept the rest of its output.
            loop.advanceTime(by: .seconds(30))
            #expect(closed() == [1: .memory(limit: Self.limit)])
            #expect(!monitor.budget.isExhausted)
            monitor.changed(largest)
            #expect(!monitor.budget.isExhausted)
            monitor.remove(largest)
            monitor.remove(other)
            #expect(monitor.budget.total == Self.limit / 2 - 1)
            loop.advanceTime(by: .seconds(40))
            #expect(Set(closed().keys) == [1, 2])
        }
    }

    @Test func connectionThatMayNotReadIsResumed() {
        withMonitor { monitor, closed in
            let holder = peer(1, undecoded: Self.limit / 2, in: monitor)
            let waiting = peer(2, undecoded: Self.limit / 2, in: monitor)
            #expect(monitor.budget.preferred == 1)
            #expect(!monitor.mayRead(waiting))
            #expect(monitor.isPaused(waiting))
            #expect(monitor.pausedCount == 1)
            holder.memoryUse = MemoryBudget.Use()
            holder.progressSample = PeerProgress.Sample()
            monitor.changed(holder)
            #expect(waiting.resumeCount == 1)
            #expect(!monitor.isPaused(waiting))
        }
    }

    @Test func connectionThatReadsAgainIsNotPaused() {
        withMonitor { monitor, _ in
            _ = peer(1, undecoded: Self.limit, in: monitor)
            let waiting = peer(2, undecoded: MemoryBudget.allowance, in: monitor)
            #expect(!monitor.mayRead(waiting))
            // Its request was answered with an error.
            waiting.memoryUse = MemoryBudget.Use()
            monitor.changed(waiting)
            #expect(monitor.mayRead(waiting))
            #expect(!monitor.isPaused(waiting))
        }
    }

    @Test func senderThatTricklesDoesNotStopOthers() {
        withMonitor { monitor, closed in
            let slow = peer(1, undecoded: Self.limit, in: monitor)
            let waiting = peer(2, undecoded: MemoryBudget.allowance, in: monitor)
            #expect(!monitor.mayRead(waiting))
            for _ in 1...5 {
                loop.advanceTime(by: .milliseconds(500))
                slow.memoryUse.undecoded += 1
                slow.progressSample.received? += 1
                monitor.changed(slow)
            }
            #expect(waiting.resumeCount > 0)
            #expect(closed().isEmpty)
        }
    }
}
