// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Removes a notebook that is empty, or moves its entries to another one first.
package struct NotebookDelete: MethodCall {
    package static let method = MethodName.notebookDelete

    /// The name or id of the notebook.
    package var notebook: String
    /// The name or id of the notebook that takes its entries, those in the trash included.
    package var moveEntriesTo: String?

    /// Names the notebook.
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

    /// Where the history stands after the write.
    package struct Reply: JSONConvertible, Equatable {
        /// The identity the notebook had.
        package var id: String
        /// How many entries were moved.
        package var movedCount: Int
        /// Where the history stands.
        package var cursor: Cursor

        /// Describes the write.
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
