// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct HybridClockTests {
    private static let node = NodeID(rawValue: 7)

    private func clock(_ milliseconds: Int64, _ node: UInt64 = 7, level: UInt8 = 0) -> HybridClock {
        HybridClock(
            time: HybridTime(milliseconds: milliseconds),
            node: NodeID(rawValue: node),
            level: level
        )
    }

    @Test func clocksAreOrderedByTimeThenNodeThenLevel() {
        let ordered = [
            clock(1, 9, level: 2), clock(2, 1), clock(2, 1, level: 1), clock(2, 2), clock(3, 1),
        ]
        #expect(ordered.reversed().sorted() == ordered)
    }

    @Test func newClocksFollowTheLastOneAndWhatTheyReplace() {
        var source = ClockSource(node: Self.node)
        let first = source.next(at: 100)
        let second = source.next(at: 40)
        let third = source.next(at: 50, after: [clock(900), clock(3)])
        #expect(first.time == HybridTime(milliseconds: 100))
        #expect(second.time == HybridTime(milliseconds: 100, counter: 1))
        #expect(third.time == HybridTime(milliseconds: 900, counter: 1))
        #expect(source.last == third.time)
    }

    @Test func aFullCounterContinuesIntoTheMilliseconds() {
        let time = HybridTime(milliseconds: 5, counter: .max).successor
        #expect(time == HybridTime(milliseconds: 6))
        #expect((time.milliseconds, time.counter) == (6, 0))
    }

    @Test(arguments: [Int64.min, -1, 1 << 48, .max])
    func timesOutsideOfTheRangeBecomeTheNearest(milliseconds: Int64) {
        let time = HybridTime(milliseconds: milliseconds)
        #expect(time.milliseconds == (milliseconds < 0 ? 0 : (1 << 48) - 1))
    }

    @Test func theLastTimeAndLevelHaveNoSuccessor() {
        let last = HybridClock(time: HybridTime(rawValue: .max), node: Self.node, level: .max)
        var source = ClockSource(node: Self.node, last: last.time)
        #expect(source.next(at: .max, after: [last]).time == last.time)
        #expect(last.repaired == last)
    }

    @Test func aRepairIsLaterThanItsCauseAndEarlierThanTheNextChange() {
        let cause = clock(5)
        var source = ClockSource(node: NodeID(rawValue: 0))
        #expect(cause < cause.repaired)
        #expect(cause.repaired < source.next(at: 0, after: [cause.repaired]))
    }
}
