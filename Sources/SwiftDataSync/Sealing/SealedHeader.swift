// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataSpace

/// The visible beginning of a sealed object: format, key, and the number of bytes that follow.
///
/// It distinguishes an object that is incomplete or sealed with another key from a damaged one. It
/// is authenticated with the object.
package struct SealedHeader: Hashable, Sendable {
    /// The number of bytes of a header.
    package static let byteCount = 1 + 8 + 4
    /// The largest object: an object of the usual maximum size with a single change may exceed it.
    package static let maximumBodyCount = SpaceLimits.objectSize - byteCount
    private static let version: UInt8 = 1

    /// The key with which the object is sealed.
    package let key: KeyID
    /// The number of bytes after the header.
    let bodyCount: Int

    init(key: KeyID, bodyCount: Int) {
        self.key = key
        self.bodyCount = bodyCount
    }

    /// Decodes the header of an object, of which the rest may be missing.
    ///
    /// - Throws: `SyncError` with the code `.incomplete`, `.format` or `.damaged`.
    package init(_ bytes: some Collection<UInt8>) throws(SyncError) {
        if let version = bytes.first, version != Self.version {
            guard version > Self.version else {
                throw SyncError(.damaged, message: "not a sealed object; its owner writes it again")
            }
            throw SyncError(
                .format,
                message: "unsupported format \(version) of a sealed object; update this program"
            )
        }
        guard bytes.count >= Self.byteCount else {
            throw SyncError(
                .incomplete,
                message: "sealed object of \(bytes.count) bytes; wait for the rest of it"
            )
        }
        let numbers = bytes.dropFirst()
        key = KeyID(rawValue: Self.number(numbers.prefix(8)))
        bodyCount = Int(Self.number(numbers.dropFirst(8).prefix(4)))
        guard bodyCount <= Self.maximumBodyCount else {
            throw SyncError(
                .damaged,
                message: "sealed object of \(bodyCount) bytes; its owner writes it again"
            )
        }
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(byte: Self.version)
        writer.append(fixed: key.rawValue)
        return writer.bytes
            + stride(from: 24, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: bodyCount >> $0)
            }
    }

    private static func number(_ bytes: some Collection<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
