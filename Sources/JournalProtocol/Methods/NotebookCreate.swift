// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Makes a notebook.
package struct NotebookCreate: MethodCall {
    package typealias Reply = NotebookWritten
    package static let method = MethodName.notebookCreate

    /// Its name.
    package var name: String

    /// Names the new notebook.
    package init(name: String) { self.name = name }

    package init(json: JSON) throws(InvalidParams) {
        name = try JSONFields(json).required("name")
    }

    package var json: JSON { ["name": .string(name)] }
}
