// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A keyed container of values, without nested containers.
protocol FlatKeyedDecodingContainer: KeyedDecodingContainerProtocol {
    /// Decodes a member.
    func decodeMember<T: Decodable>(_ type: T.Type, for key: Key) throws -> T
    /// Decodes an optional member.
    func decodeMemberIfPresent<T: Decodable>(_ type: T.Type, for key: Key) throws -> T?
    /// Returns the error for a nested container.
    func refuseNesting() -> any Error
}

extension FlatKeyedDecodingContainer {
    var nestingError: any Error {
        DecodingError.dataCorrupted(
            .init(
                codingPath: [],
                debugDescription: "a composite attribute has no nested containers"
            )
        )
    }

    var codingPath: [any CodingKey] { [] }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decodeMember(type, for: key)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try decodeMemberIfPresent(type, for: key)
    }

    // The standard library requires a method for each primitive type; without these, the default
    // implementations would ask for nil before they ask for the value.

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try decodeMemberIfPresent(type, for: key)
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try decodeMemberIfPresent(type, for: key)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    { throw refuseNesting() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw refuseNesting()
    }
    func superDecoder() throws -> any Decoder { throw refuseNesting() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw refuseNesting() }
}
