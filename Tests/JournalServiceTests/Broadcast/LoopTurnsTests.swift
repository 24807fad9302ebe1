// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import NIOCore
import NIOEmbedded
import Testing

@testable import JournalService

@Suite struct LoopTurnsTests {
    private let loop = EmbeddedEventLoop()

    @Test func resultsWithinATurnAreHandledAtOnce() {
        let turns = LoopTurns(length: .hours(1), loop: loop)
        var handled: [Int] = []
        for number in 1...3 { turns.perform { handled.append(number) } }
        #expect(handled == [1, 2, 3])
    }

    @Test func resultsAfterTheEndOfATurnWaitForAPause() {
        let turns = LoopTurns(length: .zero, loop: loop)
        var handled: [Int] = []
        for number in 1...3 { turns.perform { handled.append(number) } }
        #expect(handled == [1])
        loop.run()
        #expect(handled == [1])
        loop.advanceTime(by: BroadcastTurns.pause)
        #expect(handled == [1, 2])
        turns.perform { handled.append(4) }
        loop.advanceTime(by: BroadcastTurns.pause)
        #expect(handled == [1, 2, 3])
        loop.advanceTime(by: BroadcastTurns.pause)
        #expect(handled == [1, 2, 3, 4])
        loop.advanceTime(by: BroadcastTurns.pause)
        turns.perform { handled.append(5) }
        #expect(handled == [1, 2, 3, 4, 5])
    }

    @Test func resultOfAResultFollowsThoseThatWait() {
        let turns = LoopTurns(length: .hours(1), loop: loop)
        var handled: [Int] = []
        turns.perform {
            turns.perform { handled.append(2) }
            handled.append(1)
        }
        #expect(handled == [1, 2])
    }
}
