// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns the free pages of the store's file to the file system.
package struct StoreCompact: MethodCall {
    package static let method = MethodName.storeCompact

    /// The sizes of the files.
    package struct Reply: ProtocolObject, Equatable {
        /// The size of the file and its log in bytes, before.
        package var formerSize: Int64
        /// The size of the file and its log in bytes, after.
        package var size: Int64
        /// The position in the history.
        package var cursor: Cursor

        /// Creates a reply.
        package init(formerSize: Int64, size: Int64, cursor: Cursor) {
            self.formerSize = formerSize
            self.size = size
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            formerSize = try fields.required("formerSize", \.formerSize)
            size = try fields.required("size", \.size)
            cursor = try fields.required("cursor", \.cursor)
        }
    }

    /// Creates a request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}
}
