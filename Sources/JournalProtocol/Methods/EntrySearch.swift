// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Finds entries by their words, the best match first.
package struct EntrySearch: MethodCall {
    package static let method = MethodName.entrySearch

    /// Words, `"phrases"`, `prefix*`, `-without`, `tag:`, `notebook:`, `before:`, `after:`.
    package var query: String
    /// What must hold besides.
    package var filter: Filter
    /// How many at most.
    package var limit: Int
    /// Where to go on: `nextPage` of the reply before.
    package var page: PageCursor?
    /// How much of each entry.
    package var include: Include

    /// Asks for a page of matches.
    package init(
        query: String,
        filter: Filter = Filter(),
        limit: Int = 20,
        page: PageCursor? = nil,
        include: Include = .summary
    ) {
        self.query = query
        self.filter = filter
        self.limit = limit
        self.page = page
        self.include = include
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        query = try fields.required("query")
        filter = try fields.optional("filter") ?? Filter()
        limit = try fields.integer("limit", in: 1...Limits.page) ?? 20
        page = try fields.optional("page")
        include = try fields.optional("include") ?? .summary
        guard include != .ids else {
            throw InvalidParams("expected one of \"summary\", \"full\", got \"ids\"")
                .under("include")
        }
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("query", query)
        object.append("filter", filter.isEmpty ? nil : filter)
        object.append("limit", limit == 20 ? nil : limit)
        object.append("page", page)
        object.append("include", include == .summary ? nil : include)
        return .object(object)
    }

    /// What a page cursor of this call belongs to.
    package var question: UInt64 {
        PageCursor.digest(of: [
            "method": "entry.search", "filter": filter.json, "query": .string(query),
        ])
    }

    /// One page of matches.
    package struct Reply: JSONConvertible, Equatable {
        /// The matches, best first.
        package var matches: [EntryMatch]
        /// Where the next page begins; nil on the last one.
        package var nextPage: PageCursor?
        /// Where the history stood.
        package var cursor: Cursor

        /// Answers with a page.
        package init(matches: [EntryMatch], nextPage: PageCursor?, cursor: Cursor) {
            self.matches = matches
            self.nextPage = nextPage
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            matches = try fields.array("matches") ?? []
            nextPage = try fields.optional("nextPage")
            cursor = try fields.required("cursor")
        }

        package var json: JSON {
            var object = JSONObject()
            object.append("matches", each: matches)
            object.append("nextPage", nextPage)
            object.append("cursor", cursor)
            return .object(object)
        }
    }
}
