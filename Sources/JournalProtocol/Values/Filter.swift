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

extension Filter: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        notebook = try fields.optional("notebook")
        tags = try fields.array("tags") ?? []
        // No entry can match more tags, and each tag adds to the cost of the query.
        guard tags.count <= Limits.tags else {
            throw InvalidParams("expected at most \(Limits.tags) names, got \(tags.count)")
                .under("tags")
        }
        since = try fields.optional("since")
        until = try fields.optional("until")
        starred = try fields.optional("starred")
        trashed = try fields.optional("trashed")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("notebook", notebook)
        object.append("tags", each: tags.isEmpty ? nil : tags)
        object.append("since", since)
        object.append("until", until)
        object.append("starred", starred)
        object.append("trashed", trashed)
        return .object(object)
    }
}
