// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A time of day.
package struct ClockTime: Sendable, Hashable {
    /// The hour, from 0 to 23.
    package let hour: Int
    /// The minute, from 0 to 59.
    package let minute: Int
    /// The second, from 0 to 59.
    package let second: Int
    /// The millisecond, from 0 to 999.
    package let millisecond: Int

    /// Creates a time; nil if a part is out of its range.
    package init?(hour: Int, minute: Int = 0, second: Int = 0, millisecond: Int = 0) {
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
            (0..<1000).contains(millisecond)
        else { return nil }
        self.hour = hour
        self.minute = minute
        self.second = second
        self.millisecond = millisecond
    }

    /// The time at which a date without a time of day is entered.
    package static let noon = ClockTime(unchecked: 12)
    static let midnight = ClockTime(unchecked: 0)
    static let morning = ClockTime(unchecked: 9)
    static let afternoon = ClockTime(unchecked: 15)
    static let evening = ClockTime(unchecked: 19)
    static let night = ClockTime(unchecked: 22)

    /// The milliseconds since the start of a day without a change of the offset.
    package var millisecondsOfDay: Int64 {
        Int64((hour * 60 + minute) * 60 + second) * 1000 + Int64(millisecond)
    }

    private init(unchecked hour: Int) {
        self.hour = hour
        (minute, second, millisecond) = (0, 0, 0)
    }
}
