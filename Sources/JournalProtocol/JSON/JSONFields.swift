// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Typed access to the members of an object, for `init(json:)` of the messages.
///
/// A null member counts as absent. Unrequested members are ignored, so an old peer can read the
/// messages of a newer one.
package struct JSONFields {
    private let object: JSONObject

    /// Wraps an object; null counts as an object without members.
    package init(_ json: JSON) throws(InvalidParams) {
        switch json {
        case .object(let object): self.object = object
        case .null: object = JSONObject()
        default: throw InvalidParams(expected: "an object", found: json)
        }
    }

    /// Decodes a member and throws if it is absent or null.
    package func required<Value: JSONConvertible>(
        _ key: String,
        as type: Value.Type = Value.self
    ) throws(InvalidParams) -> Value {
        guard let value = try optional(key, as: type) else {
            throw InvalidParams("is required").under(key)
        }
        return value
    }

    /// Decodes a member, or returns nil if it is absent or null.
    package func optional<Value: JSONConvertible>(
        _ key: String,
        as type: Value.Type = Value.self
    ) throws(InvalidParams) -> Value? {
        guard let json = present(key) else { return nil }
        do {
            return try Value(json: json)
        } catch {
            throw error.under(key)
        }
    }

    /// Decodes the elements of an array member, or returns nil if it is absent or null.
    package func array<Element: JSONConvertible>(
        _ key: String,
        of type: Element.Type = Element.self
    ) throws(InvalidParams) -> [Element]? {
        try optional(key, as: [Element].self)
    }

    /// Decodes an integer member and checks its range, or returns nil if it is absent or null.
    package func integer(
        _ key: String,
        in range: ClosedRange<Int>
    ) throws(InvalidParams) -> Int? {
        guard let value = try optional(key, as: Int.self) else { return nil }
        guard range.contains(value) else {
            throw InvalidParams(
                "expected an integer from \(range.lowerBound) to \(range.upperBound), got \(value)"
            ).under(key)
        }
        return value
    }

    /// The value of a member, or nil if it is absent or null.
    func present(_ key: String) -> JSON? {
        guard let json = object[key], json != .null else { return nil }
        return json
    }
}
