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

/// Reads every notebook, sorted by name.
package struct NotebookList: MethodCall {
    package static let method = MethodName.notebookList

    /// Asks for all of them.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }

    /// The notebooks.
    package struct Reply: JSONConvertible, Equatable {
        /// All of them, sorted by name.
        package var notebooks: [NotebookRecord]
        /// Where the history stood.
        package var cursor: Cursor

        /// Answers with notebooks.
        package init(notebooks: [NotebookRecord], cursor: Cursor) {
            self.notebooks = notebooks
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            notebooks = try fields.array("notebooks") ?? []
            cursor = try fields.required("cursor")
        }

        package var json: JSON {
            ["notebooks": .array(notebooks.map(\.json)), "cursor": cursor.json]
        }
    }
}

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

/// What making or renaming a notebook returns.
package struct NotebookWritten: JSONConvertible, Equatable {
    /// The notebook after the write.
    package var notebook: NotebookRecord
    /// Where the history stands.
    package var cursor: Cursor

    /// Describes the write.
    package init(notebook: NotebookRecord, cursor: Cursor) {
        self.notebook = notebook
        self.cursor = cursor
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        notebook = try fields.required("notebook")
        cursor = try fields.required("cursor")
    }

    package var json: JSON { ["notebook": notebook.json, "cursor": cursor.json] }
}
