// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

@Suite struct CheckpointIntervalsTests {
    private let interval = CheckpointIntervals.interval
    private let limit = CheckpointIntervals.limit

    @Test func checkpointBeginsAfterEachInterval() {
        var intervals = CheckpointIntervals()
        #expect(intervals.committed(length: interval - 100) == .wait)
        #expect(intervals.committed(length: interval) == .begin)
        intervals.finished()
        #expect(intervals.committed(length: 2 * interval - 100) == .wait)
        #expect(intervals.committed(length: 2 * interval) == .begin)
    }

    @Test func intervalOfShortCommitsIsLonger() {
        var intervals = CheckpointIntervals()
        var length = 20
        while length < CheckpointIntervals.intervalOfShortCommits {
            #expect(intervals.committed(length: length) == .wait)
            length += 20
        }
        #expect(intervals.committed(length: length) == .begin)
    }

    @Test func longCommitAfterShortOnesEndsTheInterval() {
        var intervals = CheckpointIntervals()
        for length in stride(from: 20, to: 2 * interval, by: 20) {
            #expect(intervals.committed(length: length) == .wait)
        }
        let long = CheckpointIntervals.shortCommit + 1
        #expect(intervals.committed(length: 2 * interval + long) == .begin)
    }

    @Test func writerWritesAShortRestAtOnce() {
        var intervals = CheckpointIntervals()
        #expect(intervals.committed(length: interval) == .begin)
        #expect(intervals.committed(length: interval + 10) == .wait)
        intervals.finished()
        #expect(intervals.committed(length: interval + 20) == .complete)
        // The next log.
        #expect(intervals.committed(length: 10) == .wait)
    }

    @Test func onlyOneCheckpointRuns() {
        var intervals = CheckpointIntervals()
        #expect(intervals.committed(length: interval) == .begin)
        #expect(intervals.committed(length: 10 * limit) == .wait)
        intervals.finished()
        #expect(intervals.committed(length: 10 * limit) != .wait)
    }

    @Test func nothingIsLeftAfterAnIdleTime() {
        var intervals = CheckpointIntervals()
        #expect(intervals.committed(length: interval) == .begin)
        intervals.finished()
        // The other thread has written all of the last log.
        #expect(intervals.committed(length: 10) == .wait)
    }

    @Test func nextLogBeginsWithAnInterval() {
        var intervals = CheckpointIntervals()
        #expect(intervals.committed(length: interval + 500) == .begin)
        intervals.finished()
        #expect(intervals.committed(length: 10) == .wait)
        #expect(intervals.committed(length: interval - 100) == .wait)
        #expect(intervals.committed(length: interval) == .begin)
    }

    @Test func writerWritesTheRestOfALongLog() {
        var intervals = CheckpointIntervals()
        #expect(intervals.committed(length: limit) == .begin)
        #expect(intervals.committed(length: limit + 10) == .wait)
        intervals.finished()
        let rest = interval / CheckpointIntervals.shortRests + 100
        #expect(intervals.committed(length: limit + rest) == .complete)
        // A reader of an earlier state may have prevented it.
        #expect(intervals.committed(length: limit + rest + 1) == .wait)
        #expect(intervals.committed(length: limit + rest + interval) == .begin)
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
