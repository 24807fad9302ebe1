// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Creates placeholder values: zeros, empty strings and collections, nil, first cases of enums.
///
/// A placeholder is the value of a property whose row was deleted or cannot be read, so that
/// reading a model never terminates the process.
enum Placeholder {
    /// Returns a placeholder of a type; nil if none can be created.
    static func value<T>(of type: T.Type) -> T? {
        if let decodable = type as? any Decodable.Type,
            let value = try? decodable.init(from: PlaceholderDecoder())
        {
            return value as? T
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

/// A decoder that decodes every value as an empty value.
private struct PlaceholderDecoder: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>())
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed() }
    func singleValueContainer() -> any SingleValueDecodingContainer { Single() }

    static func value<T: Decodable>(_ type: T.Type) throws -> T {
        guard let value = Placeholder.value(of: type) else {
            throw DecodingError.valueNotFound(
                type,
                .init(codingPath: [], debugDescription: "\(type) has no placeholder value")
            )
        }
        return value
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let codingPath: [any CodingKey] = []
        /// One key, because an enum with associated values is coded under the name of its case.
        var allKeys: [Key] { EnumCases.all(of: Key.self)?.first.map { [$0] } ?? [] }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { true }
        func decode(_ type: Bool.Type, forKey key: Key) -> Bool { false }
        func decode(_ type: String.Type, forKey key: Key) -> String { "" }
        func decode(_ type: Double.Type, forKey key: Key) -> Double { 0 }
        func decode(_ type: Float.Type, forKey key: Key) -> Float { 0 }
        func decode(_ type: Int.Type, forKey key: Key) -> Int { 0 }
        func decode(_ type: Int8.Type, forKey key: Key) -> Int8 { 0 }
        func decode(_ type: Int16.Type, forKey key: Key) -> Int16 { 0 }
        func decode(_ type: Int32.Type, forKey key: Key) -> Int32 { 0 }
        func decode(_ type: Int64.Type, forKey key: Key) -> Int64 { 0 }
        func decode(_ type: UInt.Type, forKey key: Key) -> UInt { 0 }
        func decode(_ type: UInt8.Type, forKey key: Key) -> UInt8 { 0 }
        func decode(_ type: UInt16.Type, forKey key: Key) -> UInt16 { 0 }
        func decode(_ type: UInt32.Type, forKey key: Key) -> UInt32 { 0 }
        func decode(_ type: UInt64.Type, forKey key: Key) -> UInt64 { 0 }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            try PlaceholderDecoder.value(type)
        }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
            -> KeyedDecodingContainer<Nested>
        { KeyedDecodingContainer(Keyed<Nested>()) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { Unkeyed() }
        func superDecoder() -> any Decoder { PlaceholderDecoder() }
        func superDecoder(forKey key: Key) -> any Decoder { PlaceholderDecoder() }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        let codingPath: [any CodingKey] = []
        let count: Int? = 0
        let isAtEnd = true
        let currentIndex = 0

        func decodeNil() -> Bool { true }
        func decode<T: Decodable>(_ type: T.Type) throws -> T { try PlaceholderDecoder.value(type) }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
            -> KeyedDecodingContainer<Nested>
        { KeyedDecodingContainer(Keyed<Nested>()) }
        func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed() }
        func superDecoder() -> any Decoder { PlaceholderDecoder() }
    }

    private struct Single: SingleValueDecodingContainer {
        let codingPath: [any CodingKey] = []

        func decodeNil() -> Bool { true }
        func decode(_ type: Bool.Type) -> Bool { false }
        func decode(_ type: String.Type) -> String { "" }
        func decode(_ type: Double.Type) -> Double { 0 }
        func decode(_ type: Float.Type) -> Float { 0 }
        func decode(_ type: Int.Type) -> Int { 0 }
        func decode(_ type: Int8.Type) -> Int8 { 0 }
        func decode(_ type: Int16.Type) -> Int16 { 0 }
        func decode(_ type: Int32.Type) -> Int32 { 0 }
        func decode(_ type: Int64.Type) -> Int64 { 0 }
        func decode(_ type: UInt.Type) -> UInt { 0 }
        func decode(_ type: UInt8.Type) -> UInt8 { 0 }
        func decode(_ type: UInt16.Type) -> UInt16 { 0 }
        func decode(_ type: UInt32.Type) -> UInt32 { 0 }
        func decode(_ type: UInt64.Type) -> UInt64 { 0 }
        func decode<T: Decodable>(_ type: T.Type) throws -> T { try PlaceholderDecoder.value(type) }
    }
}
