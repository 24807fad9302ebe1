// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Writes a consistent copy of the store into a new file.
package struct Backup: MethodCall {
    package static let method = MethodName.backup

    /// The absolute path of the new file.
    package var path: String

    /// Creates a request for a copy.
    package init(path: String) { self.path = path }

    package init(json: JSON) throws(InvalidParams) {
        path = try Self.path(JSONFields(json))
    }

    /// Decodes an absolute path.
    static func path(_ fields: JSONFields) throws(InvalidParams) -> String {
        let path: String = try fields.required("path")
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw InvalidParams("expected an absolute path, got \"\(path)\"").under("path")
        }
        return path
    }

    package var json: JSON { ["path": .string(path)] }

    /// The copy.
    package struct Reply: JSONConvertible, Equatable {
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

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            path = try fields.required("path")
            size = try fields.required("size")
            cursor = try fields.required("cursor")
        }

        package var json: JSON {
            ["path": .string(path), "size": .integer(size), "cursor": cursor.json]
        }
    }
}
