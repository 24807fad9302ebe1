// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads every notebook, sorted by name.
package struct NotebookList: MethodCall {
    package static let method = MethodName.notebookList

    /// Asks for all of them.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }

    /// The notebooks.
    package struct Reply: JSONConvertible, Equatable {
        /// All of them, sorted by name.
        package var notebooks: [NotebookRecord]
        /// Where the history stood.
        package var cursor: Cursor

        /// Answers with notebooks.
        package init(notebooks: [NotebookRecord], cursor: Cursor) {
            self.notebooks = notebooks
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            notebooks = try fields.array("notebooks") ?? []
            cursor = try fields.required("cursor")
        }

        package var json: JSON {
            ["notebooks": .array(notebooks.map(\.json)), "cursor": cursor.json]
        }
    }
}
