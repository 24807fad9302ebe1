// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The validation rules for entries.
package enum EntryRules {
    /// The maximum length of a text in bytes of UTF-8.
    package static let maximumTextLength = 512 << 10
    /// The maximum number of tags per entry.
    package static let maximumTagCount = 64

    /// Validates a text.
    ///
    /// - Throws: `entryEmpty` if it is empty or only white space, `entryTooLarge` if it exceeds the
    ///   limit.
    package static func check(text: String) throws(JournalError) {
        guard text.utf8.count <= maximumTextLength else {
            throw JournalError(
                .entryTooLarge(limit: maximumTextLength),
                "the text is \(text.utf8.count) bytes; the limit is \(maximumTextLength)"
            )
        }
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw JournalError(.entryEmpty, "the text must not be empty")
        }
    }

    /// Validates the names of an entry's tags and removes duplicates.
    ///
    /// - Throws: `tagInvalid` if a name is invalid or there are too many.
    package static func check(tags: [String]) throws(JournalError) -> [Name] {
        guard !tags.isEmpty else { return [] }
        var names: [Name] = []
        for tag in tags {
            let name = try Name(tag, .tag)
            guard !names.contains(where: { $0.key == name.key }) else { continue }
            // Checked in the loop, because comparing the names of an oversized list would take too
            // long.
            try check(tagCount: names.count + 1)
            names.append(name)
        }
        return names
    }

    /// Validates the number of an entry's tags.
    ///
    /// - Throws: `tagInvalid` if there are too many.
    package static func check(tagCount: Int) throws(JournalError) {
        guard tagCount <= maximumTagCount else {
            throw JournalError(.tagInvalid, "an entry can have at most \(maximumTagCount) tags")
        }
    }
}
