// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The clock of the user, for dates in files that have no UTC offset.
package struct LocalClock: Sendable {
    /// The IANA name of the time zone.
    package var zone: String
    private let convert: @Sendable (Day, Int) -> Timestamp?
    private let adjust: @Sendable (Timestamp, String) -> Timestamp?

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - zone: The IANA name of the time zone.
    ///   - convert: Returns the instant of a day and a number of seconds since its midnight.
    ///   - adjust: Returns an instant with the offset of a time zone; nil for an unknown name.
    package init(
        zone: String,
        convert: @escaping @Sendable (Day, Int) -> Timestamp?,
        adjust: @escaping @Sendable (Timestamp, String) -> Timestamp? = { _, _ in nil }
    ) {
        self.zone = zone
        self.convert = convert
        self.adjust = adjust
    }

    /// Returns an instant with the offset of a time zone, or unchanged if its name is unknown.
    func timestamp(_ instant: Timestamp, in zone: String?) -> Timestamp {
        zone.flatMap { adjust(instant, $0) } ?? instant
    }

    /// A clock in UTC.
    package static let utc = LocalClock(
        zone: "UTC",
        convert: { day, second in
            Timestamp(milliseconds: Int64(day.daysSince1970 * 86_400 + second) * 1000)
        }
    )

    /// Returns the instant of a local day and time.
    package func timestamp(_ day: Day, second: Int) -> Timestamp? { convert(day, second) }
}
