// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Gives a notebook another name.
package struct NotebookRename: MethodCall {
    package typealias Reply = NotebookWritten
    package static let method = MethodName.notebookRename

    /// The name or id it has.
    package var notebook: String
    /// The name it gets.
    package var name: String

    /// Names the notebook twice.
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
