// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Opens a live list: the first matching entries in order, followed by edits that keep them up to
/// date; the id of the request identifies the list.
package struct ListOpen: MethodCall {
    package static let method = MethodName.listOpen

    /// The criteria that entries must match.
    package var filter: Filter
    /// A search query that entries must match, as in `entry.search`.
    package var query: String?
    /// The meaning of words and relative dates in the query.
    package var options: QueryOptions
    /// The sort order.
    package var order: ListOrder
    /// The maximum number of entries.
    package var limit: Int
    /// The property by which the rows are grouped.
    package var groupBy: ListGrouping
    /// The amount of detail per entry, `summary` or `ids`.
    package var include: Include

    /// Creates a request.
    package init(
        filter: Filter = Filter(),
        query: String? = nil,
        options: QueryOptions = QueryOptions(),
        order: ListOrder = .newest,
        limit: Int = Limits.defaultPage,
        groupBy: ListGrouping = .none,
        include: Include = .summary
    ) {
        self.filter = filter
        self.query = query
        self.options = options
        self.order = order
        self.limit = limit
        self.groupBy = groupBy
        self.include = include
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        filter = try fields.optional("filter", \.filter, default: Filter())
        query = try fields.optional("query", \.query)
        options = try fields.embedded(\.options)
        order = try fields.optional(
            "order",
            \.order,
            default: .newest,
            as: .one(of: [.newest, .oldest])
        )
        limit = try fields.optional("limit", \.limit, default: Limits.defaultPage, as: .pageLength)
        groupBy = try fields.optional("groupBy", \.groupBy, default: .none)
        include = try fields.optional(
            "include",
            \.include,
            default: .summary,
            as: .one(of: [.summary, .ids])
        )
    }

    /// The first rows.
    package struct Reply: ProtocolObject, Equatable {
        /// The id of the list, which is the id of the request.
        package var list: RequestID
        /// The position in the history at which the rows were read.
        package var cursor: Cursor
        /// The rows in order.
        package var rows: [ListedEntry]
        /// Whether `list.changes` with further rows follows the reply.
        package var more: Bool

        /// Creates a reply.
        package init(list: RequestID, cursor: Cursor, rows: [ListedEntry], more: Bool = false) {
            self.list = list
            self.cursor = cursor
            self.rows = rows
            self.more = more
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            list = try fields.required("list", \.list)
            cursor = try fields.required("cursor", \.cursor)
            rows = try fields.sent("rows", \.rows, ifAbsent: [])
            more = try fields.optional("more", \.more, default: false)
        }

        /// Returns the JSON form of a reply whose rows are encoded already.
        package static func json(
            list: RequestID,
            cursor: Cursor,
            rows: [[UInt8]],
            more: Bool
        ) -> JSON {
            var object = JSONObject()
            object.append("list", list)
            object.append("cursor", cursor)
            object.append("rows", JSON.array(rows.map(JSON.encoded)))
            object.append("more", more ? true : nil)
            return .object(object)
        }
    }
}

/// Closes a live list; no notification follows the reply.
package struct ListClose: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.listClose

    /// The id of the list.
    package var list: RequestID

    /// Creates a request that closes a list.
    package init(list: RequestID) { self.list = list }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        list = try fields.required("list", \.list)
    }
}
