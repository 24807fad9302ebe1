// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A notification that a request is being executed.
package struct ProgressReport: NotificationContent {
    package static let method = "progress"

    /// The id of the request.
    package var request: RequestID
    /// Its progress.
    package var progress: WorkProgress

    /// Creates a notification.
    package init(request: RequestID, progress: WorkProgress) {
        self.request = request
        self.progress = progress
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        request = try fields.required("id", \.request)
        progress = try fields.embedded(\.progress)
    }
}

/// The part of a request that was done.
package struct WorkProgress: ProtocolObject, Equatable {
    /// The kind of work; later versions may have others.
    package struct Phase: OpenWord, Equatable {
        /// The word in a notification.
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// Reads entries.
        package static let read = Phase(rawValue: "read")
        /// Changes entries, or notebooks and tags.
        package static let change = Phase(rawValue: "change")
        /// Deletes entries.
        package static let delete = Phase(rawValue: "delete")
        /// Overwrites the content of what was deleted.
        package static let overwrite = Phase(rawValue: "overwrite")
        /// Copies the pages of a file.
        package static let copy = Phase(rawValue: "copy")
        /// Checks a file.
        package static let check = Phase(rawValue: "check")
        /// Rewrites the file of the store without its free pages.
        package static let compact = Phase(rawValue: "compact")
        /// Waits for another request.
        package static let wait = Phase(rawValue: "wait")
    }

    /// The kind of work.
    package var phase: Phase
    /// The number of entries, or of other parts, that are done; nil if they are not counted.
    package var done: Int?
    /// The number of all parts; nil if it is not known.
    package var total: Int?

    /// Describes work.
    package init(_ phase: Phase, done: Int? = nil, of total: Int? = nil) {
        self.phase = phase
        self.done = done
        self.total = total
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        phase = try fields.required("phase", \.phase)
        done = try fields.optional("done", \.done)
        total = try fields.optional("total", \.total)
    }
}
