// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A time zone as the files of other programs name it.
enum WrittenZone: Equatable {
    /// A name in the IANA database, which an entry can have.
    case named(String)
    /// A fixed offset from UTC in minutes, positive to the east.
    case fixed(minutes: Int)
    /// None of the forms that are read.
    case unknown

    /// Reads `Europe/Berlin`, `GMT+0200`, `GMT+02:00`, `UTC+2`, `+02:00`, `Z`, or one of the few
    /// unambiguous abbreviations.
    init(_ text: String, isKnown: (String) -> Bool) {
        if isKnown(text) {
            self = .named(text)
        } else if let name = Self.abbreviations[text], isKnown(name) {
            self = .named(name)
        } else if let minutes = Self.offset(text) {
            self = .fixed(minutes: minutes)
        } else {
            self = .unknown
        }
    }

    /// The name in the IANA database for a clock with an offset from UTC.
    ///
    /// The names with whole hours have the sign of POSIX, positive to the west. There are no names
    /// for other offsets; an entry with one is in UTC, and its time has the offset.
    static func name(ofOffset minutes: Int) -> String {
        let hours = minutes / 60
        guard minutes % 60 == 0, hours != 0, (-12...14).contains(hours) else { return "UTC" }
        return "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    }

    /// The abbreviations of RFC 5322 that are not names themselves, and the summer times of Europe.
    ///
    /// Others, such as IST and BST, mean several zones.
    private static let abbreviations = [
        "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles", "MDT": "America/Denver",
        "CST": "America/Chicago", "CDT": "America/Chicago", "EDT": "America/New_York",
        "CEST": "CET", "EEST": "EET", "WEST": "WET", "Z": "UTC",
    ]

    /// Reads an offset after `GMT`, `UTC` or nothing; it is positive to the east.
    private static func offset(_ text: String) -> Int? {
        var digits = text.utf8[...]
        if text.hasPrefix("GMT") || text.hasPrefix("UTC") { digits = digits.dropFirst(3) }
        guard let sign = digits.popFirst(), sign == 0x2B || sign == 0x2D else { return nil }
        var fields = digits.split(separator: 0x3A, omittingEmptySubsequences: false)
        if fields.count == 1, (3...4).contains(digits.count) {
            fields = [digits.dropLast(2), digits.suffix(2)]
        }
        let numbers = fields.compactMap { field -> Int? in
            let isNumber = (1...2).contains(field.count) && field.allSatisfy { 48...57 ~= $0 }
            return isNumber ? Int(String(Substring(field))) : nil
        }
        guard numbers.count == fields.count, numbers.count <= 2, numbers[0] < 24 else {
            return nil
        }
        let minute = numbers.count == 2 ? numbers[1] : 0
        guard minute < 60, fields.count == 1 || fields[1].count == 2 else { return nil }
        let minutes = numbers[0] * 60 + minute
        return sign == 0x2B ? minutes : -minutes
    }
}

extension WrittenZone: CustomStringConvertible {
    /// The zone for messages: a name, or an offset as `UTC+05:30`.
    var description: String {
        switch self {
        case .named(let name): return name
        case .unknown: return "UTC"
        case .fixed(let minutes):
            let name = Self.name(ofOffset: minutes)
            guard name == "UTC", minutes != 0 else { return name }
            let time = Timestamp(milliseconds: 0, offsetMinutes: minutes)?.description ?? ""
            return "UTC" + time.suffix(6)
        }
    }
}

extension TransferEntry {
    /// Replaces a time zone that is no name in the IANA database, and notes its name.
    ///
    /// The instant and its offset remain. Of a zone that is unknown, the offset shows the new one.
    mutating func replaceUnknownZone(_ clock: LocalClock) {
        guard let zone else { return }
        let written = clock.zone(written: zone)
        switch written {
        case .named(let name): self.zone = name
        case .fixed(let minutes): self.zone = WrittenZone.name(ofOffset: minutes)
        case .unknown:
            self.zone = WrittenZone.name(ofOffset: createdAt?.offsetMinutes ?? 0)
        }
        guard self.zone != zone else { return }
        let isUnknown = written == .unknown
        replacedZone = ReplacedZone(
            name: String(zone.prefix(64)),
            replacement: (isUnknown ? self.zone : nil) ?? written.description
        )
    }
}

/// A time zone that is stored under another name.
package struct ReplacedZone: Sendable, Hashable {
    /// The name in the file.
    package var name: String
    /// The name in the journal, or the offset that the time of the entry has.
    package var replacement: String
}
