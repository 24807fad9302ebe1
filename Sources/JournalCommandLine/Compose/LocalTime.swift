// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The local clock of the user: the instant, its offset and the name of the time zone.
///
/// The daemon cannot determine them: it runs in the environment of the process that launched it.
package enum LocalTime {
    /// Returns the current instant with the offset of the local time zone.
    package static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        return timestamp(milliseconds: milliseconds) ?? .epoch
    }

    /// Returns an instant with the offset of the local time zone at that instant.
    package static func timestamp(milliseconds: Int64) -> Timestamp? {
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        return Timestamp(milliseconds: milliseconds, offsetMinutes: parts.tm_gmtoff / 60)
    }

    /// Returns an instant with the offset of the local time zone at that instant.
    static func local(_ instant: Timestamp) -> Timestamp {
        timestamp(milliseconds: instant.milliseconds) ?? instant
    }

    /// Returns the time of the last change of a file; nil if there is no file.
    static func modified(_ path: String) -> Timestamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return timestamp(milliseconds: Int64(status.st_mtim.tv_sec) * 1000)
    }

    /// Returns the instant of a local day and time.
    package static func timestamp(day: Day, time: ClockTime) -> Timestamp? {
        var parts = tm()
        parts.tm_year = Int32(day.year - 1900)
        parts.tm_mon = Int32(day.month - 1)
        parts.tm_mday = Int32(day.day)
        parts.tm_hour = Int32(time.hour)
        parts.tm_min = Int32(time.minute)
        parts.tm_sec = Int32(time.second)
        parts.tm_isdst = -1
        let second = Int64(mktime(&parts))
        return timestamp(
            localSecond: second + Int64(parts.tm_gmtoff),
            millisecond: time.millisecond,
            offset: parts.tm_gmtoff
        )
    }

    /// Returns the instant at which a clock shows a local time.
    ///
    /// An offset has whole minutes in a timestamp, but the mean solar time of former years has
    /// seconds too. The local time is kept then, because the day of an entry depends on it.
    ///
    /// - Parameters:
    ///   - localSecond: The local time as seconds since 1970.
    ///   - millisecond: The milliseconds in addition.
    ///   - offset: The offset of the clock from UTC in seconds.
    /// - Returns: The instant, or nil if it is outside of the calendar.
    static func timestamp(localSecond: Int64, millisecond: Int, offset: Int) -> Timestamp? {
        let minutes = offset / 60
        let second = localSecond - Int64(minutes * 60)
        return Timestamp(
            milliseconds: second * 1000 + Int64(millisecond),
            offsetMinutes: minutes
        )
    }

    /// Returns the IANA name of the local time zone, or `UTC` if it cannot be determined.
    package static func zone(environment: Environment) -> String {
        let database = environment["TZDIR"] ?? "/usr/share/zoneinfo"
        return zone(
            variable: environment["TZ"],
            link: FileSystem.target(ofLink: "/etc/localtime"),
            file: (try? FileSystem.read("/etc/timezone")).map {
                String(decoding: $0, as: UTF8.self)
            },
            isInstalled: { FileStatus(path: "\(database)/\($0)") != nil }
        )
    }

    /// Returns the IANA name of the local time zone from the configuration of the system.
    ///
    /// - Parameters:
    ///   - variable: The value of `TZ`: a name, optionally after a colon, or a path, or a POSIX
    ///     rule.
    ///   - link: The target of the link `/etc/localtime`.
    ///   - file: The content of `/etc/timezone`.
    ///   - isInstalled: Whether the time zone database contains a name.
    /// - Returns: A name such as `Europe/Berlin`; `UTC` for a name that is not installed: the C
    ///   library uses UTC then, and the daemon would reject the name.
    static func zone(
        variable: String?,
        link: String?,
        file: String?,
        isInstalled: (String) -> Bool
    ) -> String {
        guard let name = name(variable: variable, link: link, file: file) else { return "UTC" }
        // The database also contains files such as `localtime`, which name no zone.
        let isZone = name.unicodeScalars.first?.properties.isUppercase == true
        return isZone && isInstalled(name) ? name : "UTC"
    }

    private static func name(variable: String?, link: String?, file: String?) -> String? {
        if let variable {
            let value = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
            if let name = name(inPath: value) ?? plainName(value) { return name }
        }
        if let link, let name = name(inPath: link) { return name }
        let line = file?.split(whereSeparator: \.isNewline).first.map(String.init)
        return line.flatMap(plainName)
    }

    private static func name(inPath path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let root = parts.lastIndex(of: "zoneinfo") else { return nil }
        var name = parts[(root + 1)...]
        if name.first == "posix" || name.first == "right" { name = name.dropFirst() }
        return name.isEmpty ? nil : name.joined(separator: "/")
    }

    /// Returns the text if it is a name such as `Europe/Berlin`, `UTC` or `EST`; a POSIX rule such
    /// as `CET-1CEST` is not.
    private static func plainName(_ text: String) -> String? {
        guard !text.hasPrefix("/"), !text.isEmpty, text.utf8.count <= 64 else { return nil }
        if !text.contains("/"), text.contains(where: \.isNumber) { return nil }
        let allowed = text.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || "/_+-0123456789".unicodeScalars.contains($0))
        }
        return allowed ? text : nil
    }
}

extension LocalTime {
    /// Returns the instant of a local day and a number of seconds since its midnight.
    static func timestamp(day: Day, second: Int) -> Timestamp? {
        ClockTime(hour: second / 3600, minute: second / 60 % 60, second: second % 60)
            .flatMap { timestamp(day: day, time: $0) }
    }

    /// Returns an instant with the offset of a time zone, or nil if the name is unknown.
    ///
    /// The C library reads the rules of zones only for the one of the process, which is therefore
    /// changed for a moment; only for programs with one thread.
    static func timestamp(_ instant: Timestamp, in zone: String) -> Timestamp? {
        guard RelativePath.isInside(zone), FileStatus(path: "/usr/share/zoneinfo/\(zone)") != nil
        else { return nil }
        let former = getenv("TZ").map { String(cString: $0) }
        setenv("TZ", ":" + zone, 1)
        tzset()
        defer {
            if let former { setenv("TZ", former, 1) } else { unsetenv("TZ") }
            tzset()
        }
        return timestamp(milliseconds: instant.milliseconds)
    }
}
