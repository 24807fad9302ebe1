// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Lists the steps that can be undone, or those that can be redone, newest first.
package struct UndoList: MethodCall {
    package static let method = MethodName.undoList

    /// Whether to list the steps that were undone.
    package var undone: Bool
    /// The maximum number of steps.
    package var limit: Int

    /// Creates a request.
    package init(undone: Bool = false, limit: Int = Limits.defaultPage) {
        self.undone = undone
        self.limit = limit
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        undone = try fields.optional("undone") ?? false
        limit = try fields.integer("limit", in: 1...Limits.page) ?? Limits.defaultPage
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("undone", undone ? true : nil)
        object.append("limit", limit == Limits.defaultPage ? nil : limit)
        return .object(object)
    }

    /// The newest steps.
    package struct Reply: JSONConvertible, Equatable {
        /// The steps, newest first.
        package var steps: [StepRecord]
        /// The position in the history at which they were read.
        package var cursor: Cursor

        /// Creates a reply.
        package init(steps: [StepRecord], cursor: Cursor) {
            self.steps = steps
            self.cursor = cursor
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            steps = try fields.array("steps") ?? []
            cursor = try fields.required("cursor")
        }

        package var json: JSON { ["steps": .array(steps.map(\.json)), "cursor": cursor.json] }
    }
}
