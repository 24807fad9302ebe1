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

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        filter = try fields.optional("filter", \.filter, default: Filter())
        order = try fields.optional("order", \.order, default: .newest)
        limit = try fields.optional("limit", \.limit, default: Limits.defaultPage, as: .pageLength)
        page = try fields.optional("page", \.page)
        include = try fields.optional("include", \.include, default: .summary)
    }

    /// The hash of the query that page cursors of this request contain.
    package var queryHash: UInt64 {
        PageCursor.digest(of: [
            "method": "entry.list", "filter": filter.json, "order": order.json,
        ])
    }

    /// A page of entries.
    package struct Reply: ProtocolObject, Equatable {
        /// The entries in order, or an empty array if `include` is `ids`.
        package var entries: [EntryRecord]
        /// The ids and revisions in order, if `include` is `ids`.
        package var ids: [EntryRevision]?
        /// The position of the next page, or nil on the last page.
        package var nextPage: PageCursor?
        /// The position in the history at which the page was read.
        package var cursor: Cursor

        /// Creates a page.
        package init(
            entries: [EntryRecord],
            ids: [EntryRevision]? = nil,
            nextPage: PageCursor?,
            cursor: Cursor
        ) {
            self.entries = entries
            self.ids = ids
            self.nextPage = nextPage
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            entries = try fields.optional("entries", { $0.ids == nil ? $0.entries : nil }) ?? []
            ids = try fields.optional("ids", \.ids)
            nextPage = try fields.optional("nextPage", \.nextPage)
            cursor = try fields.required("cursor", \.cursor)
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
