// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The values that an edit replaced, as far as they differ from the new ones.
///
/// A text is not repeated here: the journal keeps it as a version, which the time of the change
/// identifies.
package struct FormerValues: Sendable, Equatable {
    /// The time at which the former text was replaced, or nil if the text was not changed.
    package var textReplacedAt: Timestamp?
    /// Whether the entry was starred.
    package var starred: Bool?
    /// The id of the notebook.
    package var notebook: String?
    /// The names of all tags.
    package var tags: [String]?
    /// The time of writing.
    package var createdAt: Timestamp?
    /// The time zone of the author.
    package var zone: String?

    /// Compares an entry before and after an edit.
    ///
    /// - Parameters:
    ///   - before: The entry that was read.
    ///   - after: The entry after the write, perhaps with the beginning of its text only.
    ///   - isTextChanged: Whether the edit replaced the text.
    package init(_ before: EntryRecord, _ after: EntryRecord, isTextChanged: Bool) {
        textReplacedAt = isTextChanged ? after.modifiedAt : nil
        starred = before.starred == after.starred ? nil : before.starred
        notebook = before.notebook.id == after.notebook.id ? nil : before.notebook.id
        tags = before.tags == after.tags ? nil : before.tags
        let isMoved = before.createdAt != after.createdAt || before.zone != after.zone
        createdAt = isMoved ? before.createdAt : nil
        zone = isMoved ? before.zone : nil
    }
}

extension FormerValues: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        textReplacedAt = try fields.optional("textReplacedAt")
        starred = try fields.optional("starred")
        notebook = try fields.optional("notebook")
        tags = try fields.array("tags")
        createdAt = try fields.optional("createdAt")
        zone = try fields.optional("zone")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("textReplacedAt", textReplacedAt)
        object.append("starred", starred)
        object.append("notebook", notebook)
        object.append("tags", each: tags)
        object.append("createdAt", createdAt)
        object.append("zone", zone)
        return .object(object)
    }
}
