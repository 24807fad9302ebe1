// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import JournalService

/// The end of a daemon without connections.
struct IdleTimerTests {
    private let loop = EmbeddedEventLoop()
    private let shutdown = ShutdownTrigger()
    private let needed = NeededFlag()

    private func timer(limit: Duration?) -> IdleTimer {
        IdleTimer(loop: loop, limit: limit, shutdown: shutdown) { [needed] in needed.value }
    }

    /// Whether the end was requested; asked once.
    private func hasEnded() async -> Bool {
        // The first reason counts.
        shutdown.fire("the test has ended")
        return await shutdown.reason().text != "the test has ended"
    }

    @Test func daemonWithoutConnectionsEnds() async {
        timer(limit: .seconds(600)).setIdle(true)
        loop.advanceTime(by: .seconds(600))
        #expect(await hasEnded())
    }

    @Test func connectionKeepsTheDaemon() async {
        let timer = timer(limit: .seconds(600))
        timer.setIdle(true)
        timer.setIdle(false)
        loop.advanceTime(by: .hours(1))
        #expect(await !hasEnded())
    }

    @Test func synchronizationKeepsTheDaemon() async {
        needed.value = true
        timer(limit: .seconds(600)).setIdle(true)
        loop.advanceTime(by: .hours(1))
        #expect(await !hasEnded())
    }

    @Test func daemonEndsAfterTheEndOfTheSynchronization() async {
        needed.value = true
        timer(limit: .seconds(600)).setIdle(true)
        loop.advanceTime(by: .seconds(900))
        needed.value = false
        loop.advanceTime(by: .seconds(300))
        #expect(await hasEnded())
    }
}

/// Whether the daemon of a test has other work.
private final class NeededFlag: Sendable {
    private let flag = Mutex(false)

    var value: Bool {
        get { flag.withLock { $0 } }
        set { flag.withLock { $0 = newValue } }
    }
}
