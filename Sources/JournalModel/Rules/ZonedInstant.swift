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

/// The name of a time zone in the IANA database.
package struct TimeZoneName: Sendable, Equatable {
    /// The time zone of entries without one.
    package static let utc = TimeZoneName(text: "UTC", zone: .gmt)

    /// The name as it was given.
    package let text: String
    private let zone: TimeZone

    private init(text: String, zone: TimeZone) {
        self.text = text
        self.zone = zone
    }

    /// Looks up a name in the system's time zone database.
    ///
    /// Letter case counts.
    ///
    /// - Throws: `dateInvalid` for a name that the database does not contain.
    package init(_ text: String) throws(JournalError) {
        if text == Self.utc.text {
            self = .utc
            return
        }
        // Foundation also accepts abbreviations that mean different zones, such as BST and PST, and
        // offsets, such as GMT+1. Names of the database have a slash, apart from a fixed set.
        // It compares C strings, so that a NUL ends the name.
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            text.contains("/") || Self.namesWithoutSlash.contains(text),
            let zone = TimeZone(identifier: text)
        else {
            throw JournalError(
                .dateInvalid,
                "unknown time zone \"\(text)\"; use a name such as Europe/Berlin or UTC"
            )
        }
        self.init(text: text, zone: zone)
    }

    /// Returns how many minutes east of UTC a clock of the zone is at an instant.
    package func offsetMinutes(at date: Date) -> Int { zone.secondsFromGMT(for: date) / 60 }

    private static let namesWithoutSlash: Set<String> = [
        "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT",
        "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel",
        "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT",
        "Navajo",
        "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT", "UTC",
        "Universal", "W-SU", "WET", "Zulu",
    ]
}
