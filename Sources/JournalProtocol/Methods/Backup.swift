// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Writes a consistent copy of the store into a new file.
package struct Backup: MethodCall {
    package static let method = MethodName.backup

    /// The absolute path of the new file.
    package var path: String

    /// Creates a request for a copy.
    package init(path: String) { self.path = path }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        path = try fields.required("path", \.path, as: .absolutePath)
    }

    /// The copy.
    package struct Reply: ProtocolObject, Equatable {
        /// The path of the file.
        package var path: String
        /// The size of the file in bytes.
        package var size: Int64
        /// The position in the history that the copy contains at least.
        package var cursor: Cursor

        /// Creates a reply.
        package init(path: String, size: Int64, cursor: Cursor) {
            self.path = path
            self.size = size
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            path = try fields.required("path", \.path)
            size = try fields.required("size", \.size)
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
