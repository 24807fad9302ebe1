// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Lists all notebooks, sorted by name.
package struct NotebookList: MethodCall {
    package static let method = MethodName.notebookList

    /// Creates a request for the list.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}

    /// The list of notebooks.
    package struct Reply: ProtocolObject, Equatable {
        /// All notebooks, sorted by name.
        package var notebooks: [NotebookRecord]
        /// The position in the history at which the list was read.
        package var cursor: Cursor

        /// Creates a reply.
        package init(notebooks: [NotebookRecord], cursor: Cursor) {
            self.notebooks = notebooks
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            notebooks = try fields.sent("notebooks", \.notebooks, ifAbsent: [])
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
