// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Testing

/// Random values that are written by another writer, and read by another parser.
struct JSONDifferentialTests {
    private static let characters: [Character] = [
        "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\t", "\r", "\u{0}", "\u{8}", "\u{C}", "\u{1F}",
        "\u{7F}", "\u{85}", "\u{2028}", "é", "日", "\u{FFFD}", "😀", "e\u{301}", "\u{10FFFF}",
    ]
    private static let integers: [Int64] = [
        0, 1, -1, 9, 10, 255, 1 << 31, 1 << 53, (1 << 53) + 1, .max, .min,
    ]
    private static let numbers = [
        0.5, -0.25, 1e300, 1.5e-7, 3.141592653589793, 1e21, .leastNonzeroMagnitude,
    ]

    private static func value(depth: Int, using generator: inout SplitMix) -> JSON {
        switch Int.random(in: 0..<(depth == 0 ? 5 : 8), using: &generator) {
        case 0: return .null
        case 1: return .bool(.random(using: &generator))
        case 2: return .integer(integers.randomElement(using: &generator) ?? 0)
        case 3: return .number(numbers.randomElement(using: &generator) ?? 0.5)
        case 4: return .string(text(using: &generator))
        case 5:
            let count = Int.random(in: 0...4, using: &generator)
            return .array((0..<count).map { _ in value(depth: depth - 1, using: &generator) })
        default:
            let count = Int.random(in: 0...4, using: &generator)
            return .object(
                JSONObject(
                    (0..<count).map { number in
                        JSONObject.Member(
                            key: text(using: &generator) + "\(number)",
                            value: value(depth: depth - 1, using: &generator)
                        )
                    }
                )
            )
        }
    }

    private static func text(using generator: inout SplitMix) -> String {
        let count = Int.random(in: 0...9, using: &generator)
        return String((0..<count).compactMap { _ in characters.randomElement(using: &generator) })
    }

    /// Writes a value with random white space, and with any form of an escape.
    private static func written(_ value: JSON, using generator: inout SplitMix) -> String {
        func space() -> String {
            ["", "", " ", "\n", "\t\r\n"].randomElement(using: &generator) ?? ""
        }
        switch value {
        case .array(let elements):
            let parts = elements.map { space() + written($0, using: &generator) + space() }
            return "[" + space() + parts.joined(separator: ",") + "]"
        case .object(let object):
            let parts = object.members.map { member in
                space() + quoted(member.key, using: &generator) + space() + ":" + space()
                    + written(member.value, using: &generator) + space()
            }
            return "{" + space() + parts.joined(separator: ",") + "}"
        case .string(let text): return quoted(text, using: &generator)
        case .number(let number): return "\(number)"
        default: return String(decoding: value.serialized(), as: UTF8.self)
        }
    }

    private static func quoted(_ text: String, using generator: inout SplitMix) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            guard mustEscape || Int.random(in: 0..<4, using: &generator) == 0 else {
                result.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16, uppercase: .random(using: &generator))
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result + "\""
    }

    @Test func writtenValuesAreRead() throws {
        var generator = SplitMix(state: 3)
        for _ in 0..<1500 {
            let value = Self.value(depth: 4, using: &generator)
            let text = " " + Self.written(value, using: &generator) + "\n"
            #expect(try JSON.parse(Array(text.utf8)) == value, "\(text)")
        }
    }

    @Test func serializedValuesAreThoseOfAnotherParser() throws {
        var generator = SplitMix(state: 5)
        for _ in 0..<400 {
            let value = Self.value(depth: 3, using: &generator)
            let parsed = try JSONSerialization.jsonObject(
                with: Data(value.serialized()),
                options: .fragmentsAllowed
            )
            #expect(Self.isEqual(value, parsed), "\(value)")
        }
    }

    private static func isEqual(_ value: JSON, _ other: Any) -> Bool {
        switch value {
        case .null: return other is NSNull
        case .bool(let flag): return other as? Bool == flag
        case .integer(let number): return (other as? NSNumber)?.int64Value == number
        case .number(let number): return (other as? NSNumber)?.doubleValue == number
        case .string(let text):
            return (other as? String).map { $0.utf8.elementsEqual(text.utf8) }
                == true
        case .array(let elements):
            guard let others = other as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy { isEqual($0, $1) }
        case .object(let object):
            guard let others = other as? [String: Any], others.count == object.members.count else {
                return false
            }
            return object.members.allSatisfy { member in
                others[member.key].map { isEqual(member.value, $0) } == true
            }
        case .secret, .encoded: return false
        }
    }
}
