// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Which entries a listing, a search, a count or a subscription is about; every part must hold.
package struct Filter: Sendable, Hashable {
    /// The name or the id of the notebook they are in.
    package var notebook: String?
    /// Tags each of them has.
    package var tags: [String]
    /// The earliest: the whole day, or from the instant on.
    package var since: DateBound?
    /// The latest: the whole day, or before the instant.
    package var until: DateBound?
    /// Whether they are starred.
    package var starred: Bool?
    /// Whether they are in the trash; without a word they are not.
    package var trashed: Bool?

    /// Makes a filter; one without arguments takes every entry outside the trash.
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

    /// Whether the filter takes every entry outside the trash.
    package var isEmpty: Bool {
        var named = self
        // Outside the trash is what no word means too.
        if named.trashed == false { named.trashed = nil }
        return named == Filter()
    }
}

extension Filter: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        notebook = try fields.optional("notebook")
        tags = try fields.array("tags") ?? []
        // No entry has more of them, and each has its cost.
        guard tags.count <= Limits.tags else {
            throw InvalidParams("expected \(Limits.tags) names at most, got \(tags.count)")
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
