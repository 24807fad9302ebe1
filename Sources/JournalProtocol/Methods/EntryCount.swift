// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Counts the entries that match a filter and a query.
package struct EntryCount: MethodCall {
    package static let method = MethodName.entryCount

    /// The criteria that entries must match.
    package var filter: Filter
    /// A search query that entries must match, as in `entry.search`.
    package var query: String?
    /// The meaning of words and relative dates in the query.
    package var options: QueryOptions

    /// Creates a request for a count.
    package init(
        filter: Filter = Filter(),
        query: String? = nil,
        options: QueryOptions = QueryOptions()
    ) {
        self.filter = filter
        self.query = query
        self.options = options
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        filter = try fields.optional("filter", \.filter, default: Filter())
        query = try fields.optional("query", \.query)
        options = try fields.embedded(\.options)
    }

    /// The number of matching entries.
    package struct Reply: ProtocolObject, Equatable {
        /// The number of matching entries.
        package var count: Int
        /// The position in the history at which the entries were counted.
        package var cursor: Cursor

        /// Creates a reply.
        package init(count: Int, cursor: Cursor) {
            self.count = count
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            count = try fields.required("count", \.count)
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
