// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// The changes of one commit for a step.
package struct StepContent: Sendable, Equatable {
    /// The new name of a notebook or a tag.
    package struct Renaming: Sendable, Equatable {
        /// The kind of an object with a name.
        package enum Kind: UInt8, Sendable {
            case notebook = 1
            case tag = 2
        }

        /// The kind of the object.
        package var kind: Kind
        /// The identity of the object.
        package var uuid: UUID
        /// The name before the change.
        package var formerName: String
        /// The name after the change.
        package var name: String

        /// Creates a new name.
        package init(_ kind: Kind, _ uuid: UUID, from formerName: String, to name: String) {
            self.kind = kind
            self.uuid = uuid
            self.formerName = formerName
            self.name = name
        }
    }

    /// A change that cannot be undone.
    package struct Obstacle: Sendable, Equatable {
        /// The kind of the change.
        package enum Kind: UInt8, Sendable {
            case purge = 1
            case attach = 2
            case detach = 3
            case notebookCreation = 4
            case notebookDeletion = 5
            case tagMerge = 6
            case tagDeletion = 7
        }

        /// The kind of the change.
        package var kind: Kind
        /// The name of the notebook or the tag; empty for other kinds.
        package var name: String
        /// The name of the tag that remains of two; empty for other kinds.
        package var target: String
        /// The number of entries that were deleted; 0 for other kinds.
        package var count: Int

        /// Creates an obstacle.
        package init(_ kind: Kind, name: String = "", target: String = "", count: Int = 0) {
            self.kind = kind
            self.name = name
            self.target = target
            self.count = count
        }
    }

    /// The changes of entries, in order.
    package var changes: [StepChange] = []
    /// The new names, in order.
    package var renamings: [Renaming] = []
    /// The reason why the step cannot be undone, also if an earlier part has it.
    package var obstacle: Obstacle?

    /// Creates a content without changes.
    package init() {}

    /// Whether there is nothing to undo, and no reason why that is impossible.
    package var isEmpty: Bool { changes.isEmpty && renamings.isEmpty && obstacle == nil }
    /// The number of changes.
    package var count: Int { changes.count + renamings.count }

    /// Adds an obstacle; the numbers of deleted entries are added up.
    package mutating func add(_ new: Obstacle) {
        guard let known = obstacle, known.kind == new.kind, new.kind == .purge else {
            obstacle = new
            return
        }
        obstacle?.count = known.count + new.count
    }
}

/// The change of one entry in a step.
///
/// The numbers of commits identify contents of the entry. A change that restores an earlier content
/// has it as `content`, so that the changes before it can be undone in turn.
package struct StepChange: Sendable, Equatable {
    /// The kind of a change.
    package enum Action: UInt8, Sendable {
        /// The entry was created.
        case create = 1
        /// Values of the entry were replaced.
        case edit = 2
        /// The entry was moved into the trash.
        case trash = 3
        /// The entry was moved out of the trash.
        case restore = 4
        /// A file was attached to the entry.
        case attach = 5
    }

    /// The entry.
    package var entry: UUID
    /// The kind of the change.
    package var action: Action
    /// The revision that identifies the content of the entry before the change; 0 if the entry did
    /// not exist.
    package var before: Int
    /// The revision that identifies the content of the entry after the change; `nil` for the commit
    /// of the change.
    package var content: Int?
    /// The values that an edit replaced.
    package var former: FormerValues

    /// Creates a change.
    package init(
        _ action: Action,
        of entry: UUID,
        before: Int,
        content: Int? = nil,
        former: FormerValues = FormerValues()
    ) {
        self.entry = entry
        self.action = action
        self.before = before
        self.content = content
        self.former = former
    }
}

/// The values that an edit replaced; `nil` for values that it kept.
package struct FormerValues: Sendable, Equatable {
    /// A tag, and its name at the time of the edit.
    package struct TagName: Sendable, Equatable {
        /// The identity of the tag.
        package var uuid: UUID
        /// The name of the tag.
        package var name: String

        /// Creates the name of a tag.
        package init(uuid: UUID, name: String) {
            self.uuid = uuid
            self.name = name
        }
    }

    /// The identity of the `EarlierText` that the store keeps: a text is not recorded here.
    package var text: UUID?
    /// Whether the entry was starred.
    package var starred: Bool?
    /// The identity of the notebook.
    package var notebook: UUID?
    /// All tags.
    package var tags: [TagName]?
    /// The time of writing.
    package var moment: ZonedInstant?

    /// Creates values of an edit that replaced none.
    package init() {}

    /// Whether nothing was replaced.
    package var isEmpty: Bool { self == FormerValues() }
}
