// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Deletes a notebook, which must be empty unless its entries are moved to another one.
package struct NotebookDelete: MethodCall {
    package static let method = MethodName.notebookDelete

    /// The name or id of the notebook.
    package var notebook: String
    /// The name or id of the notebook to move all entries to, including those in the trash.
    package var moveEntriesTo: String?

    /// Creates a request that deletes a notebook.
    package init(notebook: String, moveEntriesTo: String? = nil) {
        self.notebook = notebook
        self.moveEntriesTo = moveEntriesTo
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        notebook = try fields.required("notebook", \.notebook)
        moveEntriesTo = try fields.optional("moveEntriesTo", \.moveEntriesTo)
    }

    /// The identity of the deleted notebook and the number of moved entries.
    package struct Reply: ProtocolObject, Equatable {
        /// The UUID of the deleted notebook in text form.
        package var id: String
        /// The number of moved entries.
        package var movedCount: Int
        /// The position in the history after the write.
        package var cursor: Cursor

        /// Creates a reply.
        package init(id: String, movedCount: Int, cursor: Cursor) {
            self.id = id
            self.movedCount = movedCount
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            id = try fields.required("id", \.id)
            movedCount = try fields.sent("moved", \.movedCount, ifAbsent: 0)
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
