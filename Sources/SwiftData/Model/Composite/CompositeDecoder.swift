// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Decodes a `Codable` struct from the columns of its shape.
struct CompositeDecoder: Decoder {
    private let row: _RowDecoder
    private let shape: _CompositeShape
    /// The column of the shape's first field.
    private let start: Int32
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ row: _RowDecoder, shape: _CompositeShape, at start: Int32) {
        self.row = row
        self.shape = shape
        self.start = start
    }

    /// Decodes a value from the values of a shape's columns.
    static func value<T: Decodable>(
        of type: T.Type,
        shape: _CompositeShape,
        in columns: [_ColumnValue]
    ) throws -> T {
        try T(
            from: CompositeDecoder(
                _RowDecoder(compositeColumns: ValueRow(columns)),
                shape: shape,
                at: 0
            )
        )
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw irregularity }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw irregularity }

    private var irregularity: any Error {
        DecodingError.dataCorrupted(
            .init(codingPath: [], debugDescription: "a composite attribute has named fields only")
        )
    }

    private func column(of field: _CompositeShape.Field) -> Int32 {
        start + Int32(field.columns.lowerBound)
    }

    private func decode<T: Decodable>(_ type: T.Type, _ field: _CompositeShape.Field) throws -> T {
        let column = column(of: field)
        switch field.content {
        case .value(let native):
            if let value = try native._decode(row, column: column) as? T { return value }
            return try T(from: SingleValueDecoder(row: row, column: column))
        case .json:
            return try JSONDecoder().decode(type, from: Data(try row.text(column).utf8))
        case .composite(let shape):
            return try T(
                from: CompositeDecoder(row, shape: shape, at: column + (field.isOptional ? 1 : 0))
            )
        }
    }

    private struct Keyed<Key: CodingKey>: FlatKeyedDecodingContainer {
        let decoder: CompositeDecoder
        var allKeys: [Key] { decoder.shape.fields.compactMap { Key(stringValue: $0.name) } }

        func contains(_ key: Key) -> Bool { decoder.shape.field(named: key.stringValue) != nil }

        func decodeNil(forKey key: Key) -> Bool {
            guard let field = decoder.shape.field(named: key.stringValue) else { return true }
            return decoder.row.isNull(decoder.column(of: field))
        }

        func decodeMember<T: Decodable>(_ type: T.Type, for key: Key) throws -> T {
            guard let field = decoder.shape.field(named: key.stringValue) else {
                throw DecodingError.keyNotFound(
                    key,
                    .init(codingPath: [], debugDescription: "the composite has no such field")
                )
            }
            return try decoder.decode(type, field)
        }

        func decodeMemberIfPresent<T: Decodable>(_ type: T.Type, for key: Key) throws -> T? {
            guard let field = decoder.shape.field(named: key.stringValue),
                !decoder.row.isNull(decoder.column(of: field))
            else { return nil }
            return try decoder.decode(type, field)
        }

        func refuseNesting() -> any Error { nestingError }
    }
}

/// Decodes a type that is coded as a single value, such as an enum with a raw value.
private struct SingleValueDecoder: Decoder, SingleValueDecodingContainer {
    let row: _RowDecoder
    let column: Int32
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw row.mismatch(column, expected: "a single value")
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw row.mismatch(column, expected: "a single value")
    }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { row.isNull(column) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        guard let native = type as? any _AttributeValue.Type else { return try T(from: self) }
        guard let value = try native._decode(row, column: column) as? T else {
            throw row.mismatch(column, expected: "\(type)")
        }
        return value
    }
}
