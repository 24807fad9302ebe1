// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A request to `journal-daemon open-values`, which decrypts single values of a store.
package struct SealedValueRequest: JSONConvertible, Equatable, Sendable {
    /// The name of the table.
    package var table: String
    /// The name of the column.
    package var column: String
    /// The primary key of the row.
    package var key: Int64
    /// The encrypted value.
    package var value: Base64

    /// Creates a request for the value at a place.
    package init(table: String, column: String, key: Int64, value: Base64) {
        self.table = table
        self.column = column
        self.key = key
        self.value = value
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        table = try fields.required("table")
        column = try fields.required("column")
        key = try fields.required("key")
        value = try fields.required("value")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("table", table)
        object.append("column", column)
        object.append("key", key)
        object.append("value", value)
        return .object(object)
    }
}

/// A reply of `journal-daemon open-values`; without a member if the value is damaged.
package struct SealedValueReply: JSONConvertible, Equatable, Sendable {
    /// The text.
    package var text: String?
    /// The bytes of a value that is no text.
    package var data: Base64?

    /// Creates a reply.
    package init(text: String? = nil, data: Base64? = nil) {
        self.text = text
        self.data = data
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        text = try fields.optional("text")
        data = try fields.optional("data")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("text", text)
        object.append("data", data)
        return .object(object)
    }
}
