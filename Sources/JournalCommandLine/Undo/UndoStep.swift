// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The changes of one command, which `journal undo` takes back together.
package struct UndoStep: Sendable, Equatable {
    /// The new name of a notebook or a tag.
    package struct Renaming: Sendable, Equatable {
        /// The kind of an object with a name.
        package enum Kind: String, Sendable, CaseIterable, JSONConvertible {
            case notebook
            case tag
        }

        /// The kind of the object.
        package var kind: Kind
        /// The UUID of the object in text form.
        package var id: String
        /// The former name.
        package var formerName: String
        /// The new name.
        package var name: String

        /// Describes a new name.
        package init(_ kind: Kind, id: String, from formerName: String, to name: String) {
            self.kind = kind
            self.id = id
            self.formerName = formerName
            self.name = name
        }
    }

    /// A change that cannot be undone.
    package struct Obstacle: Sendable, Equatable {
        /// The change in words, such as `2 entries were deleted permanently`.
        package var change: String
        /// A command with a similar effect, if there is one.
        package var advice: String?
    }

    /// The command, such as `edit`.
    package var command: String
    /// The time of the command.
    package var time: Timestamp
    /// The position in the history after its last write, which identifies the step.
    package var cursor: Cursor
    /// The identity of the run of the command, if the step is recorded in parts; all parts have it.
    package var run: String?
    /// The changes of entries.
    package var entries: [EntryChange]
    /// The new name, if the command changed one.
    package var renaming: Renaming?
    /// The reason why the step cannot be undone, or nil if it can.
    package var obstacle: Obstacle?

    /// Describes the changes of a command.
    package init(
        _ command: String,
        _ cursor: Cursor,
        entries: [EntryChange] = [],
        renaming: Renaming? = nil,
        obstacle: Obstacle? = nil,
        run: String? = nil,
        time: Timestamp = LocalTime.now()
    ) {
        self.command = command
        self.time = time
        self.cursor = cursor
        self.entries = entries
        self.renaming = renaming
        self.obstacle = obstacle
        self.run = run
    }
}

extension UndoStep: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        command = try fields.required("command")
        time = try fields.required("time")
        cursor = try fields.required("cursor")
        run = try fields.optional("run")
        entries = try fields.array("entries") ?? []
        renaming = try fields.optional("renaming")
        obstacle = try fields.optional("obstacle")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("command", command)
        object.append("time", time)
        object.append("cursor", cursor)
        object.append("run", run)
        object.append("entries", each: entries.isEmpty ? nil : entries)
        object.append("renaming", renaming)
        object.append("obstacle", obstacle)
        return .object(object)
    }
}

extension UndoStep.Renaming: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        kind = try fields.required("kind")
        id = try fields.required("id")
        formerName = try fields.required("formerName")
        name = try fields.required("name")
    }

    package var json: JSON {
        [
            "kind": kind.json, "id": .string(id), "formerName": .string(formerName),
            "name": .string(name),
        ]
    }
}

extension UndoStep.Obstacle: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        change = try fields.required("change")
        advice = try fields.optional("advice")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("change", change)
        object.append("advice", advice)
        return .object(object)
    }
}
