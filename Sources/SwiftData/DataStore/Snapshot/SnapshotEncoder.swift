// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Collects the values that a snapshot encodes, by coding key, without converting them.
struct SnapshotEncoder: Encoder {
    fileprivate final class Values { var byKey: [String: Any] = [:] }

    fileprivate let values: Values
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Returns the values of a snapshot by the names of their keys.
    ///
    /// - Throws: `EncodingError` if the snapshot is not encoded by keys.
    static func values(of snapshot: some DataStoreSnapshot) throws -> [String: Any] {
        let encoder = SnapshotEncoder(values: Values())
        try snapshot.encode(to: encoder)
        return encoder.values.byKey
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Container(values: values))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnsupportedContainer() }

    func singleValueContainer() -> any SingleValueEncodingContainer { UnsupportedContainer() }

    /// The values at the top level of a snapshot.
    private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let values: Values
        var codingPath: [any CodingKey] { [] }

        mutating func encodeNil(forKey key: Key) {
            values.byKey[key.stringValue] = Any?.none as Any
        }

        mutating func encode<T: Encodable>(_ value: T, forKey key: Key) {
            values.byKey[key.stringValue] = value
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(UnsupportedKeys<Nested>()) }

        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            UnsupportedContainer()
        }

        /// The encoder of a superclass; its values belong to the same snapshot.
        mutating func superEncoder() -> any Encoder { SnapshotEncoder(values: values) }

        mutating func superEncoder(forKey key: Key) -> any Encoder {
            SnapshotEncoder(values: values)
        }
    }
}

private func unsupported(_ value: Any) -> EncodingError {
    .invalidValue(
        value,
        .init(
            codingPath: [],
            debugDescription: "a snapshot must be encoded with one key for each property"
        )
    )
}

/// Rejects the values of a nested keyed container.
private struct UnsupportedKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { [] }
    mutating func encodeNil(forKey key: Key) throws { throw unsupported("nil") }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        throw unsupported(value)
    }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(UnsupportedKeys<Nested>()) }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnsupportedContainer()
    }
    mutating func superEncoder() -> any Encoder { SnapshotEncoder(values: .init()) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { SnapshotEncoder(values: .init()) }
}

/// Rejects values without keys.
private struct UnsupportedContainer: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }
    mutating func encodeNil() throws { throw unsupported("nil") }
    mutating func encode<T: Encodable>(_ value: T) throws { throw unsupported(value) }
    mutating func nestedContainer<Key: CodingKey>(
        keyedBy keyType: Key.Type
    ) -> KeyedEncodingContainer<Key> { KeyedEncodingContainer(UnsupportedKeys<Key>()) }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    mutating func superEncoder() -> any Encoder { SnapshotEncoder(values: .init()) }
}
