// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The text of an entry and one that it replaced unseen.
package struct SyncConflict: ProtocolObject, Equatable, Sendable {
    /// The entry.
    package var entry: EntryID
    /// The beginning of its text.
    package var text: String
    /// The other text, at the time of its writing.
    package var version: EntryVersion

    /// Creates a conflict.
    package init(entry: EntryID, text: String, version: EntryVersion) {
        self.entry = entry
        self.text = text
        self.version = version
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        entry = try fields.required("entry", \.entry)
        text = try fields.required("text", \.text)
        version = try fields.required("version", \.version)
    }
}
