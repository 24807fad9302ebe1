// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The reply of the methods that create and rename notebooks.
package struct NotebookWritten: JSONConvertible, Equatable {
    /// The notebook after the write.
    package var notebook: NotebookRecord
    /// The position in the history after the write.
    package var cursor: Cursor

    /// Creates a reply.
    package init(notebook: NotebookRecord, cursor: Cursor) {
        self.notebook = notebook
        self.cursor = cursor
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        notebook = try fields.required("notebook")
        cursor = try fields.required("cursor")
    }

    package var json: JSON { ["notebook": notebook.json, "cursor": cursor.json] }
}
