// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Creates a notebook.
package struct NotebookCreate: MethodCall {
    package typealias Reply = NotebookWritten
    package static let method = MethodName.notebookCreate

    /// The name of the notebook.
    package var name: String

    /// Creates a request for a notebook with the given name.
    package init(name: String) { self.name = name }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        name = try fields.required("name", \.name)
    }
}

/// Renames a notebook.
package struct NotebookRename: MethodCall {
    package typealias Reply = NotebookWritten
    package static let method = MethodName.notebookRename

    /// The current name or the id of the notebook.
    package var notebook: String
    /// The new name.
    package var name: String

    /// Creates a request that renames `notebook` to `name`.
    package init(notebook: String, name: String) {
        self.notebook = notebook
        self.name = name
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        notebook = try fields.required("notebook", \.notebook)
        name = try fields.required("name", \.name)
    }
}

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
