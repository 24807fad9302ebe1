// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Creates placeholder values: zeros, empty strings and collections, nil, first cases of enums that
/// do not contain the enum itself.
///
/// A placeholder is the value of a property if the row was deleted or cannot be read, so that
/// reading a model never terminates the process.
enum Placeholder {
    /// Returns a placeholder of a type; nil if none can be created.
    static func value<T>(of type: T.Type) -> T? {
        if let value = UndecodableTypes.placeholder(of: type) { return value }
        if let decodable = type as? any Decodable.Type {
            for sample in PlaceholderSample.all {
                guard let value = PlaceholderDecoder(sample).decoded(decodable) else { continue }
                return value as? T
            }
        }
        return firstCase(of: type)
    }

    /// Returns the first case of an enum without associated values.
    static func firstCase<T>(of type: T.Type) -> T? {
        func first<C: CaseIterable>(_ type: C.Type) -> T? { type.allCases.first as? T }
        if let cases = type as? any CaseIterable.Type { return first(cases) }
        return EnumCases.firstCase(of: type)
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
    /// The types that are being decoded, because an enum or a class can contain itself.
    private let types: Set<ObjectIdentifier>
    private let attempt: CaseAttempt
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ sample: PlaceholderSample) {
        self.init(sample, decoding: [], attempt: CaseAttempt())
    }

    private init(
        _ sample: PlaceholderSample,
        decoding types: Set<ObjectIdentifier>,
        attempt: CaseAttempt
    ) {
        self.sample = sample
        self.types = types
        self.attempt = attempt
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(decoder: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

    /// Decodes a type, and an enum with associated values as the first case that can be decoded.
    ///
    /// A case cannot be decoded if it contains another value of its type: the recursion would not
    /// end.
    func decoded<T: Decodable>(_ type: T.Type) -> T? {
        if let value = UndecodableTypes.placeholder(of: type) { return value }
        guard !types.contains(ObjectIdentifier(type)) else { return nil }
        let attempt = CaseAttempt()
        let decoder = Self(
            sample,
            decoding: types.union([ObjectIdentifier(type)]),
            attempt: attempt
        )
        repeat {
            if let value = try? T(from: decoder) { return value }
            attempt.position += 1
        } while attempt.position < attempt.caseCount
        return nil
    }

    func value<T: Decodable>(_ type: T.Type) throws -> T {
        guard let value = decoded(type) ?? Placeholder.firstCase(of: type) else {
            throw DecodingError.valueNotFound(
                type,
                .init(codingPath: [], debugDescription: "\(type) has no placeholder value")
            )
        }
        return value
    }

    /// The case of an enum that is tried.
    private final class CaseAttempt {
        var position = 0
        /// The number of cases; 0 until the type reads their names.
        var caseCount = 0

        /// Returns the key of the case; `nil` if the keys do not name cases.
        func key<Key: CodingKey>(_ type: Key.Type) -> Key? {
            guard let keys = EnumCases.all(of: type) else { return nil }
            caseCount = keys.count
            return position < keys.count ? keys[position] : nil
        }
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: PlaceholderDecoder
        let codingPath: [any CodingKey] = []
        /// One key, because an enum with associated values is coded under the name of its case.
        var allKeys: [Key] { decoder.attempt.key(Key.self).map { [$0] } ?? [] }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { true }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            try decoder.value(type)
        }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
            -> KeyedDecodingContainer<Nested>
        { KeyedDecodingContainer(Keyed<Nested>(decoder: decoder)) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
            Unkeyed(decoder: decoder)
        }
        func superDecoder() -> any Decoder { decoder }
        func superDecoder(forKey key: Key) -> any Decoder { decoder }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        let decoder: PlaceholderDecoder
        let codingPath: [any CodingKey] = []
        let count: Int? = 0
        let isAtEnd = true
        let currentIndex = 0

        func decodeNil() -> Bool { true }
        func decode<T: Decodable>(_ type: T.Type) throws -> T {
            try decoder.value(type)
        }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
            -> KeyedDecodingContainer<Nested>
        { KeyedDecodingContainer(Keyed<Nested>(decoder: decoder)) }
        func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(decoder: decoder) }
        func superDecoder() -> any Decoder { decoder }
    }

    private struct Single: SingleValueDecodingContainer {
        let decoder: PlaceholderDecoder
        let codingPath: [any CodingKey] = []

        func decodeNil() -> Bool { true }
        func decode(_ type: Bool.Type) -> Bool { false }
        func decode(_ type: String.Type) -> String { decoder.sample.text }
        func decode(_ type: Double.Type) -> Double { Double(decoder.sample.number) }
        func decode(_ type: Float.Type) -> Float { Float(decoder.sample.number) }
        func decode(_ type: Int.Type) -> Int { Int(decoder.sample.number) }
        func decode(_ type: Int8.Type) -> Int8 { Int8(decoder.sample.number) }
        func decode(_ type: Int16.Type) -> Int16 { Int16(decoder.sample.number) }
        func decode(_ type: Int32.Type) -> Int32 { Int32(decoder.sample.number) }
        func decode(_ type: Int64.Type) -> Int64 { Int64(decoder.sample.number) }
        func decode(_ type: UInt.Type) -> UInt { UInt(decoder.sample.number) }
        func decode(_ type: UInt8.Type) -> UInt8 { UInt8(decoder.sample.number) }
        func decode(_ type: UInt16.Type) -> UInt16 { UInt16(decoder.sample.number) }
        func decode(_ type: UInt32.Type) -> UInt32 { UInt32(decoder.sample.number) }
        func decode(_ type: UInt64.Type) -> UInt64 { UInt64(decoder.sample.number) }
        func decode<T: Decodable>(_ type: T.Type) throws -> T {
            try decoder.value(type)
        }
    }
}

/// The types of Foundation that cannot be decoded from placeholder values.
///
/// Their decoders end the process instead of throwing: a `CharacterSet` for a bitmap without bytes,
/// `URLComponents` for a scheme that is no scheme.
enum UndecodableTypes {
    private static let placeholders: [ObjectIdentifier: any Sendable] = [
        ObjectIdentifier(CharacterSet.self): CharacterSet(),
        ObjectIdentifier(URLComponents.self): URLComponents(),
    ]

    /// Returns the placeholder of one of these types; nil for any other type.
    static func placeholder<T>(of type: T.Type) -> T? {
        placeholders[ObjectIdentifier(type)] as? T
    }
}
