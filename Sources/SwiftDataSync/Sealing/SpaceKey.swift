// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CEncryption
internal import SwiftDataSpace

/// The key of a space, which is overwritten in memory once it is no longer used.
///
/// It is an object, so that all users share one copy of its bytes.
package final class SpaceKey: Sendable {
    /// The number of bytes of a key.
    package static let byteCount = 32

    private let bytes: [UInt8]
    /// The identifier, which does not reveal the key.
    package let id: KeyID

    /// Takes over the bytes of a key, of which the caller keeps no copy.
    ///
    /// - Throws: `SyncError` with the code `.key` unless there are 32 bytes.
    package init(_ bytes: consuming [UInt8]) throws(SyncError) {
        let count = bytes.count
        guard count == Self.byteCount else {
            KeyBytes.overwrite(bytes)
            throw SyncError(
                .key,
                message: "a key of \(count) bytes is invalid; use \(Self.byteCount) random bytes"
            )
        }
        self.bytes = bytes
        let id = try KeyBytes.derive(8, from: self.bytes, for: Array("SwiftDataSync key".utf8))
        self.id = KeyID(rawValue: id.reduce(0) { $0 << 8 | UInt64($1) })
    }

    deinit { KeyBytes.overwrite(bytes) }

    /// Returns a new key of random bytes.
    package static func random() throws(SyncError) -> SpaceKey {
        var generator = SystemRandomNumberGenerator()
        return try random(using: &generator)
    }

    /// Returns a new key of random bytes.
    static func random(using generator: inout some RandomNumberGenerator) throws(SyncError)
        -> SpaceKey
    {
        let bytes = (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return try SpaceKey(bytes)
    }

    /// Passes the bytes to a function, which keeps no copy.
    package func withBytes<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        try bytes.withUnsafeBufferPointer(body)
    }

    /// Returns bytes that only this key has in a context, and that do not reveal it.
    func derive(_ count: Int, for context: [UInt8]) throws(SyncError) -> [UInt8] {
        try KeyBytes.derive(count, from: bytes, for: context)
    }
}

extension SpaceKey: Equatable {
    /// Compares the identifiers, which are derived from the bytes.
    package static func == (left: SpaceKey, right: SpaceKey) -> Bool { left.id == right.id }
}

extension SpaceKey: CustomStringConvertible {
    /// The identifier, for logs and messages.
    package var description: String { "key \(id)" }
}

/// The identifier of a key, which is derived from its bytes.
package struct KeyID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number.
    package let rawValue: UInt64

    /// Creates the identifier of a number.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Orders identifiers by their numbers.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension KeyID: CustomStringConvertible {
    /// The number in 16 hexadecimal digits.
    package var description: String { Hexadecimal.text(rawValue) }
}

/// The keys of a space: one that seals, and those that open what was sealed before it.
package struct KeyRing: Sendable {
    /// The key that seals.
    package let current: SpaceKey
    /// The earlier keys, which objects may still have.
    package let earlier: [SpaceKey]

    /// Creates a ring.
    package init(current: SpaceKey, earlier: [SpaceKey] = []) {
        self.current = current
        self.earlier = earlier.filter { $0 != current }
    }

    /// Returns the key with an identifier; nil for unknown ones.
    package subscript(id: KeyID) -> SpaceKey? {
        current.id == id ? current : earlier.first { $0.id == id }
    }

    /// Returns the ring in which a new key seals, and all keys open.
    package func changing(to key: SpaceKey) -> KeyRing {
        KeyRing(current: key, earlier: [current] + earlier)
    }

    /// Returns the ring that also opens with other keys, such as those that a restored store lacks.
    package func opening(with keys: [SpaceKey]) -> KeyRing {
        KeyRing(current: current, earlier: earlier + keys.filter { self[$0.id] == nil })
    }

    /// Returns the ring with the current key alone.
    package var withoutEarlier: KeyRing { KeyRing(current: current) }
}

/// Operations on the bytes of keys.
enum KeyBytes {
    /// Derives bytes that do not reveal the key.
    static func derive(
        _ count: Int,
        from key: [UInt8],
        for context: [UInt8]
    ) throws(SyncError) -> [UInt8] {
        var derived = [UInt8](repeating: 0, count: count)
        guard cencryption_derive(key, key.count, context, context.count, &derived, count) else {
            throw SyncError(.encryption, message: "cannot derive \(count) bytes from a key")
        }
        return derived
    }

    /// Overwrites the bytes in every array that shares them.
    ///
    /// Not a mutation, which would change a copy if there is another reference: all users of the
    /// array are finished with it.
    static func overwrite(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { bytes in
            cencryption_overwrite(UnsafeMutablePointer(mutating: bytes.baseAddress), bytes.count)
        }
    }
}
