// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A scanner that blanks comments and string literals.
///
/// Regular expression literals are not supported: a quotation mark inside one would be misread.
struct CodeScanner {
    private var bytes: [UInt8]
    private var position = 0

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the text with comments and string contents replaced by spaces, line by line.
    static func code(of text: String) -> String {
        var scanner = Self(text)
        while scanner.position < scanner.bytes.count { scanner.skipCode() }
        return String(decoding: scanner.bytes, as: UTF8.self)
    }

    /// Advances over code to the closing parenthesis of the enclosing group, or to the end.
    private mutating func skipCode() {
        var depth = 0
        while position < bytes.count {
            if starts("//") {
                blank(while: { !$0.starts("\n") })
            } else if starts("/*") {
                blankBlockComment()
            } else if let hashes = openingQuote() {
                skipString(hashes: hashes)
            } else {
                if starts("(") { depth += 1 }
                if starts(")") { depth -= 1 }
                position += 1
                if depth < 0 { return }
            }
        }
    }

    private mutating func blankBlockComment() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                blank(2)
            } else if starts("*/") {
                depth -= 1
                blank(2)
            } else {
                blank(1)
            }
        } while depth > 0 && position < bytes.count
    }

    /// Returns the number of `#` before the quotation mark of a literal that starts here.
    private func openingQuote() -> Int? {
        var end = position
        while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
        return end - position
    }

    private mutating func skipString(hashes: Int) {
        let mark = String(repeating: "#", count: hashes)
        position += hashes
        let quote = starts("\"\"\"") ? "\"\"\"" : "\""
        position += quote.utf8.count
        while position < bytes.count, !starts(quote + mark) {
            if starts("\\" + mark + "(") {
                position += hashes + 2
                skipCode()
            } else if starts("\\" + mark) {
                blank(hashes + 2)
            } else {
                blank(1)
            }
        }
        position += quote.utf8.count + hashes
    }

    private func starts(_ text: String) -> Bool {
        let end = position + text.utf8.count
        return end <= bytes.count && bytes[position..<end].elementsEqual(text.utf8)
    }

    private mutating func blank(while holds: (Self) -> Bool) {
        while position < bytes.count, holds(self) { blank(1) }
    }

    private mutating func blank(_ count: Int) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] != UInt8(ascii: "\n") { bytes[position] = UInt8(ascii: " ") }
            position += 1
        }
    }
}
