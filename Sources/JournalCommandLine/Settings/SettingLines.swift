// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import TOMLKit

/// Line numbers of the keys in a TOML file, which TOMLKit does not report, and the table headers
/// that it cannot parse.
///
/// Only separators of expressions are read: comments, strings and brackets. A table has the line of
/// its first header or key. After the first mistake in an invalid file, the result may differ from
/// the library's.
///
/// - Complexity: Linear in the size of the file.
struct SettingLines {
    private let bytes: [UInt8]
    private var position = 0
    private var number = 1
    private var lines: [String: Int] = [:]
    /// The first line with an empty table header, which crashes the library, or `nil`.
    private(set) var lineOfNamelessHeader: Int?

    /// Finds the keys of a text.
    init(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.starts(with: Array("\u{FEFF}".utf8)) { position = 3 }
        var isInTable = false
        while let byte = byte() {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: "\n"): endLine()
            case UInt8(ascii: "#"): skipComment()
            case UInt8(ascii: "["):
                isInTable = true
                let start = (position, number)
                skipOpeningBrackets()
                if let byte = self.byte(), !Self.beginsKey(byte), lineOfNamelessHeader == nil {
                    lineOfNamelessHeader = number
                }
                addKey()
                (position, number) = start
                skipExpression()
            default:
                if !isInTable { addKey() }
                skipExpression()
            }
        }
    }

    /// Returns the number of the first line with a key.
    subscript(key: String) -> Int? { lines[key] }

    private func byte(_ offset: Int = 0) -> UInt8? {
        bytes.indices.contains(position + offset) ? bytes[position + offset] : nil
    }

    /// Skips one or two brackets of a table header, and the spaces after each.
    private mutating func skipOpeningBrackets() {
        for _ in 0..<2 where byte() == UInt8(ascii: "[") {
            position += 1
            while let byte = byte(), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
                position += 1
            }
        }
    }

    /// Returns whether the library can parse a table header in which a byte follows the brackets;
    /// it reports a closing bracket as an error.
    private static func beginsKey(_ byte: UInt8) -> Bool {
        isBare(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
            || byte == UInt8(ascii: "]")
    }

    private mutating func endLine() {
        position += 1
        number += 1
    }

    private mutating func skipComment() {
        while let byte = byte(), byte != UInt8(ascii: "\n") { position += 1 }
    }

    /// Adds the first part of a key: the key up to the first dot.
    private mutating func addKey() {
        let start = position
        var key: String?
        if let quote = byte(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            skipString(quote)
            let quoted = String(decoding: bytes[start..<position], as: UTF8.self)
            key = (try? TOMLTable(string: "\(quoted) = 0"))?.keys.first
        } else {
            while let byte = byte(), Self.isBare(byte) { position += 1 }
            key = String(decoding: bytes[start..<position], as: UTF8.self)
        }
        if let key, lines[key] == nil { lines[key] = number }
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Skips the rest of an expression with its line break, which is outside of brackets.
    private mutating func skipExpression() {
        var depth = 0
        while let byte = byte() {
            switch byte {
            case UInt8(ascii: "\n"):
                endLine()
                if depth == 0 { return }
            case UInt8(ascii: "#"): skipComment()
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(byte)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                position += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                position += 1
            default: position += 1
            }
        }
    }

    /// Skips a string, of one line or of several.
    private mutating func skipString(_ quote: UInt8) {
        let isLong = byte(1) == quote && byte(2) == quote
        position += isLong ? 3 : 1
        while let byte = byte() {
            switch byte {
            case UInt8(ascii: "\\") where quote == UInt8(ascii: "\""):
                position += 1
                if self.byte() == UInt8(ascii: "\n") {
                    endLine()
                } else if self.byte() != nil {
                    position += 1
                }
            case UInt8(ascii: "\n"):
                guard isLong else { return }
                endLine()
            case quote where !isLong:
                position += 1
                return
            case quote where self.byte(1) == quote && self.byte(2) == quote:
                position += 3
                // Up to two quotes at the end belong to the string.
                while self.byte() == quote { position += 1 }
                return
            default: position += 1
            }
        }
    }
}
