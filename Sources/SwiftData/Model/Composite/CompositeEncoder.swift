// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Encodes a `Codable` struct to one column value for each column of its shape.
enum CompositeEncoder {
    /// Encodes a value to `columns`, which has one element for each column of the shape.
    ///
    /// Columns of members that the value does not encode, such as nil, keep their elements.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` for a member that the shape does not have
    ///   or that cannot be stored; the errors of the type's `encode(to:)`.
    static func encode<T: Encodable>(
        _ value: T,
        shape: _CompositeShape,
        into columns: inout [_ColumnValue]
    ) throws {
        let output = ColumnOutput(columns)
        try value.encode(to: FlatEncoder(shape: shape, output: output, start: 0))
        columns = output.columns
    }

    /// Returns the JSON of a value, for members of types that are not flattened.
    static func json<T: Encodable>(_ value: T) throws -> _ColumnValue {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return .text(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    fileprivate static func error(_ text: String) -> any Error {
        SwiftDataError.modelValidationFailure("a composite attribute \(text)")
    }
}

/// The columns that the containers of one value share.
private final class ColumnOutput {
    var columns: [_ColumnValue]

    init(_ columns: [_ColumnValue]) { self.columns = columns }
}

private struct FlatEncoder: Encoder {
    let shape: _CompositeShape
    let output: ColumnOutput
    /// The position of the shape's first column in the output.
    let start: Int
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        RefusedEncoder().unkeyedContainer()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        RefusedEncoder().singleValueContainer()
    }

    private func encode<T: Encodable>(_ value: T, named name: String) throws {
        guard let field = shape.field(named: name) else {
            throw CompositeEncoder.error("encodes the member \(name), but does not decode it")
        }
        let position = start + field.columns.lowerBound
        switch field.content {
        case .value: output.columns[position] = try columnValue(of: value)
        case .json: output.columns[position] = try CompositeEncoder.json(value)
        case .composite(let shape):
            if field.isOptional { output.columns[position] = .integer(1) }
            let start = position + (field.isOptional ? 1 : 0)
            try value.encode(to: FlatEncoder(shape: shape, output: output, start: start))
        }
    }

    private func columnValue<T: Encodable>(of value: T) throws -> _ColumnValue {
        if let value = value as? any _AttributeValue { return try value._columnValue() }
        let single = SingleValueEncoder()
        try value.encode(to: single)
        return single.value
    }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: FlatEncoder
        let codingPath: [any CodingKey] = []

        func encodeNil(forKey key: Key) {}

        func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
            try encoder.encode(value, named: key.stringValue)
        }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
            -> KeyedEncodingContainer<Nested>
        { RefusedEncoder().container(keyedBy: type) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            RefusedEncoder().unkeyedContainer()
        }
        func superEncoder() -> any Encoder { RefusedEncoder() }
        func superEncoder(forKey key: Key) -> any Encoder { RefusedEncoder() }
    }
}

/// Encodes a type that is coded as a single value, such as an enum with a raw value.
private final class SingleValueEncoder: Encoder, SingleValueEncodingContainer {
    private(set) var value = _ColumnValue.null
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        RefusedEncoder().container(keyedBy: type)
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusedEncoder().unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { value = .null }

    func encode<T: Encodable>(_ value: T) throws {
        guard let native = value as? any _AttributeValue else { return try value.encode(to: self) }
        self.value = try native._columnValue()
    }
}

/// An encoder with containers that throw, because a shape has no column for their values.
private struct RefusedEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed<Key>())
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed() }
    func singleValueContainer() -> any SingleValueEncodingContainer { Single() }

    static var error: any Error {
        CompositeEncoder.error("encodes a container that it does not decode")
    }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let codingPath: [any CodingKey] = []

        func encodeNil(forKey key: Key) throws { throw error }
        func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw error }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
            -> KeyedEncodingContainer<Nested>
        { RefusedEncoder().container(keyedBy: type) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Unkeyed() }
        func superEncoder() -> any Encoder { RefusedEncoder() }
        func superEncoder(forKey key: Key) -> any Encoder { RefusedEncoder() }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let codingPath: [any CodingKey] = []
        let count = 0

        func encodeNil() throws { throw error }
        func encode<T: Encodable>(_ value: T) throws { throw error }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
            -> KeyedEncodingContainer<Nested>
        { RefusedEncoder().container(keyedBy: type) }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed() }
        func superEncoder() -> any Encoder { RefusedEncoder() }
    }

    private struct Single: SingleValueEncodingContainer {
        let codingPath: [any CodingKey] = []

        func encodeNil() throws { throw error }
        func encode<T: Encodable>(_ value: T) throws { throw error }
    }
}
