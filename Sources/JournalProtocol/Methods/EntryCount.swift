// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Counts entries.
package struct EntryCount: MethodCall {
    package static let method = MethodName.entryCount

    /// Which entries.
    package var filter: Filter
    /// Words they must have, as in `entry.search`.
    package var query: String?

    /// Asks for a number.
    package init(filter: Filter = Filter(), query: String? = nil) {
        self.filter = filter
        self.query = query
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        filter = try fields.optional("filter") ?? Filter()
        query = try fields.optional("query")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("filter", filter.isEmpty ? nil : filter)
        object.append("query", query)
        return .object(object)
    }

    /// The number.
    package struct Reply: JSONConvertible, Equatable {
        /// How many there are.
        package var count: Int
        /// Where the history stood.
        package var cursor: Cursor

        /// Answers with a number.
        package init(count: Int, cursor: Cursor) {
            self.count = count
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            count = try fields.required("count")
            cursor = try fields.required("cursor")
        }

        package var json: JSON { ["count": count.json, "cursor": cursor.json] }
    }
}
