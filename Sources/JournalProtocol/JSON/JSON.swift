// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A JSON value.
///
/// Integers that fit 64 bits stay exact; every other number is a `Double`. Member order is kept.
package enum JSON: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
    /// A string whose bytes are overwritten after use: a member such as `passphrase`.
    case secret(Secret)
    /// A value that is encoded already, for a reply only: no parser returns it.
    case encoded([UInt8])
}

extension JSON {
    /// The JSON type of the value for error messages, with its article.
    package var kindWord: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .number: "a number"
        case .string, .secret: "a string"
        case .array: "an array"
        case .object: "an object"
        case .encoded: "an encoded value"
        }
    }

    /// The value of a member, or nil if it is missing or this is not an object.
    package subscript(key: String) -> JSON? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }

    /// The text of a string, or nil for other types.
    package var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The value of a number that is an exact 64-bit integer, or nil for other values.
    package var integerValue: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral {
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}

extension JSON: CustomStringConvertible {
    package var description: String { String(decoding: serialized(), as: UTF8.self) }
}
