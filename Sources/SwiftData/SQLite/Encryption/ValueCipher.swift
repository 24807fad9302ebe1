// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CEncryption
internal import Foundation

/// Encrypts the values of a store's encrypted columns, each with a nonce of its own.
///
/// A sealed value is bound to its place, so that it cannot be moved to another row or column.
struct ValueCipher: Sendable {
    /// The place of a value in a store.
    struct Place {
        let table: String
        let column: String
        /// The primary key of the row.
        let key: Int64

        /// The place as the data that is authenticated together with the value.
        fileprivate var bytes: [UInt8] {
            var bytes = Array(table.utf8) + [0] + Array(column.utf8) + [0]
            withUnsafeBytes(of: key.littleEndian) { bytes += $0 }
            return bytes
        }
    }

    /// Whether the package is built with encryption.
    static var isAvailable: Bool { cencryption_is_available() }

    /// The number of bytes by which the sealed form of data is longer than the data.
    static let surplus = Int(cencryption_overhead) + 1

    private let key: ModelConfiguration.EncryptionKey

    init(_ key: ModelConfiguration.EncryptionKey) { self.key = key }

    /// Returns the sealed form of a value; NULL for NULL.
    ///
    /// - Throws: `StoreError` with the code `.failed` if the value cannot be encrypted.
    func seal(_ value: _ColumnValue, at place: Place) throws -> _ColumnValue {
        guard let text = value.bytes else { return .null }
        return .blob(try seal(text, context: place.bytes))
    }

    /// Returns the value of its sealed form; nil if it was sealed with another key or at another
    /// place, or was changed.
    func open(_ sealed: Data, at place: Place) -> _ColumnValue? {
        open(sealed, context: place.bytes).flatMap { _ColumnValue(bytes: $0) }
    }

    // MARK: Key check

    private static let check = Array("SwiftData key check".utf8)

    /// Returns a string that only this key can decrypt.
    func keyCheck() throws -> String {
        try seal(Self.check, context: Self.check).base64EncodedString()
    }

    /// Returns whether a string was encrypted with this key.
    func matches(keyCheck text: String) -> Bool {
        Data(base64Encoded: text).flatMap { open($0, context: Self.check) } == Data(Self.check)
    }

    // MARK: Bytes

    private func seal(_ text: [UInt8], context: [UInt8]) throws -> Data {
        var sealed = Data(count: text.count + cencryption_overhead)
        let isSealed = key.withBytes { key in
            sealed.withUnsafeMutableBytes { sealed in
                cencryption_seal(
                    key.baseAddress,
                    key.count,
                    text,
                    text.count,
                    context,
                    context.count,
                    sealed.assumingMemoryBound(to: UInt8.self).baseAddress
                )
            }
        }
        guard isSealed else { throw StoreError(.failed, "a value could not be encrypted") }
        return sealed
    }

    private func open(_ sealed: Data, context: [UInt8]) -> Data? {
        guard sealed.count >= cencryption_overhead else { return nil }
        var text = Data(count: sealed.count - cencryption_overhead)
        let isOpen = key.withBytes { key in
            sealed.withUnsafeBytes { sealed in
                text.withUnsafeMutableBytes { text in
                    cencryption_open(
                        key.baseAddress,
                        key.count,
                        sealed.assumingMemoryBound(to: UInt8.self).baseAddress,
                        sealed.count,
                        context,
                        context.count,
                        text.assumingMemoryBound(to: UInt8.self).baseAddress
                    )
                }
            }
        }
        return isOpen ? text : nil
    }
}

extension _ColumnValue {
    private enum StorageClass: UInt8 {
        case integer, real, text, blob
    }

    /// The storage class and the value; nil for NULL.
    fileprivate var bytes: [UInt8]? {
        func number(_ bits: UInt64) -> [UInt8] {
            withUnsafeBytes(of: bits.littleEndian) { Array($0) }
        }
        return switch self {
        case .null: nil
        case .integer(let value):
            [StorageClass.integer.rawValue] + number(UInt64(bitPattern: value))
        case .real(let value): [StorageClass.real.rawValue] + number(value.bitPattern)
        case .text(let value): [StorageClass.text.rawValue] + Array(value.utf8)
        case .blob(let value): [StorageClass.blob.rawValue] + Array(value)
        }
    }

    fileprivate init?(bytes: Data) {
        let content = bytes.dropFirst()
        func number() -> UInt64? {
            guard content.count == 8 else { return nil }
            return content.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        switch bytes.first.flatMap(StorageClass.init(rawValue:)) {
        case .integer?:
            guard let bits = number() else { return nil }
            self = .integer(Int64(bitPattern: bits))
        case .real?:
            guard let bits = number() else { return nil }
            self = .real(Double(bitPattern: bits))
        case .text?: self = .text(String(decoding: content, as: UTF8.self))
        case .blob?: self = .blob(Data(content))
        case nil: return nil
        }
    }
}
