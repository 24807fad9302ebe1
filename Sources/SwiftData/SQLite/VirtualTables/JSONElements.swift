// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The elements of a collection, read from its JSON one after the other.
///
/// SQLite's own JSON functions end text at a NUL, round decimal numbers, and read numbers of single
/// precision as numbers of double precision.
struct JSONElements {
    private let json: [UInt8]
    private let structure: CollectionForm.Structure
    private var position = 0
    private var hasStarted = false

    init(_ json: [UInt8], structure: CollectionForm.Structure) {
        self.json = json
        self.structure = structure
    }

    /// An element as JSON.
    struct Element {
        /// The key of an entry of a dictionary.
        let key: ArraySlice<UInt8>?
        let value: ArraySlice<UInt8>
    }

    /// Returns the next element; `nil` after the last one, or if the text is not a JSON collection.
    mutating func next() -> Element? {
        guard enter() else { return nil }
        switch structure {
        case .array:
            return token().map { Element(key: nil, value: $0) }
        case .object:
            guard let key = token(), skip(.colon), let value = token() else { return nil }
            return Element(key: key, value: value)
        case .pairs:
            guard let key = token(), skip(.comma), let value = token() else { return nil }
            return Element(key: key, value: value)
        }
    }

    /// Moves past the opening bracket, or the comma before the next element.
    private mutating func enter() -> Bool {
        if hasStarted { return skip(.comma) }
        hasStarted = true
        guard skip(structure == .object ? .openBrace : .openBracket) else { return false }
        skipSpace()
        return position < json.count && json[position] != .closeBrace
            && json[position] != .closeBracket
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < json.count, json[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < json.count, json[position].isJSONSpace { position += 1 }
    }

    /// Moves past a value and returns its text.
    private mutating func token() -> ArraySlice<UInt8>? {
        skipSpace()
        let start = position
        var depth = 0
        scan: while position < json.count {
            let byte = json[position]
            switch byte {
            case .quote:
                skipString()
                if depth == 0 { break scan }
                continue
            case .openBrace, .openBracket: depth += 1
            case .closeBrace, .closeBracket:
                if depth == 0 { break scan }
                depth -= 1
                if depth == 0 {
                    position += 1
                    break scan
                }
            case .comma, .colon:
                if depth == 0 { break scan }
            default:
                if depth == 0, byte.isJSONSpace { break scan }
            }
            position += 1
        }
        return position > start ? json[start..<position] : nil
    }

    private mutating func skipString() {
        position += 1
        while position < json.count, json[position] != .quote {
            position += json[position] == .backslash ? 2 : 1
        }
        position = min(position + 1, json.count)
    }
}

extension _ColumnValue {
    /// Creates the column value of a type from JSON; NULL if the JSON is not of this type.
    init(json: ArraySlice<UInt8>, kind: _ColumnType.Kind) {
        let value: _ColumnValue? =
            switch kind {
            case .bool: json.isJSON("true") ? .integer(1) : json.isJSON("false") ? .integer(0) : nil
            case .integer: Int64(json.jsonScalar).map { .integer($0) }
            case .unsigned64: UInt64(json.jsonScalar).map { .integer(Int64(bitPattern: $0)) }
            case .float: Float(json.jsonScalar).map { .real(Double($0)) }
            case .double, .date: Double(json.jsonScalar).map { .real($0) }
            case .decimal: Decimal(_stored: json.jsonScalar).map { .text($0.description) }
            case .text, .url, .uuid: json.jsonString.map { .text($0) }
            case .data: json.jsonString.flatMap { Data(base64Encoded: $0) }.map { .blob($0) }
            case .json: json.isJSON("null") ? nil : .text(String(decoding: json, as: UTF8.self))
            }
        self = value ?? .null
    }
}

extension ArraySlice<UInt8> {
    fileprivate func isJSON(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { elementsEqual($0) }
    }

    /// The text of a number, which is a string if it is the key of an object.
    fileprivate var jsonScalar: String {
        String(decoding: first == .quote ? dropFirst().dropLast() : self, as: UTF8.self)
    }

    /// The value of a string; nil for other values.
    fileprivate var jsonString: String? {
        guard count >= 2, first == .quote, last == .quote else { return nil }
        let content = dropFirst().dropLast()
        guard content.contains(.backslash) else { return String(decoding: content, as: UTF8.self) }
        return try? JSONDecoder().decode(String.self, from: Data(self))
    }
}

extension UInt8 {
    fileprivate static var quote: UInt8 { UInt8(ascii: "\"") }
    fileprivate static var backslash: UInt8 { UInt8(ascii: "\\") }
    fileprivate static var comma: UInt8 { UInt8(ascii: ",") }
    fileprivate static var colon: UInt8 { UInt8(ascii: ":") }
    fileprivate static var openBracket: UInt8 { UInt8(ascii: "[") }
    fileprivate static var closeBracket: UInt8 { UInt8(ascii: "]") }
    fileprivate static var openBrace: UInt8 { UInt8(ascii: "{") }
    fileprivate static var closeBrace: UInt8 { UInt8(ascii: "}") }

    fileprivate var isJSONSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
