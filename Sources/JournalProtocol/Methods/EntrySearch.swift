// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Searches the text of entries and returns the matches page by page, by default the best first.
package struct EntrySearch: MethodCall {
    package static let method = MethodName.entrySearch

    /// The query: words, `"phrases"`, `prefix*`, conditions such as `tag:home`, and operators.
    package var query: String
    /// The meaning of words and relative dates in the query.
    package var options: QueryOptions
    /// Further criteria that entries must match.
    package var filter: Filter
    /// The order of the matches.
    package var order: SearchOrder
    /// The maximum number of matches.
    package var limit: Int
    /// The position to continue at: `nextPage` of the previous reply.
    package var page: PageCursor?
    /// The amount of detail per entry.
    package var include: Include

    /// Creates a request for a page of matches.
    package init(
        query: String,
        options: QueryOptions = QueryOptions(),
        filter: Filter = Filter(),
        order: SearchOrder = .best,
        limit: Int = 20,
        page: PageCursor? = nil,
        include: Include = .summary
    ) {
        self.query = query
        self.options = options
        self.filter = filter
        self.order = order
        self.limit = limit
        self.page = page
        self.include = include
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        query = try fields.required("query", \.query)
        options = try fields.embedded(\.options)
        filter = try fields.optional("filter", \.filter, default: Filter())
        order = try fields.optional("order", \.order, default: .best)
        limit = try fields.optional("limit", \.limit, default: 20, as: .pageLength)
        page = try fields.optional("page", \.page)
        include = try fields.optional(
            "include",
            \.include,
            default: .summary,
            as: .one(of: [.summary, .full])
        )
    }

    /// The hash of the query that page cursors of this request contain.
    package var queryHash: UInt64 {
        PageCursor.digest(of: [
            "method": "entry.search", "filter": filter.json, "query": .string(query),
            "stem": options.stem.json, "order": order.json,
        ])
    }

    /// A page of matches.
    package struct Reply: ProtocolObject, Equatable {
        /// The matches in order.
        package var matches: [EntryMatch]
        /// The position of the next page, or nil on the last page.
        package var nextPage: PageCursor?
        /// The position in the history at which the page was read.
        package var cursor: Cursor
        /// The number of entries that were read for the page, but not searched, because their texts
        /// are damaged in the store.
        package var unreadableCount: Int

        /// Creates a page.
        package init(
            matches: [EntryMatch],
            nextPage: PageCursor?,
            cursor: Cursor,
            unreadableCount: Int = 0
        ) {
            self.matches = matches
            self.nextPage = nextPage
            self.cursor = cursor
            self.unreadableCount = unreadableCount
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            matches = try fields.sent("matches", \.matches, ifAbsent: [])
            nextPage = try fields.optional("nextPage", \.nextPage)
            cursor = try fields.required("cursor", \.cursor)
            unreadableCount = try fields.optional("unreadable", \.unreadableCount, default: 0)
        }

        /// Returns the JSON form of a page whose matches are encoded already.
        package static func json(
            _ matches: [[UInt8]],
            nextPage: PageCursor?,
            cursor: Cursor,
            unreadableCount: Int
        ) -> JSON {
            var object = JSONObject()
            object.append("matches", JSON.array(matches.map(JSON.encoded)))
            object.append("nextPage", nextPage)
            object.append("cursor", cursor)
            object.append("unreadable", unreadableCount > 0 ? unreadableCount : nil)
            return .object(object)
        }
    }
}
