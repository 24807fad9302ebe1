// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Lists entries page by page, in the order of their creation time.
package struct EntryList: MethodCall {
    package static let method = MethodName.entryList

    /// The criteria that entries must match.
    package var filter: Filter
    /// The sort order.
    package var order: ListOrder
    /// The maximum number of entries; the daemon may return fewer to limit the size of the reply.
    package var limit: Int
    /// The position to continue at: `nextPage` of the previous reply.
    package var page: PageCursor?
    /// The amount of detail per entry.
    package var include: Include

    /// Creates a request for a page.
    package init(
        filter: Filter = Filter(),
        order: ListOrder = .newest,
        limit: Int = Limits.defaultPage,
        page: PageCursor? = nil,
        include: Include = .summary
    ) {
        self.filter = filter
        self.order = order
        self.limit = limit
        self.page = page
        self.include = include
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        filter = try fields.optional("filter") ?? Filter()
        order = try fields.optional("order") ?? .newest
        limit = try fields.integer("limit", in: 1...Limits.page) ?? Limits.defaultPage
        page = try fields.optional("page")
        include = try fields.optional("include") ?? .summary
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("filter", filter.isEmpty ? nil : filter)
        object.append("order", order == .newest ? nil : order)
        object.append("limit", limit == Limits.defaultPage ? nil : limit)
        object.append("page", page)
        object.append("include", include == .summary ? nil : include)
        return .object(object)
    }

    /// The hash of the query that page cursors of this request contain.
    package var queryHash: UInt64 {
        PageCursor.digest(of: [
            "method": "entry.list", "filter": filter.json, "order": order.json,
        ])
    }

    /// A page of entries.
    package struct Reply: JSONConvertible, Equatable {
        /// The entries in order, or an empty array if `include` is `ids`.
        package var entries: [EntryRecord]
        /// The ids and revisions in order, if `include` is `ids`.
        package var ids: [EntryVersion]?
        /// The position of the next page, or nil on the last page.
        package var nextPage: PageCursor?
        /// The position in the history at which the page was read.
        package var cursor: Cursor

        /// Creates a page.
        package init(
            entries: [EntryRecord],
            ids: [EntryVersion]? = nil,
            nextPage: PageCursor?,
            cursor: Cursor
        ) {
            self.entries = entries
            self.ids = ids
            self.nextPage = nextPage
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            entries = try fields.array("entries") ?? []
            ids = try fields.array("ids")
            nextPage = try fields.optional("nextPage")
            cursor = try fields.required("cursor")
        }

        package var json: JSON {
            var object = JSONObject()
            object.append("entries", each: ids == nil ? entries : nil)
            object.append("ids", each: ids)
            object.append("nextPage", nextPage)
            object.append("cursor", cursor)
            return .object(object)
        }

        /// Returns the JSON form of a page whose entries, or ids, are encoded already.
        package static func json(
            _ items: [[UInt8]],
            include: Include,
            nextPage: PageCursor?,
            cursor: Cursor
        ) -> JSON {
            var object = JSONObject()
            let items = JSON.array(items.map(JSON.encoded))
            object.append(include == .ids ? "ids" : "entries", items)
            object.append("nextPage", nextPage)
            object.append("cursor", cursor)
            return .object(object)
        }
    }
}
