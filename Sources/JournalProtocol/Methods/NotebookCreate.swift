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
