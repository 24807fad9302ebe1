// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalService

struct DaySetTests {
    private func set(_ days: [Int]) -> DaySet { days.reduce(into: DaySet()) { $0.insert($1) } }

    @Test func emptySetHasNoStreak() {
        let days = DaySet()
        #expect(days.bounds == nil)
        #expect(days.longestStreak == nil)
        #expect(days.streak(endingAt: 0) == nil)
        #expect(days.count == 0)
    }

    @Test(arguments: [
        ([5], 5...5), ([1, 2, 3], 1...3), ([1, 2, 4, 5], 4...5), ([1, 2, 3, 5, 6], 1...3),
        ([-1, 0, 1, 700_000], -1...1), (Array(60...200) + [300], 60...200),
    ])
    func longestStreakIsTheLatestOfEqualOnes(days: [Int], streak: ClosedRange<Int>) {
        let set = set(days.shuffled() + days)
        #expect(set.longestStreak == streak)
        #expect(set.count == days.count)
        #expect(set.bounds?.lowerBound == days.min())
        #expect(set.bounds?.upperBound == days.max())
    }

    @Test(arguments: [(3, 1...3), (4, 1...3), (5, nil), (2, 1...2), (0, nil)])
    func currentStreakEndsOnTheDayOrTheOneBefore(day: Int, streak: ClosedRange<Int>?) {
        #expect(set([1, 2, 3]).streak(endingAt: day) == streak)
    }

    @Test func calendarHasAFirstAndALastDay() {
        let set = set([-719_162, 2_932_896])
        #expect(set.bounds == -719_162...2_932_896)
        #expect(!set.contains(-719_163) && !set.contains(2_932_897))
        #expect(set.streak(endingAt: -719_162) == -719_162 ... -719_162)
        #expect(set.longestStreak == 2_932_896...2_932_896)
    }
}
