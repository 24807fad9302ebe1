// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol
internal import JournalSystem

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
