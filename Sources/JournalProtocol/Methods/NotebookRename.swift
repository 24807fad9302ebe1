// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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
