// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads entries page by page in the order of their time.
package struct EntryList: MethodCall {
    package static let method = MethodName.entryList

    /// Which entries.
    package var filter: Filter
    /// In which order.
    package var order: ListOrder
    /// How many at most; the daemon may send fewer, to keep the reply short.
    package var limit: Int
    /// Where to go on: `nextPage` of the reply before.
    package var page: PageCursor?
    /// How much of each entry.
    package var include: Include

    /// Asks for a page.
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

    /// What a page cursor of this call belongs to.
    package var question: UInt64 {
        PageCursor.digest(of: [
            "method": "entry.list", "filter": filter.json, "order": order.json,
        ])
    }

    /// One page.
    package struct Reply: JSONConvertible, Equatable {
        /// The entries in order; with `include: "ids"` they are in `ids` instead.
        package var entries: [EntryRecord]
        /// The identities and revisions alone, when that was asked for.
        package var ids: [EntryVersion]?
        /// Where the next page begins; nil on the last one.
        package var nextPage: PageCursor?
        /// Where the history stood.
        package var cursor: Cursor

        /// Answers with a page.
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
    }
}

/// An entry reduced to its identity and revision.
package struct EntryVersion: JSONConvertible, Equatable {
    /// The identity.
    package var id: EntryID
    /// The number of the commit that last changed it.
    package var revision: Int64

    /// Names a version of an entry.
    package init(id: EntryID, revision: Int64) {
        self.id = id
        self.revision = revision
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        revision = try fields.required("rev")
    }

    package var json: JSON { ["id": id.json, "rev": .integer(revision)] }
}
