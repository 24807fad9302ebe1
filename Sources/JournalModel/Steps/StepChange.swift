// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

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
