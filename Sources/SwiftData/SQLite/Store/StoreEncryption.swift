// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The contents of a store with encrypted attributes that can be read without its key.
package struct StoreEncryption: Sendable, Equatable {
    /// The method by which the file of a store is read.
    package enum Access: Sendable {
        /// As when the store is opened: work that a crash interrupted is completed or reverted.
        case exclusive
        /// While another process may have the store open.
        case shared
        /// Without a change to any file; of a store that no process has open.
        case unchanging
    }

    /// The identifier of the store.
    package let identifier: String
    /// The number of the last transaction.
    package let lastTransaction: Int64
    /// The text that was recorded with the key, or `nil`.
    package let keyRecord: String?

    /// Reads the properties of a store; nil if it has no encrypted attribute.
    init?(_ stored: StoredSchema, in db: SQLiteDatabase) throws {
        guard stored.shape.firstEncryptedColumn != nil else { return nil }
        identifier = try StoreMetadata.value(StoreMetadata.Name.identifier, in: db) ?? ""
        lastTransaction = try StoreMetadata.lastTransaction(in: db)
        keyRecord = try StoreMetadata.value(StoreMetadata.Name.keyRecord, in: db)
    }
}

extension ModelConfiguration {
    /// Reads the encryption of a store, which this process must not have open.
    ///
    /// - Returns: The encryption; `nil` if the store does not exist or has no encrypted attribute.
    /// - Throws: `StoreError` if the store cannot be read.
    package func storeEncryption(
        _ access: StoreEncryption.Access = .exclusive
    ) throws -> StoreEncryption? {
        let file = StoreFile(url.resolvingSymlinksInPath())
        guard access == .exclusive, file.isWritable else {
            return try file.encryption(isUnchanged: access != .shared)
        }
        try file.createFolder()
        let use = try SharedStoreFile.open(file.url)
        use.file.writing.lock()
        defer { use.file.writing.unlock() }
        guard !use.openStores.mayExist else { throw file.isOpenError }
        try file.recover()
        return try file.encryption(isUnchanged: false)
    }

    /// Replaces the text that was recorded with the key, which the configuration must have.
    ///
    /// - Throws: `StoreError` if the store is open, cannot be written, or has another key.
    package func replaceKeyRecord(by record: String) throws {
        let file = StoreFile(url.resolvingSymlinksInPath())
        let use = try SharedStoreFile.open(file.url)
        use.file.writing.lock()
        defer { use.file.writing.unlock() }
        guard !use.openStores.mayExist else { throw file.isOpenError }
        try file.recover()
        guard let stored = try file.inspect(allowsSave: true) else { throw file.isMissingError }
        let key = StoreKey(self)
        try key.require(for: stored.shape.firstEncryptedColumn)
        try key.check(against: stored.keyCheck)
        try file.write { db in
            // The previous record is overwritten.
            try db.execute("PRAGMA secure_delete = ON")
            try db.transaction {
                try StoreMetadata.set(StoreMetadata.Name.keyRecord, to: record, in: db)
            }
            try db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// Removes the backup of the last migration if it has no encrypted attribute, because it
    /// contains plain text that a migration has encrypted.
    ///
    /// - Throws: `StoreError` if the store is open in another process.
    package func removePlainMigrationBackup() throws {
        let file = StoreFile(url.resolvingSymlinksInPath())
        guard file.backup.exists else { return }
        try SharedStoreFile.withExisting(file.url) { _ in
            // An unreadable backup is removed too: it may contain plain text.
            let stored = try? file.backup.inspect()
            guard stored?.shape.firstEncryptedColumn == nil else { return }
            file.backup.remove()
            ExternalFiles(beside: file.backup.url).removeAll()
            try StoreFile(file.url.deletingLastPathComponent()).sync()
        }
    }
}

extension StoreFile {
    fileprivate func encryption(isUnchanged: Bool) throws -> StoreEncryption? {
        guard exists, try isWritten(mayBeOpen: false) else { return nil }
        func read(_ db: SQLiteDatabase) throws -> StoreEncryption? {
            try schema(in: db).flatMap { try StoreEncryption($0, in: db) }
        }
        guard !isUnchanged else { return try unchanged(mayBeOpen: false).read(read) }
        return try StoreError.translating(path: path) {
            try read(
                SQLiteDatabase(
                    path,
                    access: hasJournal ? .readWrite : .readOnly,
                    busyTimeout: 1_000
                )
            )
        }
    }

    /// Whether a crash left a journal, which SQLite must roll back before it can read the file.
    private var hasJournal: Bool {
        FileManager.default.fileExists(atPath: path + "-journal")
    }

    fileprivate var isOpenError: StoreError {
        StoreError(.locked, "\(path) is open in this process; close it first")
    }

    fileprivate var isMissingError: StoreError {
        StoreError(.notAStore, "there is no store at \(path)")
    }
}
