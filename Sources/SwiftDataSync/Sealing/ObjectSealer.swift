// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CEncryption
package import SwiftDataSpace

/// Seals the objects of a space, each bound to its place in it, and opens them.
///
/// AES-256-GCM with a random nonce: a key is good for 2^32 objects. An object that is moved to
/// another place or space does not open.
package struct ObjectSealer: Sendable {
    /// The number of bytes by which a sealed object is longer.
    package static let surplus = SealedHeader.byteCount + Int(cencryption_overhead)

    /// The space.
    package let space: SpaceID
    /// The keys of the space.
    package var keys: KeyRing

    /// Creates the sealer of a space.
    package init(space: SpaceID, keys: KeyRing) {
        self.space = space
        self.keys = keys
    }

    /// Seals an object with the current key.
    ///
    /// - Parameters:
    ///   - bytes: The object.
    ///   - place: Its place in the space: the name, except for what depends on the sealed bytes.
    /// - Returns: The bytes for the hub.
    /// - Throws: `SyncError` with the code `.encryption`, such as for an object that is too large.
    package func seal(_ bytes: [UInt8], at place: String) throws(SyncError) -> [UInt8] {
        let bodyCount = bytes.count + Int(cencryption_overhead)
        let header = SealedHeader(key: keys.current.id, bodyCount: bodyCount).bytes
        guard bodyCount <= SealedHeader.maximumBodyCount else {
            throw SyncError(
                .encryption,
                message: "an object of \(bytes.count) bytes is too large to be sealed"
            )
        }
        let context = context(header: header, place: place)
        let sealed = keys.current.withBytes { key in
            Self.bytes(after: header, count: bodyCount) { body in
                cencryption_seal(
                    key.baseAddress,
                    key.count,
                    bytes,
                    bytes.count,
                    context,
                    context.count,
                    body
                )
            }
        }
        guard let sealed else {
            throw SyncError(.encryption, message: "\(place) could not be sealed; try again")
        }
        return sealed
    }

    /// Opens a sealed object.
    ///
    /// - Parameters:
    ///   - sealed: The bytes on the hub.
    ///   - place: The place of the object in the space.
    /// - Returns: The object.
    /// - Throws: `SyncError` with the code `.incomplete`, `.key`, `.format` or `.damaged`.
    package func open(_ sealed: [UInt8], at place: String) throws(SyncError) -> [UInt8] {
        let header = try SealedHeader(sealed)
        guard let key = keys[header.key] else {
            throw SyncError(
                .key,
                message: "\(place) is sealed with the key \(header.key), which is not known here; "
                    + "enter the present key of the space"
            )
        }
        let count = sealed.count - SealedHeader.byteCount
        guard count >= header.bodyCount else {
            throw SyncError(
                .incomplete,
                message: "\(count) of \(header.bodyCount) bytes of \(place) are here; wait for the "
                    + "rest"
            )
        }
        let context = context(header: sealed.prefix(SealedHeader.byteCount), place: place)
        let textCount = count - Int(cencryption_overhead)
        guard count == header.bodyCount, textCount >= 0,
            let text = Self.open(sealed, count: textCount, with: key, context: context)
        else {
            throw SyncError(.damaged, message: "\(place) is damaged; its owner writes it again")
        }
        return text
    }

    private static func open(
        _ sealed: [UInt8],
        count: Int,
        with key: SpaceKey,
        context: [UInt8]
    ) -> [UInt8]? {
        key.withBytes { key in
            sealed.withUnsafeBufferPointer { sealed in
                let body = sealed[SealedHeader.byteCount...]
                let start = UnsafeBufferPointer(rebasing: body).baseAddress
                return bytes(after: [], count: count) { text in
                    cencryption_open(
                        key.baseAddress,
                        key.count,
                        start,
                        body.count,
                        context,
                        context.count,
                        text
                    )
                }
            }
        }
    }

    /// Returns a beginning with bytes that a function writes; nil if the function returns false.
    private static func bytes(
        after beginning: [UInt8],
        count: Int,
        write: (UnsafeMutablePointer<UInt8>?) -> Bool
    ) -> [UInt8]? {
        var isWritten = false
        let bytes = [UInt8](
            unsafeUninitializedCapacity: beginning.count + count
        ) { buffer, total in
            for (index, byte) in beginning.enumerated() {
                buffer.initializeElement(at: index, to: byte)
            }
            isWritten = write(buffer.baseAddress.map { $0 + beginning.count })
            total = isWritten ? beginning.count + count : beginning.count
        }
        return isWritten ? bytes : nil
    }

    /// Returns what is authenticated with an object.
    private func context(header: some Sequence<UInt8>, place: String) -> [UInt8] {
        Array("SwiftDataSync object".utf8) + [0] + Array(header) + space.bytes + Array(place.utf8)
    }
}
