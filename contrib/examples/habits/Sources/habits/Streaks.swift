// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The runs of days in a row on which a habit was kept.
struct Streaks: Equatable {
    /// The run that ends today, or yesterday if today is not noted yet.
    var current = 0
    /// The longest run.
    var longest = 0

    /// Counts the runs of days, which are in their order and different.
    init(of days: [Day], today: Day) {
        var run = 0
        var previous: Day?
        for day in days {
            run = previous == day - 1 ? run + 1 : 1
            longest = max(longest, run)
            previous = day
        }
        if let previous, previous >= today - 1 { current = run }
    }
}
