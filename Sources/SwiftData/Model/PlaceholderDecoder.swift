// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Creates placeholder values: zeros, empty strings and collections, nil, first cases of enums.
///
/// A placeholder is the value of a property whose row was deleted or cannot be read, so that
/// reading a model never terminates the process.
enum Placeholder {
    /// Returns a placeholder of a type; nil if none can be created.
    static func value<T>(of type: T.Type) -> T? {
        if let decodable = type as? any Decodable.Type {
            for sample in PlaceholderSample.all {
                guard let value = try? decodable.init(from: PlaceholderDecoder(sample: sample))
                else { continue }
                return value as? T
            }
        }
        return firstCase(of: type)
    }

    /// Whether the type is an enum without associated values whose first case has all bits zero.
    static func isPlainEnum<T>(_ type: T.Type) -> Bool {
        _isPOD(type) && MemoryLayout<T>.size <= 1
    }

    /// Returns the first case of an enum without associated values, which has all bits zero.
    static func firstCase<T>(of type: T.Type) -> T? {
        func first<C: CaseIterable>(_ type: C.Type) -> T? { type.allCases.first as? T }
        if let cases = type as? any CaseIterable.Type { return first(cases) }
        guard isPlainEnum(type) else { return nil }
        return withUnsafeTemporaryAllocation(
            byteCount: max(1, MemoryLayout<T>.size),
            alignment: MemoryLayout<T>.alignment
        ) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            return bytes.load(as: T.self)
        }
    }
}

/// The text and number that a decoder returns for every string and number.
private struct PlaceholderSample {
    let text: String
    let number: UInt8

    /// Empty values, then values that types with a validating decoder often accept.
    static let all: [PlaceholderSample] =
        [
            "", "0", "1", "a", "/", "en", "#000000", "2001-01-01", "2001-01-01T00:00:00Z",
            "00000000-0000-0000-0000-000000000000",
        ].map { PlaceholderSample(text: $0, number: 0) }
        + ["", "1", "a"].map { PlaceholderSample(text: $0, number: 1) }
}

/// A decoder that decodes every value as a sample.
private struct PlaceholderDecoder: Decoder {
    let sample: PlaceholderSample
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>(sample: sample))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(sample: sample) }
    func singleValueContainer() -> any SingleValueDecodingContainer { Single(sample: sample) }

    func value<T: Decodable>(_ type: T.Type) throws -> T {
        guard let value = (try? T(from: self)) ?? Placeholder.firstCase(of: type) else {
            throw DecodingError.valueNotFound(
                type,
                .init(codingPath: [], debugDescription: "\(type) has no placeholder value")
            )
        }
        return value
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let sample: PlaceholderSample
        let codingPath: [any CodingKey] = []
        /// One key, because an enum with associated values is coded under the name of its case.
        var allKeys: [Key] { EnumCases.all(of: Key.self)?.first.map { [$0] } ?? [] }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { true }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            try PlaceholderDecoder(sample: sample).value(type)
        }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
            -> KeyedDecodingContainer<Nested>
        { KeyedDecodingContainer(Keyed<Nested>(sample: sample)) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
            Unkeyed(sample: sample)
        }
        func superDecoder() -> any Decoder { PlaceholderDecoder(sample: sample) }
        func superDecoder(forKey key: Key) -> any Decoder { PlaceholderDecoder(sample: sample) }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        let sample: PlaceholderSample
        let codingPath: [any CodingKey] = []
        let count: Int? = 0
        let isAtEnd = true
        let currentIndex = 0

        func decodeNil() -> Bool { true }
        func decode<T: Decodable>(_ type: T.Type) throws -> T {
            try PlaceholderDecoder(sample: sample).value(type)
        }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
            -> KeyedDecodingContainer<Nested>
        { KeyedDecodingContainer(Keyed<Nested>(sample: sample)) }
        func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(sample: sample) }
        func superDecoder() -> any Decoder { PlaceholderDecoder(sample: sample) }
    }

    private struct Single: SingleValueDecodingContainer {
        let sample: PlaceholderSample
        let codingPath: [any CodingKey] = []

        func decodeNil() -> Bool { true }
        func decode(_ type: Bool.Type) -> Bool { false }
        func decode(_ type: String.Type) -> String { sample.text }
        func decode(_ type: Double.Type) -> Double { Double(sample.number) }
        func decode(_ type: Float.Type) -> Float { Float(sample.number) }
        func decode(_ type: Int.Type) -> Int { Int(sample.number) }
        func decode(_ type: Int8.Type) -> Int8 { Int8(sample.number) }
        func decode(_ type: Int16.Type) -> Int16 { Int16(sample.number) }
        func decode(_ type: Int32.Type) -> Int32 { Int32(sample.number) }
        func decode(_ type: Int64.Type) -> Int64 { Int64(sample.number) }
        func decode(_ type: UInt.Type) -> UInt { UInt(sample.number) }
        func decode(_ type: UInt8.Type) -> UInt8 { UInt8(sample.number) }
        func decode(_ type: UInt16.Type) -> UInt16 { UInt16(sample.number) }
        func decode(_ type: UInt32.Type) -> UInt32 { UInt32(sample.number) }
        func decode(_ type: UInt64.Type) -> UInt64 { UInt64(sample.number) }
        func decode<T: Decodable>(_ type: T.Type) throws -> T {
            try PlaceholderDecoder(sample: sample).value(type)
        }
    }
}
