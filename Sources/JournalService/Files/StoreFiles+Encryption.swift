// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
package import JournalProtocol
internal import SwiftData

extension StoreFiles {
    /// Encrypts a store with a new key, which no daemon may have open.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - passphrase: The passphrase that decrypts the key.
    ///   - costLogarithm: The binary logarithm of the cost of scrypt; nil for the usual one.
    /// - Returns: Whether the store was encrypted already.
    /// - Throws: The reason why the store was not changed.
    package static func encrypt(
        _ path: String,
        passphrase: String,
        costLogarithm: Int? = nil
    ) throws(ProtocolError) -> StoreConversion {
        try describing {
            let url = URL(filePath: path)
            guard try JournalEncryption.description(of: url) == nil else {
                return StoreConversion(isEncrypted: true, isUnchanged: true)
            }
            let key = try JournalKey(passphrase: passphrase, cost: cost(costLogarithm))
            try JournalEncryption.encrypt(url, with: key)
            return StoreConversion(isEncrypted: true)
        }
    }

    /// Decrypts a store, which no daemon may have open.
    ///
    /// - Returns: Whether the store was plain already.
    /// - Throws: `encryption.passphrase`, or the reason why the store was not changed.
    package static func decrypt(
        _ path: String,
        passphrase: String
    ) throws(ProtocolError) -> StoreConversion {
        try describing {
            let url = URL(filePath: path)
            guard let description = try JournalEncryption.description(of: url) else {
                return StoreConversion(isEncrypted: false, isUnchanged: true)
            }
            let key = try JournalKey(recorded: description.envelope, passphrase: passphrase)
            try JournalEncryption.decrypt(url, with: key)
            return StoreConversion(isEncrypted: false)
        }
    }

    /// Encrypts the key of a store with another passphrase; the texts keep their encrypted form.
    ///
    /// - Throws: `encryption.passphrase`, `encryption.absent`, or the reason why the store was not
    ///   changed.
    package static func changePassphrase(
        of path: String,
        from former: String,
        to passphrase: String,
        costLogarithm: Int? = nil
    ) throws(ProtocolError) -> StoreConversion {
        try describing {
            let url = URL(filePath: path)
            guard let description = try JournalEncryption.description(of: url) else {
                throw ProtocolError(.encryptionAbsent, "the journal is not encrypted")
            }
            let key = try JournalKey(recorded: description.envelope, passphrase: former)
            try JournalEncryption.replaceEnvelope(
                of: url,
                by: JournalKey(key.key, passphrase: passphrase, cost: cost(costLogarithm))
            )
            return StoreConversion(isEncrypted: true)
        }
    }

    private static func cost(_ logarithm: Int?) throws(ProtocolError) -> KeyEnvelope.Cost {
        guard let logarithm else { return .standard }
        guard KeyEnvelope.Cost.logarithms.contains(logarithm) else {
            let range = KeyEnvelope.Cost.logarithms
            throw ProtocolError(
                .paramsInvalid,
                "the cost \(logarithm) is out of range; use \(range.lowerBound) to "
                    + "\(range.upperBound)"
            )
        }
        return KeyEnvelope.Cost(logarithm: logarithm)
    }
}
