// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// A line of the undo log.
package enum UndoRecord: Sendable, Equatable {
    /// A command has changed something.
    case step(UndoStep)
    /// A step, or a part of it, was undone.
    case undone(Reversal)

    /// The effect of undoing a step.
    package struct Reversal: Sendable, Equatable {
        /// The position of the step.
        package var step: Cursor
        /// The position in the history after the reversal.
        package var cursor: Cursor
        /// The entries that have their former state again, with their new revisions.
        package var entries: [EntryVersion]

        /// Describes a reversal.
        package init(step: Cursor, cursor: Cursor, entries: [EntryVersion]) {
            self.step = step
            self.cursor = cursor
            self.entries = entries
        }
    }

    /// The position in the history after the write.
    package var cursor: Cursor {
        switch self {
        case .step(let step): step.cursor
        case .undone(let reversal): reversal.cursor
        }
    }
}

extension UndoRecord: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        if let step: UndoStep = try fields.optional("step") {
            self = .step(step)
        } else {
            self = .undone(try fields.required("undone"))
        }
    }

    package var json: JSON {
        switch self {
        case .step(let step): ["step": step.json]
        case .undone(let reversal): ["undone": reversal.json]
        }
    }
}

extension UndoRecord.Reversal: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        step = try fields.required("step")
        cursor = try fields.required("cursor")
        entries = try fields.array("entries") ?? []
    }

    package var json: JSON {
        ["step": step.json, "cursor": cursor.json, "entries": .array(entries.map(\.json))]
    }
}
