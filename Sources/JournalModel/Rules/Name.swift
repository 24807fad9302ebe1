// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The name of a notebook or a tag in its normal form.
package struct Name: Sendable, Hashable {
    /// The longest name in bytes of UTF-8.
    package static let longest = 255

    /// What a name is for.
    package enum Kind: Sendable {
        case notebook
        case tag
    }

    /// The name as it was written, without white space around it, in Unicode's composed form.
    package let text: String
    /// What two names have in common that count as the same: the text without its letter case.
    package let key: String

    /// Checks a name.
    ///
    /// - Throws: `notebookInvalid` or `tagInvalid`.
    package init(_ text: String, _ kind: Kind) throws(JournalError) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // Composed, so that the same name is the same bytes in every tool that opens the store.
        let composed =
            trimmed.utf8.allSatisfy { $0 < 0x80 }
            ? trimmed : trimmed.precomposedStringWithCanonicalMapping
        guard !composed.isEmpty else { throw Self.invalid(kind, "a name must not be empty") }
        guard composed.utf8.count <= Self.longest else {
            throw Self.invalid(kind, "a name may have \(Self.longest) bytes at most")
        }
        guard !composed.unicodeScalars.contains(where: Self.isControl) else {
            throw Self.invalid(kind, "a name must not have control characters")
        }
        self.text = composed
        key = Self.key(of: composed)
    }

    /// The key that a name has, or would have if it were allowed.
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

    private static func invalid(_ kind: Kind, _ problem: String) -> JournalError {
        switch kind {
        case .notebook: JournalError(.notebookInvalid, "the notebook has no valid name: \(problem)")
        case .tag: JournalError(.tagInvalid, "the tag has no valid name: \(problem)")
        }
    }
}
