// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Several entries in one text, each after a line with its id and its revision.
///
/// The lines start with more equals signs than any line of the entries:
///
///     === edit  2 entries; the line "=== new" starts another one
///     === 8c5f1234 r57  2026-11-22 18:30
///     Rain all day
///
///     === 39b9457f r12  2026-11-21 03:11
///     Shipped 2.1
package struct EntryBuffer: Sendable, Equatable {
    /// The text of one entry.
    package struct Block: Sendable, Equatable {
        /// The entry, or nil for a new one.
        package var entry: EntryReference?
        /// The revision of the entry that was edited.
        package var revision: Int64?
        /// The identity of a new entry, so that it is not created twice; `nil` until it is
        /// assigned.
        package var newID: EntryID?
        /// The text without line breaks at its end.
        package var text: String
        /// The number of the line before the text.
        package var line: Int
    }

    private static let title = "edit"
    private static let new = "new"
    private static let minimumDigits = 8

    /// The entries in order.
    package private(set) var blocks: [Block] = []

    /// Returns the buffer for entries.
    package static func text(of entries: [EntryRecord]) -> String {
        var mark = "==="
        while entries.contains(where: { hasLine(in: $0.text, startingWith: mark + " ") }) {
            mark += "="
        }
        let ids = entries.map(\.id.text)
        let count = (minimumDigits...36).first { length in
            Set(ids.map { $0.prefix(length) }).count == ids.count
        }
        var result = "\(mark) \(title)  \(entries.count) entries; "
        result += "the line \"\(mark) \(new)\" starts another one\n"
        for entry in entries {
            let id = entry.id.text.prefix(count ?? 36)
            let time = EntryText.time(entry.createdAt)
            result += "\(mark) \(id) r\(entry.revision)  \(time)\n\(entry.text)\n\n"
        }
        return Editor.trimmed(result)
    }

    /// Returns blocks as one text, with whole ids and with revisions, so that they can be written
    /// later and at most once.
    ///
    /// - Parameter blocks: The blocks with the entries that they belong to.
    /// - Returns: The text, which starts with a line that explains it.
    package static func text(of blocks: [(block: Block, entry: EntryRecord?)]) -> String {
        var mark = "==="
        while blocks.contains(where: { hasLine(in: $0.block.text, startingWith: mark + " ") }) {
            mark += "="
        }
        let count = blocks.count == 1 ? "1 entry" : "\(blocks.count) entries"
        var result = "\(mark) \(title)  \(count); the line \"\(mark) \(new)\" starts another one\n"
        for (block, entry) in blocks {
            let new = [new, block.newID?.text].compactMap { $0 }.joined(separator: " ")
            let name = entry.map { "\($0.id) r\(block.revision ?? $0.revision)" } ?? new
            result += "\(mark) \(name)\n\(block.text)\n\n"
        }
        return Editor.trimmed(result)
    }

    /// Returns a text with the revisions of entries in those lines that have none.
    package static func addingRevisions(of entries: [EntryRecord], to text: String) -> String {
        guard let mark = mark(of: text) else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line -> String in
            let words = line.dropFirst(mark.count).split(whereSeparator: \.isWhitespace)
            guard line.hasPrefix(mark + " "), words.count == 1,
                let reference = EntryReference(String(words[0]))
            else { return String(line) }
            let matches = entries.filter { $0.id.text.hasPrefix(reference.text) }
            guard matches.count == 1 else { return String(line) }
            return "\(mark) \(words[0]) r\(matches[0].revision)"
        }
        .joined(separator: "\n")
    }

    /// Returns whether a text has the form of a buffer.
    package static func isBuffer(_ text: String) -> Bool {
        guard let mark = mark(of: text) else { return false }
        let words = text.drop(while: \.isNewline).dropFirst(mark.count)
            .prefix { !$0.isNewline }.split(separator: " ")
        return words.first == Substring(title)
            || words.count > 1 && words[1].hasPrefix("r") && Int64(words[1].dropFirst()) != nil
    }

    /// Divides a text; throws an error with the number of the line that is invalid.
    package init(_ text: String) throws(ClientError) {
        guard let mark = Self.mark(of: text) else {
            throw ClientError(
                .input,
                "the text does not start with a line such as \"=== 8c5f1234 r57\"",
                advice: "For a new entry, start with the line \"=== \(Self.new)\"."
            )
        }
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        var start: Int?
        for (index, line) in lines.enumerated() where line.hasPrefix(mark + " ") {
            if let start { try add(lines[start..<index], of: text, line: start + 1, mark) }
            start = index
        }
        if let start { try add(lines[start...], of: text, line: start + 1, mark) }
    }

    /// Adds the text after a line with an id.
    private mutating func add(
        _ lines: ArraySlice<Substring>,
        of text: String,
        line number: Int,
        _ mark: String
    ) throws(ClientError) {
        guard let header = lines.first, let last = lines.last else { return }
        let body = lines.dropFirst().first.map { text[$0.startIndex..<last.endIndex] } ?? ""
        let content = Editor.trimmed(String(body))
        let words = header.dropFirst(mark.count).split { $0 == " " || $0 == "\t" }
        var block = Block(text: content, line: number)
        switch words.first.map(String.init) {
        case Self.title?:
            guard content.isBlank else {
                throw Self.invalid(
                    number + 1,
                    message: "the text belongs to no entry",
                    marked: mark
                )
            }
            return
        case Self.new?:
            if content.isBlank { return }
            block.newID = words.dropFirst().first.flatMap { EntryID(String($0)) }
        case let word:
            block.entry = try reference(word ?? "", of: content, line: number, mark)
            let revision = words.dropFirst().first { $0.hasPrefix("r") }
            block.revision = revision.flatMap { Int64($0.dropFirst()) }
        }
        blocks.append(block)
    }

    /// Returns the entry that a line names, which must have a text and be named once.
    private func reference(
        _ word: String,
        of content: String,
        line number: Int,
        _ mark: String
    ) throws(ClientError) -> EntryReference {
        guard let reference = EntryReference(word) else {
            throw Self.invalid(number, message: "expected an id, got \"\(word)\"", marked: mark)
        }
        guard !content.isBlank else {
            let advice = "remove its line too to delete the entry"
            throw Self.invalid(
                number,
                message: "the text of \(word) is empty; \(advice)",
                marked: mark
            )
        }
        guard !blocks.contains(where: { $0.entry == reference }) else {
            throw Self.invalid(number, message: "\(word) is there twice", marked: mark)
        }
        return reference
    }

    private static func invalid(_ line: Int, message: String, marked mark: String) -> ClientError {
        ClientError(
            .input,
            "line \(line): \(message); nothing was written",
            advice: "Lines that start with \"\(mark) \" separate the entries."
        )
    }

    /// Returns the equals signs at the beginning of the first line that is not empty.
    private static func mark(of text: String) -> String? {
        let mark = text.drop(while: \.isNewline).prefix { $0 == "=" }
        let next = text[mark.endIndex...].first
        return mark.count >= 3 && next == " " ? String(mark) : nil
    }

    private static func hasLine(in text: String, startingWith beginning: String) -> Bool {
        text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix(beginning) }
    }
}
