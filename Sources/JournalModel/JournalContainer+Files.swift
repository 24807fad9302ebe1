// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

extension JournalContainer {
    /// Checks the file of a store.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - isQuick: Whether only the structure of the file is checked.
    ///   - isShared: Whether another process may have it open.
    ///   - key: The key with which encrypted values are checked; nil for none.
    ///   - digest: Returns the SHA-256 digest of an empty content, for attachments.
    ///   - interruption: Ends the check when it is requested.
    /// - Returns: The problems, the numbers of rows and the time of the newest entry.
    /// - Throws: `StoreError` if the file cannot be read or is not a store.
    package static func check(
        _ url: URL,
        isQuick: Bool = false,
        isShared: Bool = false,
        key: ModelConfiguration.EncryptionKey? = nil,
        digest: @escaping @Sendable () -> any ContentDigest,
        interruption: ReadInterruption? = nil
    ) throws -> StoreVerification {
        let newest = StoreVerification.DateProperty(
            entity: Schema.entityName(for: Entry.self),
            property: "createdAt"
        )
        var configuration = ModelConfiguration(url: url)
        configuration.encryptionKey = key
        return try configuration.verifyStore(
            [AttachmentRules.completeContent(digest)],
            options: StoreVerification.Options(
                isQuick: isQuick,
                isShared: isShared,
                latest: newest,
                owners: DamagedValue.owners
            ),
            interruption: interruption
        )
    }

    /// Replaces a store by a copy of a backup, and keeps the previous store in the same folder.
    ///
    /// - Returns: The location of the previous store; `nil` if none existed.
    /// - Throws: `StoreError` if one of the two is open, or cannot be read or written;
    ///   `SwiftDataError` if this version cannot open the backup. The store is then unchanged.
    package static func replaceStore(at url: URL, byCopyOf backup: URL) throws -> URL? {
        // Whether an encrypted store can be opened shows only once its key is known.
        if try JournalEncryption.description(of: backup, .unchanging) == nil {
            let preview = try ModelContainer.migrationPreview(
                for: Schema.journal,
                migrationPlan: JournalMigrationPlan.self,
                url: backup
            )
            if let error = preview.error { throw error }
        }
        return try ModelConfiguration(url: url).replaceStore(byCopyOf: backup)
    }

    /// Makes the full-text index of a store again, which must not be open; the other indexes too,
    /// in a copy, if the file is damaged.
    ///
    /// - Returns: The location of the previous file; `nil` if the file was changed in place.
    /// - Throws: `StoreError` if the store cannot be read or written, or if not only indexes are
    ///   damaged.
    package static func rebuildIndex(of url: URL) throws -> URL? {
        try ModelConfiguration(url: url).rebuildIndexes()
    }
}
