// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Advice about words of a query that look like conditions, but are searched as words.
package enum ConditionAdvice {
    /// The conditions that mean what an option of other commands is called.
    private static let conditions = ["since": "after", "until": "before"]

    /// Returns advice for a query that no entry matches; nil if it has no such word.
    package static func text(_ query: String) -> String? {
        for word in query.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let condition = conditions[parts[0].lowercased()] else {
                continue
            }
            let bound = condition == "before" ? ", which excludes the day" : ""
            return "\(word) was searched as words; the condition is "
                + "\(condition):\(parts[1])\(bound)"
        }
        return nil
    }
}
