// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A value with one JSON form, such as a message, a field of one, or a plain scalar.
package protocol JSONConvertible: Sendable {
    /// Reads the value, naming the place and the expectation when the JSON has another shape.
    init(json: JSON) throws(InvalidParams)

    /// The JSON form.
    var json: JSON { get }
}

extension String: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        guard case .string(let text) = json else {
            throw InvalidParams(expected: "a string", found: json)
        }
        self = text
    }

    package var json: JSON { .string(self) }
}

extension Bool: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        guard case .bool(let value) = json else {
            throw InvalidParams(expected: "a boolean", found: json)
        }
        self = value
    }

    package var json: JSON { .bool(self) }
}

extension Int64: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        guard case .integer(let value) = json else {
            throw InvalidParams(expected: "an integer", found: json)
        }
        self = value
    }

    package var json: JSON { .integer(self) }
}

extension Int: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        self = Int(try Int64(json: json))
    }

    package var json: JSON { .integer(Int64(self)) }
}

extension Double: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        switch json {
        case .number(let value): self = value
        case .integer(let value): self = Double(value)
        default: throw InvalidParams(expected: "a number", found: json)
        }
    }

    package var json: JSON { .number(self) }
}

extension JSON: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) { self = json }
    package var json: JSON { self }
}

extension JSONConvertible where Self: RawRepresentable & CaseIterable, RawValue == String {
    package init(json: JSON) throws(InvalidParams) {
        let words = Self.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        guard case .string(let text) = json else {
            throw InvalidParams(expected: "one of \(words)", found: json)
        }
        guard let value = Self(rawValue: text) else {
            throw InvalidParams("expected one of \(words), got \"\(text)\"")
        }
        self = value
    }

    package var json: JSON { .string(rawValue) }
}
