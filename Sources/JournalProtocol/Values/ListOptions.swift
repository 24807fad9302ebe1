// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The amount of detail per entry in a reply or a notification.
package enum Include: String, Sendable, CaseIterable, FieldValue {
    /// The id and the revision only.
    case ids
    /// The whole record, with its text truncated.
    case summary
    /// The whole record, with its full text.
    case full
}

/// The order of a listing: by creation time, or random.
package enum ListOrder: String, Sendable, CaseIterable, FieldValue {
    case newest
    case oldest
    /// A random selection in random order, which has one page only.
    case random
}

/// The property by which the rows of a live list are grouped.
package enum ListGrouping: String, Sendable, CaseIterable, FieldValue {
    /// No groups.
    case none
    /// The day of writing, in the order of the list.
    case day
    /// The notebook, by name.
    case notebook
    /// Each tag, by name; an entry has a row for each of its tags.
    case tag
}

/// The order of the matches of a search.
package enum SearchOrder: String, Sendable, CaseIterable, FieldValue {
    /// The best matches first.
    case best
    /// An order in which matches keep their places while others are written, for clients that read
    /// all of them.
    case unranked
}

/// The meaning of words and relative dates in a search query.
package struct QueryOptions: ProtocolObject, Equatable {
    /// Whether English words also match their other forms, such as *walked* for *walk*.
    package var stem: Bool
    /// The instant to which relative dates refer, with the offset of the client; nil for the clock
    /// and the time zone of the daemon.
    package var now: Timestamp?

    /// Creates options.
    package init(stem: Bool = false, now: Timestamp? = nil) {
        self.stem = stem
        self.now = now
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        stem = try fields.optional("stem", \.stem, default: false)
        now = try fields.optional("now", \.now)
    }
}
