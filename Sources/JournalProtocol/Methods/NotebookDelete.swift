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

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        notebook = try fields.required("notebook")
        moveEntriesTo = try fields.optional("moveEntriesTo")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("notebook", notebook)
        object.append("moveEntriesTo", moveEntriesTo)
        return .object(object)
    }

    /// The identity of the deleted notebook and the number of moved entries.
    package struct Reply: JSONConvertible, Equatable {
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

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            id = try fields.required("id")
            movedCount = try fields.optional("moved") ?? 0
            cursor = try fields.required("cursor")
        }

        package var json: JSON {
            ["id": .string(id), "moved": movedCount.json, "cursor": cursor.json]
        }
    }
}
