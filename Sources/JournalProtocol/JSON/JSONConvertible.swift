// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A type with a JSON representation, such as a message, one of its fields, or a scalar.
package protocol JSONConvertible: Sendable {
    /// Decodes the value.
    ///
    /// - Throws: An error with the path of the offending value and the expectation that it
    ///   violates.
    init(json: JSON) throws(InvalidParams)

    /// The JSON representation of the value.
    var json: JSON { get }

    /// Appends the text of the JSON representation.
    func appendText(to bytes: inout [UInt8])
}

extension JSONConvertible {
    package func appendText(to bytes: inout [UInt8]) { json.append(to: &bytes) }
}

extension String: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        guard case .string(let text) = json else {
            throw InvalidParams(expected: "a string", found: json)
        }
        self = text
    }

    package var json: JSON { .string(self) }

    package func appendText(to bytes: inout [UInt8]) { JSON.append(self, to: &bytes) }
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

extension Array: JSONConvertible where Element: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        guard case .array(let elements) = json else {
            throw InvalidParams(expected: "an array", found: json)
        }
        self = []
        reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do {
                append(try Element(json: element))
            } catch {
                throw error.under(index: index)
            }
        }
    }

    package var json: JSON { .array(map { $0.json }) }

    package func appendText(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for index in indices {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            self[index].appendText(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}

extension JSON: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) { self = json }
    package var json: JSON { self }
}

extension JSONConvertible where Self: RawRepresentable & CaseIterable, RawValue == String {
    package init(json: JSON) throws(InvalidParams) {
        self = try Self.value(json, among: Array(Self.allCases))
    }

    /// Decodes a value that is one of some, which an error lists.
    static func value(_ json: JSON, among values: [Self]) throws(InvalidParams) -> Self {
        let words = values.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        guard case .string(let text) = json else {
            throw InvalidParams(expected: "one of \(words)", found: json)
        }
        guard let value = values.first(where: { $0.rawValue == text }) else {
            throw InvalidParams("expected one of \(words), got \"\(text)\"")
        }
        return value
    }

    package var json: JSON { .string(rawValue) }
}
