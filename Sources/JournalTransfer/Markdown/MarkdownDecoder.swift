// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// A reader of Markdown: a page of entries that the journal exported, or a file with one entry,
/// with front matter or without.
package struct MarkdownDecoder: EntryDecoder {
    /// The kind of the file, which its first line shows.
    private enum Kind {
        case unread
        case page
        case frontMatter
        case text
    }

    /// The entry that is being read.
    private struct PartialEntry {
        var attributes = TransferEntry(text: "")
        /// The number of its first line.
        var start = 1
        var text = ""
        /// Whether the lines that are read are headings before the text, which are not part of it.
        var isBeforeText = false
    }

    private static let longest = 16 << 20

    private var lines = LineSplitter()
    private var kind = Kind.unread
    private var partial = PartialEntry()
    private var frontMatter = FrontMatter()
    private var isDone = false
    /// Whether the lines before the next entry belong to one that cannot be read.
    private var isSkipping = false
    /// The problem of the entry after the one that was returned.
    private var pending: RecordProblem?
    /// Whether lines end with a carriage return, as the first one does.
    private var isFromWindows = false
    private let clock: LocalClock
    private let date: Timestamp?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - clock: The clock for dates without an offset.
    ///   - date: The date of a file that has none.
    package init(clock: LocalClock, date: Timestamp? = nil) {
        self.clock = clock
        self.date = date
    }

    package mutating func append(_ bytes: ArraySlice<UInt8>) { lines.append(bytes) }

    package mutating func finish() { lines.finish() }

    package mutating func next() throws(RecordProblem) -> DecodedEntry? {
        if let problem = pending {
            pending = nil
            throw problem
        }
        while let line = lines.next() {
            if let finished = try read(line) { return finished }
            if partial.text.utf8.count > Self.longest {
                partial.text = ""
                isSkipping = true
                throw RecordProblem(line: partial.start, "the text that begins here is too long")
            }
        }
        guard lines.isAtEnd, !isDone else { return nil }
        isDone = true
        return isSkipping ? nil : try entry()
    }

    private mutating func read(_ line: LineSplitter.Line) throws(RecordProblem) -> DecodedEntry? {
        let hasReturn = line.text.unicodeScalars.last == "\r"
        if kind == .unread { isFromWindows = hasReturn }
        let plain = hasReturn && isFromWindows ? line.text.dropLast() : line.text[...]
        if kind == .unread, begin(plain) { return nil }
        if let problem = line.problem { return try skip(line, because: problem) }
        if isSkipping, kind != .page { return nil }
        switch kind {
        case .unread: return nil
        case .page: return try readPage(line)
        case .text: partial.text += plain + "\n"
        case .frontMatter:
            partial.text += plain + "\n"
            if partial.isBeforeText { readAttributes(plain) }
        }
        return nil
    }

    /// Discards the entry of a line that cannot be read; a file with one entry is discarded whole.
    ///
    /// - Returns: The entry before, if the line begins one.
    private mutating func skip(
        _ line: LineSplitter.Line,
        because problem: RecordProblem
    ) throws(RecordProblem) -> DecodedEntry? {
        let beginsEntry = kind == .page && MarkdownPage.isComment(line.text)
        if isSkipping, !beginsEntry { return nil }
        let finished = beginsEntry && !partial.text.isEmpty ? try entry() : nil
        partial.text = ""
        isSkipping = true
        guard let finished else { throw problem }
        pending = problem
        return finished
    }

    /// Determines the kind of the file; returns whether the line was used up.
    private mutating func begin(_ line: Substring) -> Bool {
        if line.allSatisfy(\.isWhitespace) { return true }
        if line == FrontMatter.fence {
            kind = .frontMatter
            partial.isBeforeText = true
            return true
        }
        kind = line.hasPrefix("<!-- journal {") ? .page : .text
        return false
    }

    private mutating func readAttributes(_ line: Substring) {
        guard line == FrontMatter.fence else {
            frontMatter.add(line)
            return
        }
        partial.isBeforeText = false
        if frontMatter.isText {
            kind = .text
            frontMatter = FrontMatter()
            partial.text = FrontMatter.fence + "\n" + partial.text
        } else {
            partial.text = ""
        }
    }

    private mutating func readPage(
        _ line: LineSplitter.Line
    ) throws(RecordProblem) -> DecodedEntry? {
        let next: TransferEntry?
        do {
            next = try MarkdownPage.attributes(line.text)
        } catch {
            return try skip(line, because: RecordProblem(line: line.number, error.problem))
        }
        if var next {
            next.replaceUnknownZone(clock)
            let finished = line.number == 1 || partial.text.isEmpty ? nil : try entry()
            partial.attributes = next
            partial.start = line.number
            partial.text = ""
            partial.isBeforeText = true
            isSkipping = false
            return finished
        }
        if isSkipping { return nil }
        if !partial.isBeforeText {
            partial.text += MarkdownPage.unescaped(line.text[...]) + (line.hasLineBreak ? "\n" : "")
        } else if line.text.hasPrefix("### ") {
            // The empty line after the heading is the first of the text.
            partial.isBeforeText = false
        }
        return nil
    }

    private mutating func entry() throws(RecordProblem) -> DecodedEntry? {
        defer { partial.text = "" }
        switch kind {
        case .unread: return nil
        case .page:
            var entry = partial.attributes
            var content = partial.text[...]
            if content.first == "\n" { content = content.dropFirst() }
            for _ in 0..<2 where content.utf8.last == 0x0A {
                content.unicodeScalars.removeLast()
            }
            entry.text = String(content)
            return DecodedEntry(entry, line: partial.start)
        case .text, .frontMatter:
            return DecodedEntry(try whole(), line: 1)
        }
    }

    private func whole() throws(RecordProblem) -> TransferEntry {
        if kind == .frontMatter, partial.isBeforeText {
            throw RecordProblem(line: 1, "the front matter has no end; add a line ---")
        }
        var content = partial.text[...]
        if content.first == "\n" { content = content.dropFirst() }
        if content.utf8.last == 0x0A { content.unicodeScalars.removeLast() }
        do {
            var entry = try frontMatter.entry(text: String(content), clock: clock)
            entry.createdAt = entry.createdAt ?? date
            // A file of the journal names its attachments itself.
            if entry.id == nil || entry.zone == nil {
                let names = Set(entry.attachments.map(\.name))
                entry.shownPaths = MarkdownImages.paths(in: entry.text).filter { path in
                    !names.contains(path.split(separator: "/").last.map { String($0) } ?? path)
                }
            }
            return entry
        } catch {
            throw RecordProblem(line: 1, error.message(root: "front matter"))
        }
    }
}
