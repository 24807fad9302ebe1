// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A request to `journal-daemon open-values`, which decrypts single values of a store.
package struct SealedValueRequest: ProtocolObject, Equatable, Sendable {
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

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        table = try fields.required("table", \.table)
        column = try fields.required("column", \.column)
        key = try fields.required("key", \.key)
        value = try fields.required("value", \.value)
    }
}

/// A reply of `journal-daemon open-values`; without a member if the value is damaged.
package struct SealedValueReply: ProtocolObject, Equatable, Sendable {
    /// The text.
    package var text: String?
    /// The bytes of a value that is no text.
    package var data: Base64?

    /// Creates a reply.
    package init(text: String? = nil, data: Base64? = nil) {
        self.text = text
        self.data = data
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        text = try fields.optional("text", \.text)
        data = try fields.optional("data", \.data)
    }
}
