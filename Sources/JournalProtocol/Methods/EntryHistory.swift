// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Lists the versions of an entry page by page, newest first, or returns one of them.
package struct EntryHistory: MethodCall {
    package static let method = MethodName.entryHistory

    /// The entry.
    package var id: EntryReference
    /// The version to return; nil for all of them.
    package var version: EntryID?
    /// The maximum number of versions; the daemon may return fewer to limit the size of the reply.
    package var limit: Int
    /// The position to continue at: `nextPage` of the previous reply.
    package var page: PageCursor?
    /// The amount of text per version; a single version has its whole text.
    package var include: Include

    /// Creates a request for a page.
    package init(
        id: EntryReference,
        version: EntryID? = nil,
        limit: Int = Limits.defaultPage,
        page: PageCursor? = nil,
        include: Include = .summary
    ) {
        self.id = id
        self.version = version
        self.limit = limit
        self.page = page
        self.include = include
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        version = try fields.optional("version", \.version)
        limit = try fields.optional("limit", \.limit, default: Limits.defaultPage, as: .pageLength)
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
        PageCursor.digest(of: ["method": "entry.history", "id": id.json])
    }

    /// A page of versions.
    package struct Reply: ProtocolObject, Equatable {
        /// The versions, newest first.
        package var versions: [EntryVersion]
        /// The position of the next page, or nil on the last page.
        package var nextPage: PageCursor?
        /// The position in the history at which the page was read.
        package var cursor: Cursor

        /// Creates a page.
        package init(versions: [EntryVersion], nextPage: PageCursor? = nil, cursor: Cursor) {
            self.versions = versions
            self.nextPage = nextPage
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            versions = try fields.sent("versions", \.versions, ifAbsent: [])
            nextPage = try fields.optional("nextPage", \.nextPage)
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
