// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Undoes the changes of a step.
package struct Undo: MethodCall {
    package static let method = MethodName.undo

    /// The step and the part of it.
    package var selection: StepSelection

    /// Creates a request.
    package init(_ selection: StepSelection = StepSelection()) { self.selection = selection }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        selection = try fields.embedded(\.selection)
    }

    package typealias Reply = StepMoved
}

/// Reverses `undo`.
package struct Redo: MethodCall {
    package static let method = MethodName.redo

    /// The step and the part of it.
    package var selection: StepSelection

    /// Creates a request.
    package init(_ selection: StepSelection = StepSelection()) { self.selection = selection }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        selection = try fields.embedded(\.selection)
    }

    package typealias Reply = StepMoved
}

/// The parameters of `undo` and `redo`.
package struct StepSelection: ProtocolObject, Equatable {
    /// The step; nil for the last one.
    package var step: EntryID?
    /// The maximum number of changes; nil for all of them.
    package var limit: Int?
    /// The position to continue at: `nextPage` of the previous reply.
    package var page: PageCursor?

    /// Selects a step.
    package init(step: EntryID? = nil, limit: Int? = nil, page: PageCursor? = nil) {
        self.step = step
        self.limit = limit
        self.page = page
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        step = try fields.optional("id", \.step)
        limit = try fields.optional("limit", \.limit, as: .pageLength)
        page = try fields.optional("page", \.page)
    }

    package func validate() throws(InvalidParams) {
        guard page == nil || step != nil else {
            throw InvalidParams("is for the step with an \"id\"").under("page")
        }
    }
}

/// The effect of `undo` or `redo`.
package struct StepMoved: ProtocolObject, Equatable {
    /// An entry that was changed.
    package struct Change: ProtocolObject, Equatable {
        /// The effect on the entry.
        package enum Effect: String, Sendable, CaseIterable, FieldValue {
            /// It was moved to the trash.
            case trashed
            /// It was moved out of the trash.
            case restored
            /// Its previous values were restored.
            case updated
        }

        /// The id of the entry.
        package var id: EntryID
        /// The revision of the entry after the change.
        package var revision: Int64
        /// The effect on the entry.
        package var effect: Effect

        /// Describes the change of an entry.
        package init(id: EntryID, revision: Int64, effect: Effect) {
            self.id = id
            self.revision = revision
            self.effect = effect
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            id = try fields.required("id", \.id)
            revision = try fields.required("rev", \.revision)
            effect = try fields.required("effect", \.effect)
        }
    }

    /// A change that was left as it is.
    package struct Failure: ProtocolObject, Equatable {
        /// The id of the entry, the notebook or the tag.
        package var id: EntryID
        /// The name of the error, such as `conflict`.
        package var kind: ErrorKind
        /// The reason in words for people.
        package var message: String

        /// Describes a failure.
        package init(id: EntryID, kind: ErrorKind, message: String) {
            self.id = id
            self.kind = kind
            self.message = message
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            id = try fields.required("id", \.id)
            kind = try fields.required("kind", \.kind)
            message = try fields.required("message", \.message)
        }
    }

    /// The maximum number of entries and of failures in a reply.
    package static let maximumCount = 1000

    /// The step as it was before.
    package var step: StepRecord
    /// The number of changes that were moved.
    package var changeCount: Int
    /// The first of the entries that were changed.
    package var entries: [Change]
    /// The first of the names that were changed.
    package var renamings: [NameChange]
    /// The number of changes that were left as they are.
    package var failureCount: Int
    /// The first of the failures.
    package var failures: [Failure]
    /// The position to continue at; nil at the end of the step.
    package var nextPage: PageCursor?
    /// The position in the history after the last write.
    package var cursor: Cursor

    /// Creates a reply.
    package init(
        step: StepRecord,
        changeCount: Int = 0,
        entries: [Change] = [],
        renamings: [NameChange] = [],
        failureCount: Int = 0,
        failures: [Failure] = [],
        nextPage: PageCursor? = nil,
        cursor: Cursor
    ) {
        self.step = step
        self.changeCount = changeCount
        self.entries = entries
        self.renamings = renamings
        self.failureCount = failureCount
        self.failures = failures
        self.nextPage = nextPage
        self.cursor = cursor
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        step = try fields.required("step", \.step)
        changeCount = try fields.required("changes", \.changeCount)
        entries = try fields.sent("entries", \.entries, ifAbsent: [])
        renamings = try fields.optional("renamings", \.renamings, default: [])
        failureCount = try fields.required("failed", \.failureCount)
        failures = try fields.sent("failures", \.failures, ifAbsent: [])
        nextPage = try fields.optional("nextPage", \.nextPage)
        cursor = try fields.required("cursor", \.cursor)
    }
}
