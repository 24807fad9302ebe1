// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// What an entry must keep to.
package enum EntryRules {
    /// The longest text in bytes of UTF-8.
    package static let maximumTextLength = 512 << 10
    /// How many tags an entry may have.
    package static let maximumTagCount = 64
    /// The longest name of a time zone in bytes; the IANA database's longest has 32.
    package static let maximumZoneLength = 64

    /// Checks a text.
    ///
    /// - Throws: `entryEmpty` when there is nothing but white space, `entryTooLarge`.
    package static func check(text: String) throws(JournalError) {
        guard text.utf8.count <= maximumTextLength else {
            throw JournalError(
                .entryTooLarge(limit: maximumTextLength),
                "the text has \(text.utf8.count) bytes; \(maximumTextLength) is the most"
            )
        }
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw JournalError(.entryEmpty, "an entry must have a text")
        }
    }

    /// Checks the name of a time zone: letters, digits and the few signs that such names have.
    ///
    /// Whether the database of this machine knows it does not matter: the writer's may be newer.
    ///
    /// - Throws: `dateInvalid`.
    package static func check(zone: String) throws(JournalError) {
        let isPlain = zone.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
                UInt8(ascii: "+"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isPlain, (1...maximumZoneLength).contains(zone.utf8.count) else {
            throw JournalError(.dateInvalid, "\"\(zone)\" is not the name of a time zone")
        }
    }

    /// Checks the names of an entry's tags and takes out repetitions.
    ///
    /// - Throws: `tagInvalid` for a name that no tag can have, or too many.
    package static func check(tags: [String]) throws(JournalError) -> [Name] {
        guard !tags.isEmpty else { return [] }
        var names: [Name] = []
        for tag in tags {
            let name = try Name(tag, .tag)
            guard !names.contains(where: { $0.key == name.key }) else { continue }
            // At once, because a list can be longer than there is time for.
            guard names.count < maximumTagCount else {
                throw JournalError(.tagInvalid, "an entry may have \(maximumTagCount) tags at most")
            }
            names.append(name)
        }
        return names
    }
}
