// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalService

@Suite struct CheckpointScheduleTests {
    private let quiet = CheckpointSchedule.quiet

    @Test func logIsWrittenOnceAfterTheLastCommit() {
        var schedule = CheckpointSchedule()
        #expect(schedule.committed() == .schedule(after: quiet))
        #expect(schedule.committed() == .wait)
        #expect(schedule.elapsed() == .schedule(after: quiet))
        #expect(schedule.elapsed() == .checkpoint)
        #expect(schedule.finished(isComplete: true) == .wait)
        #expect(schedule.elapsed() == .wait)
        #expect(schedule.committed() == .schedule(after: quiet))
    }

    @Test func commitDuringTheWriteIsWrittenLater() {
        var schedule = CheckpointSchedule()
        _ = schedule.committed()
        #expect(schedule.elapsed() == .checkpoint)
        #expect(schedule.committed() == .wait)
        #expect(schedule.finished(isComplete: true) == .schedule(after: quiet))
        #expect(schedule.elapsed() == .checkpoint)
    }

    @Test func incompleteWritesAreRepeatedMoreAndMoreRarely() {
        var schedule = CheckpointSchedule()
        _ = schedule.committed()
        var delays: [Duration] = []
        for _ in 1...8 {
            #expect(schedule.elapsed() == .checkpoint)
            guard case .schedule(let delay) = schedule.finished(isComplete: false) else { break }
            delays.append(delay)
        }
        #expect(delays == [2, 4, 8, 16, 32, 64, 64, 64].map { .seconds($0) })
        #expect(schedule.elapsed() == .checkpoint)
        #expect(schedule.finished(isComplete: true) == .wait)
    }
}
