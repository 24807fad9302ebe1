// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An earlier text of an entry outside the journal, which an import brings in.
package struct EarlierTextRecord: ProtocolObject, Equatable, Sendable {
    /// The text.
    package var text: String
    /// The time of the change that replaced it; nil if it is unknown.
    package var replacedAt: Timestamp?

    /// Creates an earlier text.
    package init(text: String, replacedAt: Timestamp? = nil) {
        self.text = text
        self.replacedAt = replacedAt
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        replacedAt = try fields.optional("replacedAt", \.replacedAt)
        text = try fields.required("text", \.text)
    }
}
