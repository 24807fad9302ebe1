// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A conversion between instants and the clock of one place.
package protocol DateZone: Sendable {
    /// Returns the instant of a local day and time, or nil outside of the years 1 to 9999; of a
    /// time that the clock shows twice, the first.
    func timestamp(day: Day, time: ClockTime) -> Timestamp?

    /// Returns an instant with the offset of the place at that instant.
    func timestamp(milliseconds: Int64) -> Timestamp?
}

/// A clock with the same offset from UTC at all times.
package struct FixedOffset: DateZone {
    private let minutes: Int

    /// Creates a clock with an offset in minutes, positive to the east.
    package init(minutes: Int) { self.minutes = minutes }

    package func timestamp(day: Day, time: ClockTime) -> Timestamp? {
        timestamp(
            milliseconds: Int64(day.daysSince1970) * 86_400_000 + time.millisecondsOfDay
                - Int64(minutes) * 60_000
        )
    }

    package func timestamp(milliseconds: Int64) -> Timestamp? {
        Timestamp(milliseconds: milliseconds, offsetMinutes: minutes)
    }
}
