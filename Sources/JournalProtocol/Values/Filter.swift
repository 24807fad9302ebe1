// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The criteria that select entries in listings, searches, counts and subscriptions; all must
/// match.
package struct Filter: Sendable, Hashable {
    /// The name or the id of the notebook, or nil for all notebooks.
    package var notebook: String?
    /// The names of tags that an entry must all have.
    package var tags: [String]
    /// The lower bound of the creation time, inclusive for both days and instants.
    package var since: DateBound?
    /// The upper bound of the creation time, inclusive for days and exclusive for instants.
    package var until: DateBound?
    /// Whether entries must be starred or must not be; nil matches both.
    package var starred: Bool?
    /// Whether entries must be in the trash; nil means false.
    package var trashed: Bool?

    /// Creates a filter, by default one that matches every entry outside the trash.
    package init(
        notebook: String? = nil,
        tags: [String] = [],
        since: DateBound? = nil,
        until: DateBound? = nil,
        starred: Bool? = nil,
        trashed: Bool? = nil
    ) {
        self.notebook = notebook
        self.tags = tags
        self.since = since
        self.until = until
        self.starred = starred
        self.trashed = trashed
    }

    /// Whether the filter matches every entry outside the trash.
    package var isEmpty: Bool {
        var normalized = self
        // An explicit false is equivalent to the default.
        if normalized.trashed == false { normalized.trashed = nil }
        return normalized == Filter()
    }
}

extension Filter: ProtocolObject {
    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        notebook = try fields.optional("notebook", \.notebook)
        // No entry can match more tags, and each tag adds to the cost of the query.
        tags = try fields.optional(
            "tags",
            \.tags,
            default: [],
            as: .array(0...Limits.tags, of: "names")
        )
        since = try fields.optional("since", \.since)
        until = try fields.optional("until", \.until)
        starred = try fields.optional("starred", \.starred)
        trashed = try fields.optional("trashed", \.trashed)
    }
}
