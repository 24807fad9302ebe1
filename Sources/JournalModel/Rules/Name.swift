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
        let composed = Self.normalized(text)
        guard !composed.isEmpty else { throw Self.invalid(kind, "it must not be empty") }
        guard composed.utf8.count <= Self.maximumLength else {
            throw Self.invalid(kind, "it exceeds the limit of \(Self.maximumLength) bytes")
        }
        guard !composed.unicodeScalars.contains(where: Self.isControl) else {
            throw Self.invalid(kind, "it must not contain control characters or line separators")
        }
        self.text = composed
        key = Self.key(of: composed)
    }

    /// Returns the key of a text, whether or not it is a valid name.
    package static func key(of text: String) -> String {
        normalized(text).lowercased()
    }

    /// Returns a text without surrounding white space, in Unicode normalization form C, so that
    /// equal names are equal bytes in every tool that opens the store.
    private static func normalized(_ text: String) -> String {
        // Foundation takes much longer, and most names are of this kind.
        if text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return text }
        // Foundation also trims U+200B, which is not white space.
        let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
        let end = scalars.lastIndex { !$0.properties.isWhitespace }.map(scalars.index(after:))
        return String(scalars[..<(end ?? scalars.startIndex)])
            .precomposedStringWithCanonicalMapping
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20...0x7E).contains(scalar.value) { return false }
        return switch scalar.properties.generalCategory {
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
