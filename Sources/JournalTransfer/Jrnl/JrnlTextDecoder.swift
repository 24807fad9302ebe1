// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A reader of text files of jrnl.
///
/// An entry begins with a line `[date] title`; an asterisk at the end of the line stars the entry.
/// A last paragraph that consists of tags becomes tags only. A line that begins with a date in a
/// form that is not read is a problem, because the text of another entry may begin there.
package struct JrnlTextDecoder: EntryDecoder {
    private var lines = LineSplitter()
    private var header: (line: Int, date: Timestamp)?
    private var text: [Substring] = []
    /// Whether the lines before the next header belong to an entry that cannot be read.
    private var isSkipping = false
    /// The problem of the entry after the one that was returned.
    private var pending: RecordProblem?
    private let clock: LocalClock
    /// The hour of a date without a time, as in jrnl.
    private static let defaultHour = 9

    /// Creates a reader; the clock is for the dates, which have no offset.
    package init(clock: LocalClock) { self.clock = clock }

    package mutating func append(_ bytes: ArraySlice<UInt8>) { lines.append(bytes) }

    package mutating func finish() { lines.finish() }

    package mutating func next() throws(RecordProblem) -> DecodedEntry? {
        if let problem = pending {
            pending = nil
            throw problem
        }
        while let line = lines.next() {
            let plain = line.text.last == "\r" ? line.text.dropLast() : line.text[...]
            guard let (date, title) = Self.header(of: plain) else {
                if let finished = try add(plain, of: line) { return finished }
                continue
            }
            let finished = entry()
            do throws(RecordProblem) {
                try begin(line, at: date, titled: title)
            } catch {
                skip()
                guard finished != nil else { throw error }
                pending = error
            }
            if let finished { return finished }
        }
        guard lines.isAtEnd, let last = entry() else { return nil }
        header = nil
        return last
    }

    /// Adds a line without a header to the entry that is being read.
    ///
    /// - Returns: The entry, if the line cannot belong to it.
    /// - Throws: The problem of the line.
    private mutating func add(
        _ plain: Substring,
        of line: LineSplitter.Line
    ) throws(RecordProblem) -> DecodedEntry? {
        if header != nil || isSkipping, line.problem == nil, Self.hasOtherDate(plain) {
            let finished = entry()
            skip()
            let problem = Self.otherDate(line.number)
            guard let finished else { throw problem }
            pending = problem
            return finished
        }
        if isSkipping { return nil }
        if let problem = line.problem {
            skip()
            throw problem
        }
        if header != nil {
            text.append(Self.unescaped(plain))
        } else if !plain.allSatisfy(\.isWhitespace) {
            skip()
            throw Self.noHeader(line.number)
        }
        return nil
    }

    /// Begins an entry with its header.
    private mutating func begin(
        _ line: LineSplitter.Line,
        at date: WrittenDate,
        titled title: Substring
    ) throws(RecordProblem) {
        if let problem = line.problem { throw problem }
        guard let time = date.timestamp(clock, defaultHour: Self.defaultHour) else {
            throw RecordProblem(line: line.number, "no clock shows the date of this line")
        }
        header = (line.number, time)
        text = [title]
        isSkipping = false
    }

    /// Discards the entry that is being read and skips its further lines.
    private mutating func skip() {
        header = nil
        text = []
        isSkipping = true
    }

    private static func noHeader(_ line: Int) -> RecordProblem {
        RecordProblem(
            line: line,
            "expected a line such as \"[2026-11-21 18:30] Title\"; set timeformat of jrnl to "
                + "\"%Y-%m-%d %H:%M\" and let jrnl export the journal"
        )
    }

    private static func otherDate(_ line: Int) -> RecordProblem {
        RecordProblem(
            line: line,
            "expected a date such as [2026-11-21 18:30]; set timeformat of jrnl to "
                + "\"%Y-%m-%d %H:%M\" and let jrnl export the journal, or indent the line if it "
                + "belongs to the text above"
        )
    }

    /// Returns the date and the title of a line that begins an entry.
    static func header(of line: some StringProtocol) -> (date: WrittenDate, title: Substring)? {
        guard let (content, title) = parts(of: line), let date = WrittenDate(content) else {
            return nil
        }
        return (date, title)
    }

    /// Returns whether a line begins with a date in a form that is not read.
    private static func hasOtherDate(_ line: some StringProtocol) -> Bool {
        parts(of: line).map { WrittenDate.isOtherForm($0.content) } == true
    }

    /// Returns a line of a text in a form that begins no entry: one more space before a line like a
    /// header.
    static func escaped(_ line: Substring) -> Substring {
        isLikeHeader(line) ? " " + line : line
    }

    /// Returns a line of a text from its form in a file.
    private static func unescaped(_ line: Substring) -> Substring {
        line.utf8.first == 0x20 && isLikeHeader(line) ? Substring(line.utf8.dropFirst()) : line
    }

    /// Returns whether a line, without the spaces before it, is like one that begins an entry.
    private static func isLikeHeader(_ line: Substring) -> Bool {
        var bytes = line.utf8.drop { $0 == 0x20 }
        guard bytes.first == UInt8(ascii: "[") else { return false }
        // A reader of the file takes it for a part of the line break.
        if bytes.last == 0x0D { bytes.removeLast() }
        let rest = Substring(bytes)
        return header(of: rest) != nil || hasOtherDate(rest)
    }

    /// Returns what the brackets at the beginning of a line contain, and the text after them.
    private static func parts(
        of line: some StringProtocol
    ) -> (content: Substring, title: Substring)? {
        // Not by characters: a combining mark at the beginning of a title makes one with the space.
        let bytes = line.utf8
        guard bytes.first == UInt8(ascii: "["), let end = bytes.firstIndex(of: UInt8(ascii: "]"))
        else { return nil }
        let after = bytes.index(after: end)
        guard after == bytes.endIndex || bytes[after] == UInt8(ascii: " ") else { return nil }
        let content = Substring(line[bytes.index(after: bytes.startIndex)..<end])
        return (content, Substring(Substring(line[after...]).utf8.dropFirst()))
    }

    private func entry() -> DecodedEntry? {
        guard let header else { return nil }
        var lines = text
        let (title, starred) = JrnlTags.title(inLine: lines[0])
        lines[0] = title
        let whole = lines.joined(separator: "\n")
        let tags = JrnlTags.names(in: whole)
        while lines.count > 1, lines.last?.allSatisfy(\.isWhitespace) == true {
            lines.removeLast()
        }
        if let blank = lines.lastIndex(where: { $0.allSatisfy(\.isWhitespace) }), blank > 0,
            JrnlTags.areAll(lines[(blank + 1)...].joined(separator: " "))
        {
            lines.removeSubrange(blank...)
        }
        var entry = TransferEntry(
            text: String(lines.joined(separator: "\n").trimmed(of: \.isNewline))
        )
        entry.createdAt = header.date
        entry.zone = clock.zone
        entry.starred = starred
        entry.tags = tags
        return DecodedEntry(entry, line: header.line)
    }
}

extension WrittenDate {
    /// Returns the instant of the date on a clock.
    fileprivate func timestamp(_ clock: LocalClock, defaultHour: Int) -> Timestamp? {
        clock.timestamp(day, second: second ?? defaultHour * 3600)
    }
}

extension StringProtocol {
    /// Returns the text without characters of a kind at its beginning and its end.
    func trimmed(of isTrimmed: (Character) -> Bool) -> Substring {
        var rest = self[...].drop(while: isTrimmed)
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return Substring(rest)
    }
}
