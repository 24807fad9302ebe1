// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The parts of a Markdown page with many entries: before each of them, a comment with its
/// attributes in JSON, which no viewer shows.
enum MarkdownPage {
    private static let opening = "<!-- journal {"
    private static let closing = " -->"

    /// Returns the comment of an entry.
    static func comment(of entry: TransferEntry) -> String {
        var attributes = entry
        attributes.text = ""
        // "--" would end the comment; JSON has an escape for it.
        let json = attributes.json.description
            .split(separator: "--", omittingEmptySubsequences: false)
            .joined(separator: #"-\u002d"#)
        return "<!-- journal \(json)\(closing)"
    }

    /// Returns whether a line is a comment with which an entry begins.
    static func isComment(_ line: some StringProtocol) -> Bool { line.hasPrefix(opening) }

    /// Returns the attributes in a comment, or nil for any other line.
    static func attributes(_ line: some StringProtocol) throws(InvalidParams) -> TransferEntry? {
        guard isComment(line) else { return nil }
        let content = line.dropFirst(opening.count - 1)
        guard content.hasSuffix(closing),
            let json = try? JSON.parse(Array(content.dropLast(closing.count).utf8))
        else { throw InvalidParams("expected one line with JSON: <!-- journal {...} -->") }
        return try TransferEntry(json: json)
    }

    /// Returns a line of a text in a form that is no comment of an entry.
    static func escaped(_ line: Substring) -> String {
        isLikeComment(line) ? "<!-- " + line.dropFirst(4) : String(line)
    }

    /// Returns a line of a text from its form in a page.
    static func unescaped(_ line: Substring) -> String {
        line.hasPrefix("<!--  ") && isLikeComment(line) ? "<!--" + line.dropFirst(5) : String(line)
    }

    private static func isLikeComment(_ line: Substring) -> Bool {
        guard line.hasPrefix("<!-- ") else { return false }
        return line.dropFirst(4).drop { $0 == " " }.hasPrefix("journal {")
    }
}

/// Writes entries as one Markdown page with a heading for each day.
package struct MarkdownPageEncoder: EntryEncoder {
    private var day: Day?

    /// Creates an encoder.
    package init() {}

    package mutating func begin(_ bytes: inout [UInt8]) {}

    package mutating func append(_ entry: TransferEntry, to bytes: inout [UInt8]) {
        let date = entry.createdAt ?? .epoch
        bytes.append(contentsOf: (MarkdownPage.comment(of: entry) + "\n").utf8)
        if day != date.day {
            day = date.day
            bytes.append(contentsOf: "## \(date.day)\n\n".utf8)
        }
        var heading = ["### " + date.minuteText]
        if let name = entry.notebook, name != NotebookRecord.defaultName { heading.append(name) }
        heading += entry.tags.map { "#" + $0 }
        if entry.starred { heading.append("★") }
        let text = entry.text.linesBetweenFeeds.map(MarkdownPage.escaped).joined(separator: "\n")
        bytes.append(contentsOf: "\(heading.joined(separator: " "))\n\n\(text)\n\n".utf8)
    }

    package mutating func end(_ bytes: inout [UInt8]) {}
}
