// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol
internal import JournalSystem

/// Times in other zones than the user's, for files that name a zone.
extension LocalTime {
    private static let database = "/usr/share/zoneinfo"

    /// Returns whether the time zone database contains a name.
    static func isInstalled(_ zone: String) -> Bool {
        FilePath.isInside(zone) && FileStatus(path: "\(database)/\(zone)") != nil
    }

    /// Returns the instant of a local day and a number of seconds since its midnight.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - second: The number of seconds.
    ///   - zone: The IANA name of the time zone; `nil` for the user's.
    /// - Returns: The instant, or nil for an unknown name, or a time outside of the calendar.
    static func timestamp(day: Day, second: Int, in zone: String? = nil) -> Timestamp? {
        let time = ClockTime(hour: second / 3600, minute: second / 60 % 60, second: second % 60)
        guard let time else { return nil }
        guard let zone else { return timestamp(day: day, time: time) }
        guard isInstalled(zone) else { return nil }
        return inZone(zone) { timestamp(day: day, time: time) }
    }

    /// Returns an instant with the offset of a time zone, or nil if the name is unknown.
    static func timestamp(_ instant: Timestamp, in zone: String) -> Timestamp? {
        guard isInstalled(zone) else { return nil }
        return inZone(zone) { timestamp(milliseconds: instant.milliseconds) }
    }

    /// Returns the result of a body that is executed in a time zone.
    ///
    /// The C library reads the rules of zones only for the one of the process, which is therefore
    /// changed for a moment; only for programs with one thread.
    private static func inZone<Value>(_ zone: String, _ body: () -> Value) -> Value {
        let previous = getenv("TZ").map { String(cString: $0) }
        setenv("TZ", ":" + zone, 1)
        tzset()
        defer {
            if let previous { setenv("TZ", previous, 1) } else { unsetenv("TZ") }
            tzset()
        }
        return body()
    }
}
