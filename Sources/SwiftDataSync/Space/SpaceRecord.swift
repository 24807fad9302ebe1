// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataSpace

/// The object that describes a space to the machines that join it: one for each key of the space.
///
/// It is not sealed. Its check value, which only the key has, shows a wrong key before anything is
/// written, and every change by a program without the key.
package struct SpaceRecord: Hashable, Sendable {
    /// The largest record.
    package static let maximumSize = 1_024
    private static let signature: [UInt8] = [0x53, 0x44, 0x50]
    private static let version: UInt8 = 1

    /// The name: space, running number and key.
    package let name: SpaceRecordName
    private let envelope: PassphraseEnvelope?
    private let check: [UInt8]

    /// The parameters with which a passphrase opens the space; nil if only the key does.
    package var scrypt: Scrypt? { envelope?.scrypt }

    /// Creates the record of a space that a key opens.
    ///
    /// - Parameters:
    ///   - space: The space.
    ///   - number: The number of the space's keys with this one.
    ///   - key: The key.
    /// - Throws: `SyncError` with the code `.encryption`.
    package init(_ space: SpaceID, number: UInt64 = 1, key: SpaceKey) throws(SyncError) {
        try self.init(space, number: number, key: key, envelope: nil)
    }

    /// Creates the record of a space that also a passphrase opens.
    ///
    /// - Parameters:
    ///   - space: The space.
    ///   - number: The number of the space's keys with this one.
    ///   - key: The key.
    ///   - scrypt: The parameters of the derivation.
    ///   - derive: Derives 32 bytes from the passphrase with scrypt.
    /// - Throws: `SyncError` with the code `.encryption`, or the error of the derivation.
    package init(
        _ space: SpaceID,
        number: UInt64 = 1,
        key: SpaceKey,
        scrypt: Scrypt = .random(),
        deriving derive: (Scrypt) throws -> [UInt8]
    ) throws {
        let envelope = try PassphraseEnvelope(key, in: space, scrypt: scrypt, deriving: derive)
        try self.init(space, number: number, key: key, envelope: envelope)
    }

    private init(
        _ space: SpaceID,
        number: UInt64,
        key: SpaceKey,
        envelope: PassphraseEnvelope?
    ) throws(SyncError) {
        name = SpaceRecordName(space: space, number: number, key: key.id)
        self.envelope = envelope
        check = try Self.check(key, of: Self.content(name: name, envelope: envelope))
    }

    // MARK: Opening

    /// Returns the key of the space.
    ///
    /// - Parameter derive: Derives 32 bytes from the passphrase with scrypt.
    /// - Returns: The key, which is the one of this record.
    /// - Throws: `SyncError` with the code `.key` if the passphrase is another one, or if only the
    ///   key itself opens the space.
    package func key(deriving derive: (Scrypt) throws -> [UInt8]) throws -> SpaceKey {
        guard let envelope else {
            throw SyncError(
                .key,
                message: "the space \(name.space) has no passphrase; enter its key instead"
            )
        }
        let key = try envelope.key(in: name.space, deriving: derive)
        try confirm(key)
        return key
    }

    /// Checks that a key is the one of the space.
    ///
    /// - Throws: `SyncError` with the code `.key` if it is another one, `.damaged` if the record
    ///   was changed without the key.
    package func confirm(_ key: SpaceKey) throws(SyncError) {
        guard key.id == name.key else {
            throw SyncError(
                .key,
                message: "the key belongs to another space, or is not the present one of "
                    + "\(name.space); enter the present one"
            )
        }
        guard try Self.check(key, of: Self.content(name: name, envelope: envelope)) == check
        else {
            throw SyncError(
                .damaged,
                message: "\(name) was changed by a program without its key; use another hub"
            )
        }
    }

    private static func check(_ key: SpaceKey, of content: [UInt8]) throws(SyncError) -> [UInt8] {
        try key.derive(16, for: Array("SwiftDataSync space".utf8) + [0] + content)
    }

    // MARK: Encoding

    /// The record as bytes.
    package var bytes: [UInt8] {
        let content = Self.content(name: name, envelope: envelope) + check
        return content + Self.digest(content)
    }

    private static func content(name: SpaceRecordName, envelope: PassphraseEnvelope?) -> [UInt8] {
        var writer = ByteWriter()
        for byte in signature + [version] { writer.append(byte: byte) }
        writer.append(name.space)
        writer.append(name.number)
        writer.append(fixed: name.key.rawValue)
        writer.append(byte: envelope == nil ? 0 : 1)
        if let envelope { writer.append(envelope) }
        return writer.bytes
    }

    /// Returns the bytes with which accidental damage is distinguished from a wrong passphrase.
    private static func digest(_ content: [UInt8]) -> [UInt8] {
        let hash = StableHash.hash(content)
        return SpaceID(high: hash.high, low: hash.low).bytes
    }

    /// Decodes the record of a name.
    ///
    /// - Throws: `SyncError` with the code `.format` if a later version wrote it, otherwise
    ///   `.damaged`, also if it is the record of another name.
    package init(bytes: [UInt8], named name: SpaceRecordName) throws(SyncError) {
        guard bytes.count <= Self.maximumSize else {
            throw SyncError(.damaged, message: "\(name) has \(bytes.count) bytes; remove it")
        }
        var reader = ByteReader(bytes)
        for byte in Self.signature where try reader.byte() != byte {
            throw reader.damaged("no signature")
        }
        let version = try reader.byte()
        guard version == Self.version else {
            throw SyncError(
                .format,
                message: "unsupported format \(version) of the space \(name.space); update this "
                    + "program"
            )
        }
        let content = bytes.dropLast(16)
        guard Self.digest(Array(content)) == Array(bytes.suffix(16)) else {
            throw reader.damaged("wrong digest")
        }
        self.name = SpaceRecordName(
            space: try reader.space(),
            number: try reader.number(),
            key: KeyID(rawValue: try reader.fixedNumber())
        )
        guard self.name == name else { throw reader.damaged("content of \(self.name)") }
        envelope = try reader.boolean() ? try reader.envelope() : nil
        check = try reader.fixed(count: 16)
        _ = try reader.fixed(count: 16)
        try reader.expectEnd()
    }
}
