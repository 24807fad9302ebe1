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

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        notebook = try fields.required("notebook")
        name = try fields.required("name")
    }

    package var json: JSON { ["notebook": .string(notebook), "name": .string(name)] }
}
