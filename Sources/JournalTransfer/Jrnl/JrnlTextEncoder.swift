// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Writes entries as jrnl keeps them in a text file.
///
/// Tags that the text does not contain form a last paragraph. A line of a text that jrnl would take
/// for the beginning of an entry is indented by a space. A first line that ends with an asterisk,
/// as if the entry were starred, is followed by a zero-width space.
package struct JrnlTextEncoder: EntryEncoder {
    private var isFirst = true

    /// Creates an encoder.
    package init() {}

    package mutating func begin(_ bytes: inout [UInt8]) {}

    package mutating func append(_ entry: TransferEntry, to bytes: inout [UInt8]) {
        if !isFirst { bytes.append(0x0A) }
        isFirst = false
        var lines = String(entry.text.drop(while: \.isNewline)).linesBetweenFeeds
        while lines.count > 1, lines.last?.allSatisfy(\.isWhitespace) == true {
            lines.removeLast()
        }
        let title = lines.first ?? ""
        let date = (entry.createdAt ?? .epoch).twelveHourText
        let separator = JrnlTags.looksStarred(title) ? String(JrnlTags.separator) : ""
        let star = entry.starred ? JrnlTags.star : ""
        bytes.append(contentsOf: "[\(date)] \(title)\(separator)\(star)\n".utf8)
        for line in lines.dropFirst() {
            bytes.append(contentsOf: (JrnlTextDecoder.escaped(line) + "\n").utf8)
        }
        let tags = self.tags(entry, in: lines)
        if !tags.isEmpty { bytes.append(contentsOf: ("\n" + tags + "\n").utf8) }
    }

    package mutating func end(_ bytes: inout [UInt8]) {}

    /// Returns the last paragraph, or an empty text if none is needed.
    ///
    /// A last paragraph of tags in the text is written twice, because a reader takes the last one
    /// for an addition.
    private func tags(_ entry: TransferEntry, in lines: [Substring]) -> String {
        let present = Set(JrnlTags.names(in: entry.text).map { $0.lowercased() })
        // A name without a letter or digit would not be read as a tag, but as text.
        let words = entry.tags.map(JrnlTags.word).filter { word in
            !JrnlTags.names(in: JrnlTags.symbol + word).isEmpty
                && !present.contains(word.lowercased())
        }
        if words.isEmpty {
            guard let blank = lines.lastIndex(where: { $0.allSatisfy(\.isWhitespace) }), blank > 0
            else { return "" }
            let last = lines[(blank + 1)...].joined(separator: " ")
            return JrnlTags.areAll(last) ? last : ""
        }
        return words.map { JrnlTags.symbol + $0 }.joined(separator: " ")
    }
}
