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
    /// - Throws: `entry.unreadable` if a text is not UTF-8, or another reason why the store was not
    ///   changed.
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
            let texts = try JournalEncryption.textsThatCannotBeEncrypted(in: url)
            guard texts.isEmpty else { throw damaged(texts) }
            let key = try JournalKey(passphrase: Secret(passphrase), cost: cost(costLogarithm))
            try JournalEncryption.encrypt(url, with: key)
            return StoreConversion(isEncrypted: true)
        }
    }

    /// The maximum number of damaged values that an error names.
    private static let namedCount = 10

    /// Decrypts a store, which no daemon may have open.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - passphrase: The passphrase.
    ///   - skipsDamaged: Whether damaged values are skipped instead of reported as an error; the
    ///     encrypted store is then kept next to the new one.
    /// - Returns: Whether the store was plain already, and what was damaged.
    /// - Throws: `encryption.passphrase`, `entry.unreadable` if something is damaged, or another
    ///   reason why the store was not changed.
    package static func decrypt(
        _ path: String,
        passphrase: String,
        skipsDamaged: Bool = false
    ) throws(ProtocolError) -> StoreConversion {
        try describing {
            let url = URL(filePath: path)
            guard let description = try JournalEncryption.description(of: url) else {
                return StoreConversion(isEncrypted: false, isUnchanged: true)
            }
            let key = try JournalKey(
                recorded: description.envelope,
                passphrase: Secret(passphrase)
            )
            let found = try JournalContainer.check(
                url,
                isQuick: true,
                key: key.key,
                digest: { AttachmentDigest() }
            )
            guard let values = found.encryptedValues, values.damagedCount > 0 else {
                try JournalEncryption.decrypt(url, with: key, preparedBy: openSyncRecords)
                return StoreConversion(isEncrypted: false)
            }
            guard skipsDamaged else { throw damaged(values) }
            let kept = try JournalEncryption.decryptIntact(
                url,
                with: key,
                note: lostText,
                preparedBy: openSyncRecords
            )
            return StoreConversion(
                isEncrypted: false,
                losses: values.descriptions(limit: .max),
                kept: kept?.path(percentEncoded: false)
            )
        }
    }

    /// Opens what the synchronization has recorded in an encrypted store.
    ///
    /// After an interruption, the daemon seals it again. If something is damaged, it stays sealed:
    /// the journal can join its space again.
    private static func openSyncRecords(
        _ container: ModelContainer,
        with key: JournalKey
    ) {
        let store = SyncedStore(ModelContext(container))
        try? StoreRecordCipher(key).openRecords(of: store)
        try? SyncSettingsRecord(storeKey: key).makePlain(in: store)
    }

    /// The text that replaces the damaged text of an entry.
    static let lostText =
        "(The text of this entry was damaged, so that journal decrypt could not decrypt it.)"

    private static func damaged(_ values: EncryptedValues) -> ProtocolError {
        let count = values.damagedCount == 1 ? "1 value" : "\(values.damagedCount) values"
        return ProtocolError(
            .entryUnreadable,
            "\(count) cannot be decrypted: \(names(of: values.damages)); go back to a backup, or "
                + "leave them out"
        )
    }

    private static func damaged(_ texts: [DamagedValue]) -> ProtocolError {
        ProtocolError(
            .entryUnreadable,
            "texts that are not valid UTF-8 cannot be encrypted: \(names(of: texts)); go back to a "
                + "backup, or purge what is damaged"
        )
    }

    private static func names(of damages: [DamagedValue]) -> String {
        damages.descriptions(limit: namedCount).joined(separator: ", ")
            + (damages.count > namedCount ? " and others" : "")
    }

    /// Encrypts the key of a store with another passphrase; the values in the store do not change.
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
            let key = try JournalKey(recorded: description.envelope, passphrase: Secret(former))
            try JournalEncryption.replaceEnvelope(
                of: url,
                by: JournalKey(key.key, passphrase: Secret(passphrase), cost: cost(costLogarithm))
            )
            return StoreConversion(isEncrypted: true)
        }
    }

    /// Checks the passphrase of a store, which a daemon may have open, and a new one for it.
    ///
    /// - Throws: `encryption.passphrase` if the passphrase is wrong, `params.invalid` if the new
    ///   one is too short, `encryption.absent` if the store is not encrypted.
    package static func check(
        passphrase: String,
        of path: String,
        replacedBy new: String? = nil,
        costLogarithm: Int? = nil
    ) throws(ProtocolError) {
        try describing {
            let url = URL(filePath: path)
            guard let description = try JournalEncryption.description(of: url, .shared) else {
                throw ProtocolError(.encryptionAbsent, "the journal is not encrypted")
            }
            _ = try JournalKey(
                recorded: description.envelope,
                passphrase: Secret(passphrase)
            )
            _ = try cost(costLogarithm)
            if let new { try KeyEnvelope.check(new: Secret(new)) }
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
