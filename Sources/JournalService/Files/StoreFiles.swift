// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
package import JournalProtocol
internal import SwiftData

/// The work of this executable on files of stores that it does not serve.
package enum StoreFiles {
    /// Checks the file of a store.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - isQuick: Whether only the structure of the file is checked.
    ///   - isShared: Whether a daemon may have it open, or open it during the check.
    ///   - passphrase: The passphrase with which the values of an encrypted store are checked; nil
    ///     if they are not.
    /// - Returns: The problems and what the store holds.
    /// - Throws: The reason why the file cannot be checked.
    package static func check(
        _ path: String,
        isQuick: Bool = false,
        isShared: Bool = false,
        passphrase: String? = nil
    ) throws(ProtocolError) -> StoreReport {
        try describing {
            let found: StoreVerification
            let encryption: JournalEncryption.Description?
            do {
                encryption = try JournalEncryption.description(
                    of: URL(filePath: path),
                    isShared ? .shared : .unchanging
                )
                let key = try encryption.flatMap { description in
                    try passphrase.map {
                        try JournalKey(recorded: description.envelope, passphrase: Secret($0)).key
                    }
                }
                found = try JournalContainer.check(
                    URL(filePath: path),
                    isQuick: isQuick,
                    isShared: isShared,
                    key: key,
                    digest: { AttachmentDigest() }
                )
            } catch let error as StoreError where error.code == .damaged {
                // The result of the check, unlike a file that cannot be checked.
                return StoreReport(
                    problems: [error.message],
                    entryCount: 0,
                    attachmentCount: 0,
                    version: "unknown",
                    newest: nil
                )
            }
            return report(on: found, isEncrypted: encryption != nil)
        }
    }

    private static func report(on found: StoreVerification, isEncrypted: Bool) -> StoreReport {
        StoreReport(
            problems: found.allProblems,
            entryCount: found.rowCounts[Schema.entityName(for: Entry.self)] ?? 0,
            attachmentCount: found.rowCounts[Schema.entityName(for: Attachment.self)] ?? 0,
            version: "\(found.version)",
            newest: found.latest.flatMap {
                Timestamp(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded()))
            },
            needsOnlyIndex: found.needsOnlyIndexes,
            isEncrypted: isEncrypted,
            values: found.encryptedValues.map { EncryptedValueReport($0) }
        )
    }

    /// Puts a copy of a backup in the place of a store, which no daemon may have open.
    ///
    /// - Throws: The reason why the store was not replaced.
    package static func replace(
        _ store: String,
        byCopyOf backup: String
    ) throws(ProtocolError) -> StoreReplacement {
        try describing {
            let kept = try JournalContainer.replaceStore(
                at: URL(filePath: store),
                byCopyOf: URL(filePath: backup)
            )
            return StoreReplacement(kept: kept?.path(percentEncoded: false))
        }
    }

    /// Makes the damaged indexes of a store again, and checks the store.
    ///
    /// - Returns: The result of the check, and the previous file if it was kept.
    /// - Throws: The reason why the indexes cannot be made.
    package static func rebuildIndex(_ path: String) throws(ProtocolError) -> StoreReport {
        let kept = try describing { try JournalContainer.rebuildIndex(of: URL(filePath: path)) }
        var report = try check(path, isQuick: false, isShared: false)
        report.kept = kept?.path(percentEncoded: false)
        return report
    }

    static func describing<R>(_ body: () throws -> R) throws(ProtocolError) -> R {
        do {
            return try body()
        } catch {
            throw ProtocolError(describing: error)
        }
    }
}
