// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A strict RFC 8259 parser over borrowed bytes with a nesting limit.
///
/// It rejects the constructs that I-JSON (RFC 7493) forbids: duplicate members, lone surrogates and
/// invalid UTF-8. The bytes of a value are validated before the value is created, and the nesting
/// limit bounds the recursion, so no input can exhaust the stack.
struct JSONParser {
    private let bytes: UnsafeRawBufferPointer
    private let depthLimit: Int
    private(set) var index = 0

    init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    mutating func document() throws(JSONError) -> JSON {
        skipWhitespace()
        let value = try value(depth: 0)
        skipWhitespace()
        guard index == bytes.count else { throw JSONError(.trailingBytes, at: index) }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        switch try peek() {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
        case UInt8(ascii: "t"): return try keyword("true", is: .bool(true))
        case UInt8(ascii: "f"): return try keyword("false", is: .bool(false))
        case UInt8(ascii: "n"): return try keyword("null", is: .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case let byte: throw JSONError(.unexpectedByte(byte), at: index)
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        guard depth <= depthLimit else { throw JSONError(.tooDeep(limit: depthLimit), at: index) }
        index += 1
        skipWhitespace()
        var members: [JSONObject.Member] = []
        var names = MemberNames()
        if try peek() == UInt8(ascii: "}") {
            index += 1
            return JSONObject(members)
        }
        while true {
            let start = index
            guard try peek() == UInt8(ascii: "\"") else {
                throw JSONError(.unexpectedByte(bytes[index]), at: index)
            }
            let key = try string()
            guard names.insert(key, among: members) else {
                throw JSONError(.duplicateKey(key), at: start)
            }
            skipWhitespace()
            try expect(UInt8(ascii: ":"))
            skipWhitespace()
            let isString = try peek() == UInt8(ascii: "\"")
            let isSecret = isString && Secret.isMember(key)
            let member = isSecret ? JSON.secret(try secret()) : try value(depth: depth)
            members.append(JSONObject.Member(key: key, value: member))
            if try endOfList(UInt8(ascii: "}")) { return JSONObject(members) }
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSON] {
        guard depth <= depthLimit else { throw JSONError(.tooDeep(limit: depthLimit), at: index) }
        index += 1
        skipWhitespace()
        var elements: [JSON] = []
        if try peek() == UInt8(ascii: "]") {
            index += 1
            return elements
        }
        while true {
            elements.append(try value(depth: depth))
            if try endOfList(UInt8(ascii: "]")) { return elements }
        }
    }

    /// Consumes the closing bracket and returns true, or consumes a comma and returns false.
    private mutating func endOfList(_ close: UInt8) throws(JSONError) -> Bool {
        skipWhitespace()
        if try peek() == close {
            index += 1
            return true
        }
        try expect(UInt8(ascii: ","))
        skipWhitespace()
        return false
    }

    private mutating func number() throws(JSONError) -> JSON {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        guard let first = digit(at: index) else { throw JSONError(.invalidNumber, at: start) }
        var magnitude: UInt64 = 0
        var exact = true
        while let digit = digit(at: index) {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            exact = exact && !overflow && !carry
            magnitude = sum
            index += 1
        }
        let negative = bytes[start] == UInt8(ascii: "-")
        if first == 0, index - start > (negative ? 2 : 1) {
            throw JSONError(.invalidNumber, at: start)
        }
        let integral = try skipFractionAndExponent(numberStart: start)
        if integral, exact, let value = Self.signed(magnitude, negative: negative) {
            return .integer(value)
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let value = Double(text) else { throw JSONError(.invalidNumber, at: start) }
        guard value.isFinite else { throw JSONError(.numberOutOfRange, at: start) }
        return .number(value)
    }

    private static func signed(_ magnitude: UInt64, negative: Bool) -> Int64? {
        guard negative else { return Int64(exactly: magnitude) }
        if magnitude == Int64.min.magnitude { return Int64.min }
        return Int64(exactly: magnitude).map { -$0 }
    }

    /// Consumes the fraction and the exponent, and returns true if the number has neither.
    private mutating func skipFractionAndExponent(numberStart: Int) throws(JSONError) -> Bool {
        var integral = true
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            integral = false
            index += 1
            try skipDigits(numberStart: numberStart)
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            integral = false
            index += 1
            if index < bytes.count,
                bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
            {
                index += 1
            }
            try skipDigits(numberStart: numberStart)
        }
        return integral
    }

    private mutating func skipDigits(numberStart: Int) throws(JSONError) {
        guard digit(at: index) != nil else { throw JSONError(.invalidNumber, at: numberStart) }
        while digit(at: index) != nil { index += 1 }
    }

    private func digit(at position: Int) -> UInt8? {
        guard position < bytes.count else { return nil }
        let value = bytes[position] &- UInt8(ascii: "0")
        return value < 10 ? value : nil
    }

    private mutating func keyword(
        _ word: StaticString,
        is value: JSON
    ) throws(JSONError) -> JSON {
        for offset in 0..<word.utf8CodeUnitCount {
            guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: index) }
            guard bytes[index] == word.utf8Start[offset] else {
                throw JSONError(.unexpectedByte(bytes[index]), at: index)
            }
            index += 1
        }
        return value
    }

    private mutating func string() throws(JSONError) -> String {
        var scanner = JSONStringScanner(bytes, at: index)
        let text = try scanner.string()
        index = scanner.index
        return text
    }

    private mutating func secret() throws(JSONError) -> Secret {
        var scanner = JSONStringScanner(bytes, at: index)
        let secret = try scanner.secret()
        index = scanner.index
        return secret
    }

    private func peek() throws(JSONError) -> UInt8 {
        guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: index) }
        return bytes[index]
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        let found = try peek()
        guard found == byte else { throw JSONError(.unexpectedByte(found), at: index) }
        index += 1
    }

    private mutating func skipWhitespace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }
}

/// Detects duplicate member names: by linear search in small objects, by hashing in larger ones.
private struct MemberNames {
    private static let comparedCount = 16
    private var hashed: Set<String> = []

    mutating func insert(_ name: String, among members: [JSONObject.Member]) -> Bool {
        guard members.count >= Self.comparedCount else {
            return !members.contains { $0.key == name }
        }
        if hashed.isEmpty { hashed = Set(members.map(\.key)) }
        return hashed.insert(name).inserted
    }
}
