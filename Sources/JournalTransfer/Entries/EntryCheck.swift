// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The rules of the daemon for entries, which an import and its dry run check before anything is
/// sent.
///
/// The daemon checks them again. What depends on the entries that exist, only it can check.
package enum EntryCheck {
    /// Returns whether a text is empty or only white space.
    package static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    /// Returns the reason why the daemon would reject an entry without its attachments.
    package static func problem(of entry: TransferEntry) -> String? {
        let length = entry.text.utf8.count
        if length > Limits.entryText {
            return "the text is \(length) bytes; the limit is \(Limits.entryText)"
        }
        if isBlank(entry.text) { return "the text must not be empty" }
        if let notebook = entry.notebook, let problem = problem(ofName: notebook) {
            return "invalid notebook name: \(problem)"
        }
        for tag in entry.tags {
            if let problem = problem(ofName: tag) { return "invalid tag name: \(problem)" }
        }
        // Strings that are canonically equivalent are equal.
        guard Set(entry.tags.map { trimmed($0).lowercased() }).count <= Limits.tags else {
            return "an entry can have at most \(Limits.tags) tags"
        }
        return nil
    }

    /// Returns the reason why the daemon would reject an attachment.
    ///
    /// - Parameters:
    ///   - attachment: The attachment.
    ///   - index: The number of attachments before it.
    /// - Returns: The reason, or nil if it would accept the attachment.
    package static func problem(of attachment: TransferAttachment, at index: Int) -> String? {
        let name = attachment.name
        guard index < Limits.attachments else {
            return "an entry can have at most \(Limits.attachments) attachments"
        }
        guard !name.isEmpty, name != ".", name != ".." else {
            return "the name \"\(name)\" is not the name of a file"
        }
        guard name.utf8.count <= Limits.name else {
            return "the name of an attachment exceeds the limit of \(Limits.name) bytes"
        }
        let isSafe = name.unicodeScalars.allSatisfy {
            $0 != "/" && $0.properties.generalCategory != .control
        }
        guard isSafe else {
            return "the name of an attachment must not contain slashes or control characters"
        }
        guard attachment.mediaType.map(isMediaType) != false else {
            let type = attachment.mediaType ?? ""
            return "invalid media type \"\(type)\"; use one such as image/jpeg"
        }
        return nil
    }

    private static func isMediaType(_ text: String) -> Bool {
        text.utf8.count <= Limits.name && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            && text.split(separator: "/", omittingEmptySubsequences: false).count == 2
            && !text.hasPrefix("/") && !text.hasSuffix("/")
    }

    private static func problem(ofName text: String) -> String? {
        let name = trimmed(text)
        if name.isEmpty { return "it must not be empty" }
        // The daemon measures the composed form, which is shorter only if there is something to
        // compose.
        guard name.utf8.count <= Limits.name || name.unicodeScalars.contains(where: isComposed)
        else { return "it exceeds the limit of \(Limits.name) bytes" }
        let hasControl = name.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        return hasControl ? "it must not contain control characters or line separators" : nil
    }

    /// Returns whether a character is composed with one before it: an accent, or a vowel or final
    /// consonant of Korean.
    private static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass != .notReordered
            || (0x1161...0x11C2).contains(scalar.value)
    }

    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
        let end = scalars.lastIndex { !$0.properties.isWhitespace }.map(scalars.index(after:))
        return String(scalars[..<(end ?? scalars.startIndex)])
    }
}
