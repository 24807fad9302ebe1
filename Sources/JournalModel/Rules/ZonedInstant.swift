// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// An instant with the UTC offset, the time zone and the local date of its author.
package struct ZonedInstant: Sendable, Equatable {
    /// The instant.
    package let date: Date
    /// The offset from UTC in minutes, positive to the east.
    package let offsetMinutes: Int
    /// The IANA name of the author's time zone.
    package let zone: String
    /// The local date of the author, as yyyy-mm-dd.
    package let localDay: String

    /// Creates an instant with millisecond precision.
    package init(milliseconds: Int64, offsetMinutes: Int, zone: String, localDay: String) {
        date = Date(milliseconds: milliseconds)
        self.offsetMinutes = offsetMinutes
        self.zone = zone
        self.localDay = localDay
    }
}

extension Date {
    /// Creates a date from milliseconds since 1970-01-01T00:00:00Z.
    ///
    /// Equal inputs produce equal dates, which positions in a listing depend on.
    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The milliseconds since 1970-01-01T00:00:00Z, rounded.
    package var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
