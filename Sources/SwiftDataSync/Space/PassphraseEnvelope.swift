// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataSpace

/// The parameters of scrypt, in the terms of RFC 7914.
package struct Scrypt: Hashable, Sendable {
    /// The binary logarithm of the cost in time and memory.
    package let logarithm: UInt8
    /// The size of a block.
    package let blockSize: UInt8
    /// The number of derivations that can run at once.
    package let parallelism: UInt8
    /// The random bytes that make derivations of one passphrase differ.
    package let salt: [UInt8]

    /// Creates parameters with a random salt: 128 MiB and about a third of a second.
    package static func random(logarithm: UInt8 = 17) -> Scrypt {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return Scrypt(logarithm: logarithm, blockSize: 8, parallelism: 1, salt: salt)
    }

    /// Whether a derivation uses at most 1 GiB, whatever a hub contains.
    var isAcceptable: Bool {
        (1...20).contains(logarithm) && (1...8).contains(blockSize) && parallelism == 1
            && (8...64).contains(salt.count)
    }
}

/// The key of a space, sealed with a key that scrypt derives from a passphrase.
///
/// This module has no scrypt: the caller derives, on a thread that may wait.
struct PassphraseEnvelope: Hashable, Sendable {
    /// A derivation, which uses the memory and the time that the parameters say.
    ///
    /// The array that it returns is overwritten after use, with every copy that shares its bytes.
    typealias Derivation = (Scrypt) throws -> [UInt8]

    private static let place = "space key"

    let scrypt: Scrypt
    private let sealedKey: [UInt8]

    /// Seals a key.
    init(
        _ key: SpaceKey,
        in space: SpaceID,
        scrypt: Scrypt,
        deriving derive: Derivation
    ) throws {
        self.scrypt = scrypt
        let sealer = ObjectSealer(
            space: space,
            keys: KeyRing(current: try SpaceKey(try derive(scrypt)))
        )
        let bytes = key.withBytes { Array($0) }
        defer { KeyBytes.overwrite(bytes) }
        sealedKey = try sealer.seal(bytes, at: Self.place)
    }

    /// Returns the key.
    ///
    /// - Throws: `SyncError` with the code `.key` if the passphrase is another one.
    func key(in space: SpaceID, deriving derive: Derivation) throws -> SpaceKey {
        let sealer = ObjectSealer(
            space: space,
            keys: KeyRing(current: try SpaceKey(try derive(scrypt)))
        )
        do throws(SyncError) {
            return try SpaceKey(try sealer.open(sealedKey, at: Self.place))
        } catch {
            guard error.code == .key else { throw error }
            throw SyncError(.key, message: "the passphrase is wrong; enter it again")
        }
    }
}

extension ByteWriter {
    mutating func append(_ envelope: PassphraseEnvelope) { envelope.append(to: &self) }
}

extension ByteReader {
    mutating func envelope() throws(SyncError) -> PassphraseEnvelope { try .init(from: &self) }
}

extension PassphraseEnvelope {
    fileprivate func append(to writer: inout ByteWriter) {
        writer.append(byte: scrypt.logarithm)
        writer.append(byte: scrypt.blockSize)
        writer.append(byte: scrypt.parallelism)
        writer.append(scrypt.salt)
        writer.append(sealedKey)
    }

    fileprivate init(from reader: inout ByteReader) throws(SyncError) {
        scrypt = Scrypt(
            logarithm: try reader.byte(),
            blockSize: try reader.byte(),
            parallelism: try reader.byte(),
            salt: try reader.content()
        )
        guard scrypt.isAcceptable else {
            throw reader.damaged("parameters of scrypt out of range")
        }
        sealedKey = try reader.content()
        guard sealedKey.count == ObjectSealer.surplus + SpaceKey.byteCount else {
            throw reader.damaged("key of \(sealedKey.count) bytes")
        }
    }
}
