// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSyncEngine
import Testing

struct SyncScheduleTests {
    private let start = ContinuousClock.now
    private let mark = HubMark(rawValue: 1)

    private func time(_ milliseconds: Int) -> ContinuousClock.Instant {
        start + .milliseconds(milliseconds)
    }

    /// A schedule after a round that ended at the beginning.
    private func idle() -> SyncSchedule {
        var schedule = SyncSchedule()
        #expect(schedule.handle(.started, at: start) == [.run])
        #expect(
            schedule.handle(.ended(mark), at: start) == [.watch(mark, until: time(60_000))]
        )
        return schedule
    }

    @Test func changeOfTheHubBeginsARound() {
        var schedule = idle()
        #expect(schedule.handle(.listingChanged, at: time(5)) == [.run])
    }

    @Test func commitsWaitUntilTheStoreIsQuiet() {
        var schedule = idle()
        #expect(schedule.handle(.committed, at: time(0)) == [.setTimer(time(250))])
        #expect(schedule.handle(.committed, at: time(200)) == [])
        #expect(schedule.handle(.timerFired, at: time(250)) == [.setTimer(time(450))])
        #expect(schedule.handle(.timerFired, at: time(450)) == [.run])
    }

    @Test func commitsDoNotWaitForLong() {
        var schedule = idle()
        _ = schedule.handle(.committed, at: time(0))
        var runs: [Int] = []
        for now in stride(from: 50, through: 2_000, by: 50) where runs.isEmpty {
            _ = schedule.handle(.committed, at: time(now))
            if schedule.handle(.timerFired, at: time(now)) == [.run] { runs.append(now) }
        }
        #expect(runs == [1_000])
    }

    @Test func requestDuringARoundBeginsAnother() {
        var schedule = idle()
        #expect(schedule.handle(.requested, at: time(0)) == [.run])
        #expect(schedule.handle(.requested, at: time(1)) == [])
        #expect(schedule.handle(.listingChanged, at: time(2)) == [])
        #expect(schedule.handle(.ended(mark), at: time(3)) == [.run])
        #expect(schedule.handle(.ended(mark), at: time(4)) == [.watch(mark, until: time(60_004))])
    }

    @Test func commitDuringARoundIsPublishedAfterIt() {
        var schedule = idle()
        _ = schedule.handle(.requested, at: time(0))
        #expect(schedule.handle(.committed, at: time(1)) == [])
        #expect(
            schedule.handle(.ended(mark), at: time(500))
                == [.watch(mark, until: time(60_500)), .setTimer(time(251))]
        )
        #expect(schedule.handle(.timerFired, at: time(501)) == [.run])
    }

    @Test func delayDoublesAfterEachError() {
        var schedule = idle()
        var delays: [Int] = []
        var now = 0
        _ = schedule.handle(.listingChanged, at: time(now))
        for _ in 0..<12 {
            guard
                case .setTimer(let next)? =
                    schedule.handle(.failed(.passing), at: time(now)).first
            else { break }
            let delay = Int((next - time(now)) / .seconds(1))
            delays.append(delay)
            now += delay * 1_000
            #expect(schedule.handle(.timerFired, at: time(now)) == [.run])
        }
        #expect(delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
        _ = schedule.handle(.ended(mark), at: time(now))
        _ = schedule.handle(.listingChanged, at: time(now))
        #expect(
            schedule.handle(.failed(.passing), at: time(now))
                == [.setTimer(time(now + 1_000))]
        )
    }

    @Test func lastingErrorWaitsForAPerson() {
        var schedule = idle()
        _ = schedule.handle(.listingChanged, at: time(0))
        #expect(
            schedule.handle(.failed(.lasting), at: time(0)) == [.setTimer(time(900_000))]
        )
        #expect(schedule.handle(.requested, at: time(10)) == [.run])
    }

    @Test func aFolderIsLookedForEachHalfMinute() {
        for failure in [SyncSchedule.Failure.passing, .place] {
            var schedule = SyncSchedule(SyncSchedule.Delays(forHubAt: "/media/stick"))
            var now = start
            _ = schedule.handle(.started, at: now)
            for _ in 0..<12 {
                _ = schedule.handle(.failed(failure), at: now)
                now = schedule.retryTime ?? now
                #expect(schedule.handle(.timerFired, at: now) == [.run])
            }
            _ = schedule.handle(.failed(failure), at: now)
            #expect(schedule.retryTime == now + .seconds(30))
        }
    }

    @Test(arguments: ["ssh://host/hub", "postgresql://host/hub", "gopher://host"])
    func otherPlacesWaitForAPerson(address: String) {
        var schedule = SyncSchedule(SyncSchedule.Delays(forHubAt: address))
        _ = schedule.handle(.started, at: start)
        _ = schedule.handle(.failed(.place), at: start)
        #expect(schedule.retryTime == time(900_000))
    }

    @Test func aKeyIsNotInAFolder() {
        var schedule = SyncSchedule(SyncSchedule.Delays(forHubAt: "/media/stick"))
        _ = schedule.handle(.started, at: start)
        _ = schedule.handle(.failed(.lasting), at: start)
        #expect(schedule.retryTime == time(900_000))
    }

    @Test func changesAreCapturedWhileTheHubIsOffline() {
        var schedule = idle()
        _ = schedule.handle(.listingChanged, at: time(0))
        #expect(
            schedule.handle(.failed(.lasting), at: time(0)) == [.setTimer(time(900_000))]
        )
        for now in [10, 1_000, 2_000] {
            #expect(schedule.handle(.committed, at: time(now)) == [.setTimer(time(now + 250))])
            // The timer of the retry is set already.
            #expect(schedule.handle(.timerFired, at: time(now + 250)) == [.capture])
        }
        #expect(schedule.handle(.timerFired, at: time(900_000)) == [.run])
    }
}
