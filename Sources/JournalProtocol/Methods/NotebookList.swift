// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Lists all notebooks, sorted by name.
package struct NotebookList: MethodCall {
    package static let method = MethodName.notebookList

    /// Creates a request for the list.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }

    /// The list of notebooks.
    package struct Reply: JSONConvertible, Equatable {
        /// All notebooks, sorted by name.
        package var notebooks: [NotebookRecord]
        /// The position in the history at which the list was read.
        package var cursor: Cursor

        /// Creates a reply.
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
