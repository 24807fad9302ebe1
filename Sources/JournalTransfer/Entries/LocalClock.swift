// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The clock of the user, for dates in files that have no UTC offset.
package struct LocalClock: Sendable {
    /// The IANA name of the time zone.
    package var zone: String
    private let convert: @Sendable (Day, Int, _ zone: String?) -> Timestamp?
    private let adjust: @Sendable (Timestamp, _ zone: String) -> Timestamp?
    private let isInstalled: @Sendable (String) -> Bool

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - zone: The IANA name of the time zone.
    ///   - convert: Returns the instant of a day and a number of seconds since its midnight, in a
    ///     time zone or the user's.
    ///   - adjust: Returns an instant with the offset of a time zone; nil for an unknown name.
    ///   - isInstalled: Returns whether the time zone database contains a name.
    package init(
        zone: String,
        convert: @escaping @Sendable (Day, Int, _ zone: String?) -> Timestamp?,
        adjust: @escaping @Sendable (Timestamp, _ zone: String) -> Timestamp? = { _, _ in nil },
        isInstalled: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.zone = zone
        self.convert = convert
        self.adjust = adjust
        self.isInstalled = isInstalled
    }

    /// A clock in UTC.
    package static let utc = LocalClock(
        zone: "UTC",
        convert: { day, second, _ in
            Timestamp(milliseconds: Int64(day.daysSince1970 * 86_400 + second) * 1000)
        }
    )

    /// Reads the name of a time zone.
    func zone(written text: String) -> WrittenZone {
        WrittenZone(text) { ZoneName.isPossible($0) && isInstalled($0) }
    }

    /// Returns an instant with the offset of a time zone in a file; with the user's offset for
    /// `nil`, and unchanged for an unknown name.
    func timestamp(_ instant: Timestamp, in zone: String?) -> Timestamp {
        switch self.zone(written: zone ?? self.zone) {
        case .named(let name): adjust(instant, name) ?? instant
        case .fixed(let minutes):
            Timestamp(milliseconds: instant.milliseconds, offsetMinutes: minutes) ?? instant
        case .unknown: instant
        }
    }

    /// Returns the instant of a local day and time.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - second: The number of seconds since its midnight.
    ///   - zone: The time zone in the file; the user's for `nil` or an unknown name.
    /// - Returns: The instant, or nil if the calendar does not contain it.
    package func timestamp(_ day: Day, second: Int, in zone: String? = nil) -> Timestamp? {
        switch zone.map({ self.zone(written: $0) }) {
        case .named(let name): convert(day, second, name) ?? Self.outermost(day, second: second)
        case .fixed(let minutes): Self.timestamp(day, second: second, offsetMinutes: minutes)
        case .unknown, nil: convert(day, second, nil) ?? Self.outermost(day, second: second)
        }
    }

    /// Returns the instant of a time on one of the outermost days of the calendar, which is outside
    /// of it in the zone of the user: with the smallest offset that leads into the calendar.
    private static func outermost(_ day: Day, second: Int) -> Timestamp? {
        let offsets = (0..<1440).lazy.map { day.year == 1 ? -$0 : $0 }
        return offsets.compactMap { timestamp(day, second: second, offsetMinutes: $0) }.first
    }

    private static func timestamp(
        _ day: Day,
        second: Int,
        offsetMinutes: Int
    ) -> Timestamp? {
        let local = Int64(day.daysSince1970 * 86_400 + second)
        return Timestamp(
            milliseconds: (local - Int64(offsetMinutes * 60)) * 1000,
            offsetMinutes: offsetMinutes
        )
    }
}

/// The names of the IANA time zone database.
package enum ZoneName {
    /// Returns whether a text has the form of a name: with a slash, or one of a fixed set.
    ///
    /// Other files of the database, abbreviations and offsets are no names.
    package static func isPossible(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return withoutSlash.contains(text) }
        return !["posix", "right"].contains(parts[0])
            && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    private static let withoutSlash: Set<String> = [
        "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT",
        "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel",
        "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT",
        "Navajo",
        "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT", "UTC",
        "Universal", "W-SU", "WET", "Zulu",
    ]
}
