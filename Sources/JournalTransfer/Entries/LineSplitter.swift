// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The lines of a text file that arrives in pieces.
struct LineSplitter {
    /// A line without its line break.
    struct Line {
        var number: Int
        var text: String
        var hasLineBreak: Bool
        /// The problem of a line that is not UTF-8; its text is then only similar.
        var problem: RecordProblem?
    }

    private var bytes: [UInt8] = []
    private var start = 0
    /// The position before which there is no line break; the bytes of a long line are searched
    /// once, however many pieces it has.
    private var searched = 0
    private var isFinished = false
    private var number = 0

    /// Appends the next piece.
    mutating func append(_ piece: ArraySlice<UInt8>) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: piece)
    }

    /// Ends the file; its last line needs no line break.
    mutating func finish() { isFinished = true }

    /// Whether every line was returned.
    var isAtEnd: Bool { isFinished && start == bytes.count }

    /// Returns the next line, or nil if it is not complete yet.
    mutating func next() -> Line? {
        let end = bytes[max(start, searched)...].firstIndex(of: 0x0A)
        searched = end.map { $0 + 1 } ?? bytes.count
        guard end != nil || isFinished && start < bytes.count else { return nil }
        let content = bytes[start..<(end ?? bytes.count)]
        start = end.map { $0 + 1 } ?? bytes.count
        number += 1
        guard var text = String(validating: content, as: UTF8.self) else {
            return Line(
                number: number,
                text: String(decoding: content, as: UTF8.self),
                hasLineBreak: end != nil,
                problem: RecordProblem(
                    line: number,
                    "the line is not UTF-8; convert the file first"
                )
            )
        }
        if number == 1, text.unicodeScalars.first == "\u{FEFF}" {
            text.unicodeScalars.removeFirst()
        }
        return Line(number: number, text: text, hasLineBreak: end != nil)
    }
}

extension String {
    /// The parts between line feeds; a carriage return before one belongs to its line.
    var linesBetweenFeeds: [Substring] {
        utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Substring($0) }
    }
}
