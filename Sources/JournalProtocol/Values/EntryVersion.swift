// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A version of an entry: an earlier text.
package struct EntryVersion: Sendable, Equatable {
    /// The identity of the version.
    package var id: EntryID
    /// The time of the change that replaced the text.
    package var replacedAt: Timestamp
    /// The text, or its beginning.
    package var text: String
    /// Whether `text` is only the beginning.
    package var truncated: Bool

    /// Whether the text is damaged in the store; `text` is then empty.
    package var isUnreadable: Bool

    /// Creates a version.
    package init(
        id: EntryID,
        replacedAt: Timestamp,
        text: String,
        truncated: Bool = false,
        isUnreadable: Bool = false
    ) {
        self.id = id
        self.replacedAt = replacedAt
        self.text = text
        self.truncated = truncated
        self.isUnreadable = isUnreadable
    }

    /// The version with the beginning of its text.
    package var summary: EntryVersion {
        var copy = self
        copy.text = String(text.prefix(EntryRecord.summaryLength))
        copy.truncated = truncated || copy.text.utf8.count < text.utf8.count
        return copy
    }
}

extension EntryVersion: ProtocolObject {
    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        id = try fields.required("id", \.id)
        replacedAt = try fields.required("replacedAt", \.replacedAt)
        text = try fields.required("text", \.text)
        truncated = try fields.optional("truncated", \.truncated, default: false)
        isUnreadable = try fields.optional("unreadable", \.isUnreadable, default: false)
    }
}

/// A version of an entry that existed outside of the journal.
package struct ImportedVersion: ProtocolObject, Equatable, Sendable {
    /// The text.
    package var text: String
    /// The time of the change that replaced it; nil if it is unknown.
    package var replacedAt: Timestamp?

    /// Creates a version.
    package init(text: String, replacedAt: Timestamp? = nil) {
        self.text = text
        self.replacedAt = replacedAt
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        replacedAt = try fields.optional("replacedAt", \.replacedAt)
        text = try fields.required("text", \.text)
    }
}
