// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// When something was written: an instant, and what the writer's clock and calendar showed.
package struct ZonedInstant: Sendable, Equatable {
    /// The instant.
    package let date: Date
    /// How many minutes east of UTC the writer's clock was.
    package let offsetMinutes: Int
    /// The IANA name of the writer's time zone.
    package let zone: String
    /// The day the writer's calendar showed, as yyyy-mm-dd.
    package let localDay: String

    /// Describes a moment, to the millisecond.
    package init(milliseconds: Int64, offsetMinutes: Int, zone: String, localDay: String) {
        date = Date(milliseconds: milliseconds)
        self.offsetMinutes = offsetMinutes
        self.zone = zone
        self.localDay = localDay
    }
}

extension Date {
    /// The instant a number of milliseconds after 1970-01-01T00:00:00Z.
    ///
    /// Equal numbers give equal dates, which the place of a page in a listing relies on.
    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
