// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A validated and normalized name of a notebook or a tag.
package struct Name: Sendable, Hashable {
    /// The maximum length of a name in bytes of UTF-8.
    package static let maximumLength = 255

    /// The kinds of objects with names.
    package enum ObjectKind: Sendable {
        case notebook
        case tag
    }

    /// The name without surrounding white space, in Unicode normalization form C.
    package let text: String
    /// The lowercase form of the name, by which names are compared.
    package let key: String

    /// Validates and normalizes a name.
    ///
    /// - Throws: `notebookInvalid` or `tagInvalid`.
    package init(_ text: String, _ kind: ObjectKind) throws(JournalError) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // NFC, so that equal names are equal bytes in every tool that opens the store.
        let composed =
            trimmed.utf8.allSatisfy { $0 < 0x80 }
            ? trimmed : trimmed.precomposedStringWithCanonicalMapping
        guard !composed.isEmpty else { throw Self.invalid(kind, "it must not be empty") }
        guard composed.utf8.count <= Self.maximumLength else {
            throw Self.invalid(kind, "it exceeds the limit of \(Self.maximumLength) bytes")
        }
        guard !composed.unicodeScalars.contains(where: Self.isControl) else {
            throw Self.invalid(kind, "it must not contain control characters")
        }
        self.text = composed
        key = Self.key(of: composed)
    }

    /// Returns the key of a text, whether or not it is a valid name.
    package static func key(of text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping.lowercased()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: false
        }
    }

    private static func invalid(_ kind: ObjectKind, _ problem: String) -> JournalError {
        switch kind {
        case .notebook: JournalError(.notebookInvalid, "invalid notebook name: \(problem)")
        case .tag: JournalError(.tagInvalid, "invalid tag name: \(problem)")
        }
    }
}
