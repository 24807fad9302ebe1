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

    /// Returns the local day and minute of an instant, such as `2026-11-21 10:15`.
    package static func minute(of instant: Timestamp) -> String {
        let local = local(instant)
        return "\(local.day) \(local.description.dropFirst(11).prefix(5))"
    }

    /// Returns the time of the last change of a file, or `nil`.
    static func modified(_ path: String) -> Timestamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return timestamp(milliseconds: Int64(status.st_mtim.tv_sec) * 1000)
    }

    /// Returns the instant of a local day and time.
    ///
    /// A time that the clock shows twice is the first of the two. One that it skips counts from
    /// before the change, so that 02:30 becomes 03:30.
    package static func timestamp(day: Day, time: ClockTime) -> Timestamp? {
        let local = Int64(day.daysSince1970) * 86_400 + time.millisecondsOfDay / 1000
        let instant = second(local: local, offset: Self.offset)
        let shown = Self.offset(instant)
        return timestamp(
            localSecond: instant + Int64(shown),
            millisecond: time.millisecond,
            offset: shown
        )
    }

    /// Returns the first instant at which a clock shows a local time; for a time that it skips, the
    /// instant by the offset before the change.
    ///
    /// The C library does not specify which one it returns in both cases.
    ///
    /// - Parameters:
    ///   - local: The local time as seconds since 1970.
    ///   - offset: Returns the offset of the clock from UTC at an instant, in seconds.
    /// - Returns: The instant as seconds since 1970.
    static func second(local: Int64, offset: (_ second: Int64) -> Int) -> Int64 {
        let offsets = [offset(local - 86_400), offset(local + 86_400)].map { Int64($0) }
        let instants = offsets.map { local - $0 }
        return instants.filter { $0 + Int64(offset($0)) == local }.min() ?? instants[0]
    }

    /// Returns the offset of the local time zone at an instant, in seconds.
    private static func offset(_ second: Int64) -> Int {
        var second = time_t(second)
        var parts = tm()
        return localtime_r(&second, &parts) == nil ? 0 : parts.tm_gmtoff
    }

    /// Returns the instant at which a clock shows a local time.
    ///
    /// An offset has whole minutes in a timestamp, but the mean solar time that clocks showed
    /// before time zones has seconds, too. The local time is kept then, because the day of an entry
    /// depends on it.
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
            // An empty value means UTC.
            variable: environment.variables["TZ"],
            link: FileSystem.target(ofLink: "/etc/localtime"),
            file: (try? FileSystem.read("/etc/timezone")).map {
                String(decoding: $0, as: UTF8.self)
            },
            offsetMinutes: now().offsetMinutes,
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
    ///   - offsetMinutes: The present offset of the local clock, which names the zone of a rule.
    ///   - isInstalled: Whether the time zone database contains a name.
    /// - Returns: A name such as `Europe/Berlin`; for a POSIX rule, a zone with a fixed offset,
    ///   such as `Etc/GMT-3`. `UTC` for a name that is not installed: the C library uses UTC then,
    ///   and the daemon would reject the name.
    static func zone(
        variable: String?,
        link: String?,
        file: String?,
        offsetMinutes: Int,
        isInstalled: (String) -> Bool
    ) -> String {
        // The database also contains files such as `localtime`, which name no zone.
        func isZone(_ name: String) -> Bool {
            name.unicodeScalars.first?.properties.isUppercase == true && isInstalled(name)
        }
        if let variable {
            let value = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
            // The clock follows the variable, so only it can name the zone.
            if value != "/etc/localtime" {
                let names = [name(inPath: value), plainName(value), fixedZone(offsetMinutes)]
                return names.compactMap { $0 }.first { isZone($0) } ?? "UTC"
            }
        }
        let linked = link.flatMap { name(inPath: $0) }
        let line = file?.split(whereSeparator: \.isNewline).first.map(String.init)
        guard let found = linked ?? line.flatMap(plainName), isZone(found) else { return "UTC" }
        return found
    }

    /// Returns the name of the zone with an offset in whole hours; the name has the sign of POSIX.
    private static func fixedZone(_ offsetMinutes: Int) -> String? {
        let hours = offsetMinutes / 60
        guard offsetMinutes % 60 == 0, hours != 0, (-12...14).contains(hours) else { return nil }
        return "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    }

    private static func name(inPath path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let root = parts.lastIndex(of: "zoneinfo") else { return nil }
        var name = parts[(root + 1)...]
        if name.first == "posix" || name.first == "right" { name = name.dropFirst() }
        return name.isEmpty ? nil : name.joined(separator: "/")
    }

    /// Returns the text if it may be a name such as `Europe/Berlin`, `UTC` or `EST5EDT`, which is
    /// a POSIX rule as well.
    private static func plainName(_ text: String) -> String? {
        guard !text.hasPrefix("/"), !text.isEmpty, text.utf8.count <= 64 else { return nil }
        let allowed = text.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || "/_+-0123456789".unicodeScalars.contains($0))
        }
        return allowed ? text : nil
    }
}

/// The variable `TZ`, which the C library reads as UTC if it is invalid.
struct TimeZoneVariable {
    private let value: String
    private let isFile: (String) -> Bool

    /// Reads the variable.
    init(_ environment: Environment) {
        let database = environment["TZDIR"] ?? "/usr/share/zoneinfo"
        self.init(value: environment["TZ"] ?? "") { name in
            let path = name.hasPrefix("/") ? name : "\(database)/\(name)"
            return FileSystem.isReadable(path) && !FileSystem.isDirectory(path)
        }
    }

    /// Creates a variable.
    ///
    /// - Parameters:
    ///   - value: The value; empty for UTC, or if the variable is not set.
    ///   - isFile: Returns whether a path or a name in the time zone database names a file.
    init(value: String, isFile: @escaping (String) -> Bool) {
        self.value = value
        self.isFile = isFile
    }

    /// Returns what is wrong with the value; nil if it is valid.
    var problem: String? {
        let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
        let isUTC = ["", "UTC", "UTC0", "GMT"].contains(name)
        let isInside = !name.split(separator: "/").contains("..")
        guard !isUTC, !Self.isRule(name), !(isInside && isFile(name)) else { return nil }
        return "TZ is \"\(value)\", which is no time zone, so times are in UTC; use a name such as "
            + "Europe/Berlin"
    }

    /// Returns whether a text begins as a rule of POSIX, such as `EST5EDT` or `<+03>-3`.
    private static func isRule(_ text: String) -> Bool {
        let rest: Substring
        if text.hasPrefix("<") {
            guard let end = text.firstIndex(of: ">") else { return false }
            rest = text[text.index(after: end)...]
        } else {
            let name = text.prefix { $0.isASCII && $0.isLetter }
            guard name.count >= 3 else { return false }
            rest = text[name.endIndex...]
        }
        let number = "+-".contains(rest.first ?? " ") ? rest.dropFirst() : rest
        return number.first.map { $0.isASCII && $0.isNumber } ?? false
    }
}
