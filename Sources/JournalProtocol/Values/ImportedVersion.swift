// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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
