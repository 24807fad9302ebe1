// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

@Suite struct CheckpointIntervalsTests {
    private let interval = CheckpointIntervals.interval
    private let limit = CheckpointIntervals.limit

    @Test func checkpointBeginsAfterEachInterval() {
        var intervals = CheckpointIntervals()
        #expect(intervals.committed(length: interval - 1) == .wait)
        #expect(intervals.committed(length: interval) == .begin)
        intervals.finished()
        #expect(intervals.committed(length: 2 * interval - 1) == .wait)
        #expect(intervals.committed(length: 2 * interval) == .begin)
    }

    @Test func onlyOneCheckpointRuns() {
        var intervals = CheckpointIntervals()
        #expect(intervals.committed(length: interval) == .begin)
        #expect(intervals.committed(length: 10 * limit) == .wait)
        intervals.finished()
        #expect(intervals.committed(length: 10 * limit) != .wait)
    }

    @Test func nextLogBeginsWithAnInterval() {
        var intervals = CheckpointIntervals()
        #expect(intervals.committed(length: interval + 500) == .begin)
        intervals.finished()
        #expect(intervals.committed(length: 10) == .wait)
        #expect(intervals.committed(length: interval - 1) == .wait)
        #expect(intervals.committed(length: interval) == .begin)
    }

    @Test func writerWritesTheShortRestOfALongLog() {
        var intervals = CheckpointIntervals()
        #expect(intervals.committed(length: limit) == .begin)
        #expect(intervals.committed(length: limit + 100) == .wait)
        intervals.finished()
        #expect(intervals.committed(length: limit + 200) == .complete)
        // A reader of an earlier state may have prevented it.
        #expect(intervals.committed(length: limit + 300) == .wait)
        #expect(intervals.committed(length: limit + 200 + interval) == .begin)
    }

    @Test func writerWritesTheRestOfATooLongLog() {
        var intervals = CheckpointIntervals()
        var length = 0
        // Each commit is longer than an interval, so that the rest never is short.
        while length < CheckpointIntervals.maximum {
            length += interval + 1
            guard length < CheckpointIntervals.maximum else { break }
            #expect(intervals.committed(length: length) == .begin)
            intervals.finished()
        }
        #expect(intervals.committed(length: length) == .complete)
    }
}
