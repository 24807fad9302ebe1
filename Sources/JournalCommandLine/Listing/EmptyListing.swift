// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// A listing that selects no entry, for the message that explains it.
package struct EmptyListing {
    private let filter: Filter

    /// Describes a listing with a filter.
    package init(_ filter: Filter) { self.filter = filter }

    /// Returns the message, which names the tags that do not exist.
    ///
    /// - Throws: The error of the request for the tags, which is made only if the filter has some.
    package func text(_ client: JournalClient) throws(ClientError) -> String {
        let nothing = "no entries found"
        guard !filter.tags.isEmpty else { return nothing }
        let known = Set(try client.call(TagList()).tags.map { Self.key($0.name) })
        let unknown = filter.tags.filter { !known.contains(Self.key($0)) }
        guard let first = unknown.first else { return nothing }
        return unknown.count == 1
            ? "\(nothing): there is no tag \"\(first)\""
            : "\(nothing): there are no tags "
                + unknown.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    /// Names are compared regardless of letter case.
    private static func key(_ name: String) -> String { name.lowercased() }
}

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
