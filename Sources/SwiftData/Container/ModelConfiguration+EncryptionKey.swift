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

        /// Returns the key of this device and user, which is made when it is needed first.
        ///
        /// A store without a key in its configuration uses it. The file `swiftdata/device.key` in
        /// `$XDG_DATA_HOME` or `~/.local/share` contains it, and only the user can read the file.
        /// The key protects copies of a store, such as backups, and not from programs that run as
        /// the user. Keep a copy: without the key, encrypted values are lost.
        ///
        /// - Throws: `StoreError` with the code `.encryptionKey` if the file cannot be written, or
        ///   read as a key.
        public static func ofDevice() throws -> EncryptionKey {
            try DeviceKey.current.readOrCreate()
        }

        /// Makes a key that was exported from another device the key of this one, which has none.
        ///
        /// - Throws: `StoreError` with the code `.encryptionKey` if this device has another key, or
        ///   if the key cannot be written.
        public func useForDevice() throws { try useForDevice(in: .current) }

        func useForDevice(in device: DeviceKey) throws {
            try device.write(self)
            guard try device.read() == self else {
                throw StoreError(
                    .encryptionKey,
                    "this device has another key in \(device.path), with which stores may be "
                        + "encrypted; set the encryptionKey of the configuration instead"
                )
            }
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
