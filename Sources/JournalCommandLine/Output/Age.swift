// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The distance of a time from now, such as `5 min ago`.
enum Age {
    /// The number of columns of the longest text.
    static let width = 10

    private static let units: [(seconds: Int64, name: String)] = [
        (31_556_952, "y"), (2_629_746, "mo"), (7 * 86_400, "wk"), (86_400, "d"), (3600, "h"),
        (60, "min"),
    ]

    /// Returns the distance in the largest unit of which there are at least one, and two of weeks.
    static func text(of timestamp: Timestamp, at now: Timestamp) -> String {
        let seconds = (now.milliseconds - timestamp.milliseconds) / 1000
        let distance = abs(seconds)
        for (length, name) in units {
            let count = distance / length
            guard count >= (name == "wk" ? 2 : 1) else { continue }
            return seconds > 0 ? "\(count) \(name) ago" : "in \(count) \(name)"
        }
        return "just now"
    }
}
