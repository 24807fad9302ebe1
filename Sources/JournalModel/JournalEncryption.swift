// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// The key of an encrypted store, and the text that is recorded with it.
package struct JournalKey: Sendable, Equatable {
    /// The key.
    package let key: ModelConfiguration.EncryptionKey
    /// The key, encrypted with a passphrase; in every copy of the store.
    package let envelope: String

    /// Creates a key with its encrypted form.
    package init(_ key: ModelConfiguration.EncryptionKey, envelope: String) {
        self.key = key
        self.envelope = envelope
    }
}

/// A namespace for the encryption of stores that are not open.
package enum JournalEncryption {
    /// The contents of an encrypted store that can be read without its key.
    package struct Description: Sendable, Equatable {
        /// The identity of the store's history.
        package let epoch: String
        /// The number of the last transaction.
        package let revision: Int64
        /// The key, encrypted with a passphrase.
        package let envelope: String
    }

    /// Reads the description of an encrypted store, without its key.
    ///
    /// - Parameters:
    ///   - url: The file of the store.
    ///   - access: The way in which the file is read.
    /// - Returns: The description; nil if the store is not encrypted, or if there is none.
    /// - Throws: `StoreError` if the store cannot be read.
    package static func description(
        of url: URL,
        _ access: StoreEncryption.Access = .exclusive
    ) throws -> Description? {
        guard let found = try ModelConfiguration(url: url).storeEncryption(access)
        else { return nil }
        return Description(
            epoch: found.identifier.lowercased(),
            revision: found.lastTransaction,
            envelope: found.keyRecord ?? ""
        )
    }

    /// Returns the first strings of a plain store that cannot be encrypted, because they are not
    /// UTF-8.
    ///
    /// Returns nothing for a store with a damaged structure.
    ///
    /// - Throws: `StoreError` if the store is open or cannot be read.
    package static func textsThatCannotBeEncrypted(in url: URL) throws -> [DamagedValue] {
        let options = StoreVerification.Options(
            isQuick: true,
            includesTexts: true,
            owners: DamagedValue.owners
        )
        do {
            return try ModelConfiguration(url: url).verifyStore([], options: options).damagedTexts
                .filter { text in
                    text.property.map { Schema.isSecret($0, of: text.entity) } == true
                }
        } catch let error as StoreError where error.code == .notAStore {
            // There is none yet.
            return []
        }
    }

    /// Encrypts a store, or completes an encryption that was interrupted after the store was
    /// replaced.
    ///
    /// The work is done in a copy, which replaces the store in one step. The store as it was, with
    /// its plain text, is removed afterwards.
    ///
    /// - Throws: `StoreError` or `SwiftDataError`, also if a text is not UTF-8; the store is then
    ///   unchanged.
    package static func encrypt(_ url: URL, with key: JournalKey) throws {
        // The migration plan leads to the plain schema.
        if try description(of: url) == nil { try JournalContainer.open(url).close() }
        try JournalContainer.open(url, encryptedWith: key).close()
    }

    /// Makes the store plain again.
    ///
    /// - Parameters:
    ///   - url: The file of the store.
    ///   - key: The key of the store.
    ///   - prepare: Makes plain what the owner of the store has sealed itself.
    /// - Throws: `StoreError` or `SwiftDataError`; the entries are then unchanged.
    package static func decrypt(
        _ url: URL,
        with key: JournalKey,
        preparedBy prepare: (ModelContainer, JournalKey) throws -> Void = { _, _ in }
    ) throws {
        guard try description(of: url) != nil else { return }
        let container = try JournalContainer.open(url, encryptedWith: key)
        try prepare(container, key)
        try container.close()
        try JournalContainer.make(
            JournalContainer.configuration(url, key),
            schema: .journal,
            plan: nil
        )
        .close()
    }

    /// Decrypts a copy of a store without what is damaged, and puts it in the place of the store.
    ///
    /// A note replaces the text of a damaged entry; damaged versions and attachments are omitted.
    /// The copy replaces the store in one step.
    ///
    /// - Parameters:
    ///   - url: The file of the store.
    ///   - key: The key of the store.
    ///   - note: The text for entries with a damaged text.
    ///   - prepare: Makes plain what the owner of the store has sealed itself.
    /// - Returns: The location of the encrypted store, which is kept.
    /// - Throws: `StoreError` or `SwiftDataError`; the store is then unchanged.
    package static func decryptIntact(
        _ url: URL,
        with key: JournalKey,
        note: String,
        preparedBy prepare: (ModelContainer, JournalKey) throws -> Void = { _, _ in }
    ) throws -> URL? {
        let folder = url.deletingLastPathComponent()
        let name = ".\(url.lastPathComponent).decrypting-\(UUID().uuidString)"
        let copy = folder.appending(path: name)
        defer {
            // With the log and the other files of the store.
            let names = try? FileManager.default.contentsOfDirectory(
                atPath: folder.path(percentEncoded: false)
            )
            for file in names ?? [] where file.hasPrefix(name) {
                try? FileManager.default.removeItem(at: folder.appending(path: file))
            }
        }
        try ModelConfiguration(url: url).copyStore(to: copy)
        let container = try JournalContainer.open(copy, encryptedWith: key)
        try DamageRemoval(in: container).run(note: note)
        try container.close()
        try decrypt(copy, with: key, preparedBy: prepare)
        return try ModelConfiguration(url: url).replaceStore(byCopyOf: copy)
    }

    /// Replaces the encrypted form of the key, which stays the same.
    ///
    /// - Throws: `StoreError` if the store is open, cannot be written, or has another key.
    package static func replaceEnvelope(of url: URL, by key: JournalKey) throws {
        try JournalContainer.configuration(url, key).replaceKeyRecord(by: key.envelope)
    }
}
