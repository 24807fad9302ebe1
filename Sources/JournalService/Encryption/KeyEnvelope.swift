// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Crypto
internal import CryptoExtras
internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The key of a store, encrypted with a key that scrypt derives from a passphrase.
///
/// It is recorded in the store, so that every backup can be opened with the passphrase.
struct KeyEnvelope: Equatable {
    /// The cost of the derivation of a key, in the terms of RFC 7914.
    struct Cost: Equatable {
        /// The binary logarithm of the cost in time and memory.
        var logarithm: Int
        var blockSize = 8
        var parallelism = 1

        /// The cost of new envelopes: 128 MiB and about a third of a second.
        static let standard = Cost(logarithm: 17)

        /// The logarithms that new envelopes can have.
        static let logarithms = 10...20

        /// Whether a derivation uses at most 1 GiB, whatever a store contains.
        fileprivate var isAcceptable: Bool {
            (1...20).contains(logarithm) && (1...8).contains(blockSize) && parallelism == 1
        }
    }

    /// The shortest passphrase, in characters.
    static let minimumLength = 8
    private static let version = 1
    /// The length of a nonce, an encrypted key and a tag, in bytes.
    private static let sealedLength = 12 + 32 + 16
    private static let context = Data("journal key".utf8)

    private let cost: Cost
    private let salt: [UInt8]
    /// The key in the form of AES-GCM: nonce, encrypted key and tag.
    private let sealedKey: [UInt8]

    /// Encrypts a key with a passphrase.
    ///
    /// - Throws: `params.invalid` if the passphrase is too short.
    init(
        _ key: ModelConfiguration.EncryptionKey,
        passphrase: Secret,
        cost: Cost = .standard
    ) throws {
        try Self.check(new: passphrase)
        var generator = SystemRandomNumberGenerator()
        self.cost = cost
        salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let box = try AES.GCM.seal(
            key.rawRepresentation,
            using: try Self.derive(passphrase, salt: salt, cost: cost),
            authenticating: Self.context
        )
        sealedKey = box.combined.map { [UInt8]($0) } ?? []
    }

    /// Checks that a passphrase can be used for a new envelope.
    ///
    /// - Throws: `params.invalid` if it is too short.
    static func check(new passphrase: Secret) throws(ProtocolError) {
        let count = passphrase.withBytes { String(decoding: $0, as: UTF8.self).count }
        guard count >= minimumLength else {
            throw ProtocolError(
                .paramsInvalid,
                "the passphrase has \(count) characters; use at least "
                    + "\(minimumLength), such as five words"
            )
        }
    }

    /// Returns the key.
    ///
    /// Takes the time and the memory of the derivation.
    ///
    /// - Throws: `encryption.passphrase` if the passphrase is another one.
    func key(_ passphrase: Secret) throws -> ModelConfiguration.EncryptionKey {
        let box = try AES.GCM.SealedBox(combined: sealedKey)
        let derived = try Self.derive(passphrase, salt: salt, cost: cost)
        guard let key = try? AES.GCM.open(box, using: derived, authenticating: Self.context)
        else {
            throw ProtocolError(.encryptionPassphrase, "the passphrase is wrong")
        }
        return try ModelConfiguration.EncryptionKey(key)
    }

    /// Derives a key from a passphrase.
    static func derive(
        _ passphrase: Secret,
        salt: [UInt8],
        cost: Cost
    ) throws -> SymmetricKey {
        try passphrase.precomposed.withBytes { bytes in
            // The function requires a buffer, which an empty array does not have.
            guard !bytes.isEmpty else {
                throw ProtocolError(.encryptionPassphrase, "the passphrase is empty")
            }
            return try KDF.Scrypt.deriveKey(
                from: bytes,
                salt: salt,
                outputByteCount: 32,
                rounds: 1 << cost.logarithm,
                blockSize: cost.blockSize,
                parallelism: cost.parallelism
            )
        }
    }
}

extension Secret {
    /// The text with precomposed characters: a keyboard may produce "é" as one character or as two.
    fileprivate var precomposed: Secret {
        withBytes { bytes in
            guard bytes.contains(where: { $0 >= 0x80 }) else { return self }
            var text = String(decoding: bytes, as: UTF8.self)
            var composed = text.precomposedStringWithCanonicalMapping
            defer {
                text.withUTF8 { UnsafeRawBufferPointer($0).overwrite() }
                composed.withUTF8 { UnsafeRawBufferPointer($0).overwrite() }
            }
            return Secret(composed)
        }
    }
}

extension KeyEnvelope: JSONConvertible {
    init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        let version: Int = try fields.required("version")
        let function: String = try fields.required("kdf")
        guard version == Self.version, function == "scrypt" else {
            throw InvalidParams("expected version \(Self.version) with scrypt")
        }
        cost = Cost(
            logarithm: try fields.required("logN"),
            blockSize: try fields.required("r"),
            parallelism: try fields.required("p")
        )
        let salt: Base64 = try fields.required("salt")
        let key: Base64 = try fields.required("key")
        guard cost.isAcceptable, (1...64).contains(salt.bytes.count),
            key.bytes.count == Self.sealedLength
        else {
            throw InvalidParams("the key record has values that are out of range")
        }
        self.salt = salt.bytes
        sealedKey = key.bytes
    }

    var json: JSON {
        [
            "version": Self.version.json, "kdf": "scrypt", "logN": cost.logarithm.json,
            "r": cost.blockSize.json, "p": cost.parallelism.json, "salt": Base64(salt).json,
            "key": Base64(sealedKey).json,
        ]
    }
}

extension JournalKey {
    /// Decrypts the key of a store with a passphrase.
    ///
    /// - Throws: `encryption.passphrase` if the passphrase is another one; `store.failed` if the
    ///   store has no readable record of its key.
    init(recorded envelope: String, passphrase: Secret) throws {
        let opened: KeyEnvelope
        do {
            opened = try KeyEnvelope(json: JSON.parse(Array(envelope.utf8)))
        } catch {
            throw ProtocolError(
                .storeFailed,
                "the record of the key in the store cannot be read (\(error)); without it nothing "
                    + "can decrypt the store. Go back to a backup"
            )
        }
        self.init(try opened.key(passphrase), envelope: envelope)
    }

    /// Creates a new form of a key, which is random unless it is given.
    init(
        _ key: ModelConfiguration.EncryptionKey = .random(),
        passphrase: Secret,
        cost: KeyEnvelope.Cost
    ) throws {
        let envelope = try KeyEnvelope(key, passphrase: passphrase, cost: cost)
        self.init(key, envelope: envelope.json.description)
    }
}
