// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A bound of a time span: a whole day in the author's calendar, or an instant.
package enum DateBound: Sendable, Hashable {
    case day(Day)
    case instant(Timestamp)
}

extension DateBound: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let text = try String(json: json)
        if let day = Day(text) {
            self = .day(day)
        } else if let instant = Timestamp(text) {
            self = .instant(instant)
        } else {
            throw InvalidParams(
                "expected a day such as \"2026-11-21\" or \(Timestamp.form), got \"\(text)\"",
                kind: .dateInvalid
            )
        }
    }

    package var json: JSON {
        switch self {
        case .day(let day): day.json
        case .instant(let instant): instant.json
        }
    }
}
