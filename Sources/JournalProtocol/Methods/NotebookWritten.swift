// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The reply of the methods that create and rename notebooks.
package struct NotebookWritten: ProtocolObject, Equatable {
    /// The notebook after the write.
    package var notebook: NotebookRecord
    /// The position in the history after the write.
    package var cursor: Cursor

    /// Creates a reply.
    package init(notebook: NotebookRecord, cursor: Cursor) {
        self.notebook = notebook
        self.cursor = cursor
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        notebook = try fields.required("notebook", \.notebook)
        cursor = try fields.required("cursor", \.cursor)
    }
}
