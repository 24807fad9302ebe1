// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The text form of a duration: `600`, `90s`, `10min`, `2h`, `1d`.
package enum DurationText {
    private static let units: [String: Int64] = [
        "": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400,
    ]

    /// Parses a duration in whole units; a number without a unit is in seconds.
    ///
    /// Returns nil for other text.
    package static func duration(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text[digits.endIndex...].drop { $0 == " " }
        guard let count = Int64(digits), let factor = units[String(unit)] else { return nil }
        let (seconds, isTooLong) = count.multipliedReportingOverflow(by: factor)
        guard !isTooLong, seconds <= 10 * 365 * 86_400 else { return nil }
        return .seconds(seconds)
    }
}
