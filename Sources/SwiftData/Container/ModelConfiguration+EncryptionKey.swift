// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension ModelConfiguration {
    /// The key with which a store encrypts the values of attributes with the option `.encrypt`.
    ///
    /// Its descriptions do not contain the bytes.
    public struct EncryptionKey: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        /// The number of bytes of a key.
        public static let byteCount = 32

        private let bytes: Data

        /// Creates a key from its bytes.
        ///
        /// - Throws: `StoreError` with the code `.encryptionKey` unless there are 32 bytes.
        public init(_ bytes: Data) throws {
            guard bytes.count == Self.byteCount else {
                throw StoreError(
                    .encryptionKey,
                    "a key of \(bytes.count) bytes is invalid; use \(Self.byteCount) random bytes"
                )
            }
            self.bytes = bytes
        }

        private init(from generator: inout SystemRandomNumberGenerator) {
            bytes = Data(
                (0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
            )
        }

        /// Returns a new key of random bytes.
        public static func random() -> EncryptionKey {
            var generator = SystemRandomNumberGenerator()
            return EncryptionKey(from: &generator)
        }

        /// The bytes, to be kept in a safe place.
        public var rawRepresentation: Data { bytes }

        /// The name of the type.
        public var description: String { "EncryptionKey" }
        /// A reflection without the bytes.
        public var customMirror: Mirror { Mirror(self, children: []) }

        /// Calls `body` with the bytes.
        func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
            try bytes.withUnsafeBytes { try body($0.assumingMemoryBound(to: UInt8.self)) }
        }
    }
}
