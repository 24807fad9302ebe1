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

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        undone = try fields.optional("undone", \.undone, default: false)
        limit = try fields.optional("limit", \.limit, default: Limits.defaultPage, as: .pageLength)
    }

    /// The newest steps.
    package struct Reply: ProtocolObject, Equatable {
        /// The steps, newest first.
        package var steps: [StepRecord]
        /// The position in the history at which they were read.
        package var cursor: Cursor

        /// Creates a reply.
        package init(steps: [StepRecord], cursor: Cursor) {
            self.steps = steps
            self.cursor = cursor
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            steps = try fields.sent("steps", \.steps, ifAbsent: [])
            cursor = try fields.required("cursor", \.cursor)
        }
    }
}
