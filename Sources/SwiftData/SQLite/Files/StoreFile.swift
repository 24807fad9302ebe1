// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// The file of a store that is not open.
///
/// The caller must hold the lock of the store.
struct StoreFile {
    let url: URL
    var path: String { url.path(percentEncoded: false) }

    init(_ url: URL) { self.url = url }

    func sibling(_ suffix: String) -> StoreFile {
        StoreFile(URL(filePath: path + suffix))
    }

    /// The working copy of a migration.
    var working: StoreFile { sibling(".migrating") }
    /// The backup of the store from before its last migration.
    var backup: StoreFile { sibling(".backup") }

    /// Whether there is a file.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Removes the file together with SQLite's log and journal files.
    func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    /// Creates the folder of the file if necessary.
    ///
    /// - Throws: `StoreError` if it cannot be created.
    func createFolder() throws {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StoreError(
                .inputOutput,
                "could not create the folder of \(path): \(FileFailure(error))"
            )
        }
    }

    // MARK: Inspection

    /// Reads the schema of the store.
    ///
    /// If saving is allowed, a hot journal from a crashed process is rolled back first, because
    /// SQLite cannot read the file before that.
    ///
    /// - Returns: The schema of the store; `nil` if the store does not exist yet.
    /// - Throws: `StoreError`, without changes to the file, if it is not a store or has a newer
    ///   format.
    func inspect(
        allowsSave: Bool = false,
        mayBeOpen: Bool = false,
        unchanged: UnchangedStore? = nil
    ) throws -> StoredSchema? {
        guard try isWritten(mayBeOpen: mayBeOpen) else { return nil }
        if let unchanged { return try unchanged.read { try schema(in: $0) } }
        let hasJournal = FileManager.default.fileExists(atPath: path + "-journal")
        return try StoreError.translating(path: path) {
            try schema(
                in: SQLiteDatabase(path, access: allowsSave && hasJournal ? .readWrite : .readOnly)
            )
        }
    }

    /// Returns whether a file with content exists.
    ///
    /// - Throws: `StoreError` if the content is not an SQLite database.
    func isWritten(mayBeOpen: Bool) throws -> Bool {
        guard let size = try regularFileSize else { return false }
        // Closing a descriptor of the file would release the locks of all connections of this
        // process to it.
        guard !mayBeOpen else { return size > 0 }
        let start: Data
        do {
            // Opening a pipe, which may have replaced the file, would wait for its other end.
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            try Self.check(descriptor < 0 ? -1 : 0, "could not read \(path)")
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            defer { try? file.close() }
            start = try file.read(upToCount: 16) ?? Data()
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.inputOutput, "could not read \(path): \(FileFailure(error))")
        }
        guard !start.isEmpty else { return false }
        guard start == Data("SQLite format 3\0".utf8) else { throw notAStore }
        return true
    }

    /// Requires a file with content.
    ///
    /// - Throws: `StoreError` if there is none, or if the content is not an SQLite database.
    func requireWritten() throws {
        guard try !isWritten(mayBeOpen: false) else { return }
        var status = stat()
        guard stat(path, &status) != 0 else {
            throw StoreError(.notAStore, "\(path) is not a store: it is empty")
        }
        if errno != ENOENT { try Self.check(-1, "could not read \(path)") }
        throw StoreError(.notAStore, "there is no file \(path)")
    }

    /// The size of the file in bytes; `nil` if the file does not exist.
    private var regularFileSize: Int64? {
        get throws {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            switch status.st_mode & S_IFMT {
            case S_IFREG: return Int64(status.st_size)
            case S_IFDIR: throw StoreError(.notAStore, "\(path) is a folder, not a store")
            default: throw StoreError(.notAStore, "\(path) is not a regular file")
            }
        }
    }

    private var notAStore: StoreError {
        StoreError(.notAStore, "\(path) is not a store; it was not changed")
    }

    /// Reads the schema of the store through a connection; nil if the database is empty.
    func schema(in db: SQLiteDatabase) throws -> StoredSchema? {
        guard try db.contains(table: "swiftdata_metadata") else {
            // A process that terminated while it created the store left a database without tables.
            guard try db.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
                throw notAStore
            }
            return nil
        }
        let format = try StoreMetadata.format(in: db)
        guard format >= StoreMetadata.formatVersion else {
            throw StoreError(
                .tooOld,
                "\(path) has format \(format), from before the first release, which this version "
                    + "does not read; it was not changed. Export its content with the program that "
                    + "wrote it"
            )
        }
        guard format <= StoreMetadata.formatVersion else {
            throw StoreError(
                .tooNew,
                "\(path) has format \(format), but this version supports only formats up to "
                    + "\(StoreMetadata.formatVersion); it was not changed"
            )
        }
        guard let shape = try SchemaSnapshot.read(from: db) else {
            throw StoreError(.damaged, "\(path) has no record of its schema")
        }
        let hash = try StoreMetadata.value(StoreMetadata.Name.shapeHash, in: db) ?? shape.hash
        return StoredSchema(
            shape: shape,
            hash: hash,
            keyCheck: try StoreMetadata.value(StoreMetadata.Name.keyCheck, in: db)
        )
    }

    // MARK: Replacement

    /// Cleans up after a process that terminated during a migration, and completes a replacement.
    ///
    /// With hard links the store always exists under its own name, and briefly under the backup's
    /// name as well. Without hard links the store is missing for a moment, while the working copy
    /// and the backup exist; then only the backup is known to be complete.
    func recover() throws {
        try finishReplacement()
        if isInBackup {
            try Self.check(rename(backup.path, path), "could not rename \(backup.path) to \(path)")
            ExternalFiles(beside: backup.url).removeAll()
        } else if isSameFile(as: backup) {
            // A hard link changes with the store and is therefore not a backup.
            backup.remove()
            ExternalFiles(beside: backup.url).removeAll()
        }
        working.remove()
    }

    /// Whether an interrupted migration left the store under the name of its backup.
    var isInBackup: Bool { !exists && working.exists && backup.exists }

    func isSameFile(as other: StoreFile) -> Bool {
        var (own, others) = (stat(), stat())
        guard stat(path, &own) == 0, stat(other.path, &others) == 0 else { return false }
        return own.st_dev == others.st_dev && own.st_ino == others.st_ino
    }

    /// Creates the working copy.
    func copy() throws {
        try StoreError.translating(path: path) {
            try SQLiteDatabase(path).backUp(
                to: SQLiteDatabase(working.path),
                pagesPerStep: SQLiteDatabase.pagesPerCopyStep,
                progress: MigrationProgress.report
            )
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if let mode = attributes?[.posixPermissions] as? NSNumber {
            chmod(working.path, mode_t(mode.uint32Value))
        }
    }

    /// Runs `body` with an exclusive connection to the file, outside of a transaction.
    func write(_ body: (SQLiteDatabase) throws -> Void) throws {
        try StoreError.translating(path: path) {
            let db = try SQLiteDatabase(path)
            try SQLFunctions.install(in: db)
            try db.reportingProgress { try body(db) }
        }
    }

    /// Replaces the store by the working copy and keeps the old store, with its external files, as
    /// the backup.
    ///
    /// The write-ahead logs of both are merged into their files first, because SQLite would apply a
    /// leftover log of the old store to the new one.
    func replaceByCopy() throws {
        try working.consolidate()
        try consolidate()
        try working.sync()
        backup.remove()
        try ExternalFiles(beside: url).share(with: ExternalFiles(beside: backup.url))
        if link(path, backup.path) != 0 {
            try Self.check(rename(path, backup.path), "could not rename \(path) to \(backup.path)")
        }
        try Self.check(rename(working.path, path), "could not rename \(working.path) to \(path)")
        try StoreFile(url.deletingLastPathComponent()).sync()
    }

    /// Checkpoints the write-ahead log and removes it.
    private func consolidate() throws {
        try write { db in try db.execute("PRAGMA journal_mode = DELETE") }
        var info = stat()
        guard stat(path + "-wal", &info) != 0 || info.st_size == 0 else {
            throw StoreError(
                .locked,
                "\(path) is in use by another process; could not remove its write-ahead log"
            )
        }
    }

    /// Links a complete file under its name, unless the name exists, and syncs both to disk.
    ///
    /// - Throws: `StoreError` if the name is taken or the disk fails; no file has the name then,
    /// unless it was there before.
    func publish(as name: String) throws {
        try sync()
        // Unlike `rename`, `link` never replaces a file.
        if link(path, name) == 0 {
            unlink(path)
        } else {
            guard errno != EEXIST else { throw Self.exists(name) }
            try renameWithoutLinks(to: name)
        }
        do {
            try StoreFile(URL(filePath: name).deletingLastPathComponent()).sync()
        } catch {
            // A file must not remain after an error.
            unlink(name)
            throw error
        }
    }

    /// Renames the file on a file system without hard links, unless the name exists.
    ///
    /// An empty file reserves the name, so that no other file is replaced.
    func renameWithoutLinks(to name: String) throws {
        let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 || errno != EEXIST else { throw Self.exists(name) }
        try Self.check(descriptor < 0 ? -1 : 0, "could not create \(name)")
        close(descriptor)
        do {
            try Self.check(rename(path, name), "could not rename \(path) to \(name)")
        } catch {
            unlink(name)
            throw error
        }
    }

    private static func exists(_ name: String) -> StoreError {
        StoreError(.inputOutput, "\(name) exists already; it was not replaced")
    }

    func sync() throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try Self.check(descriptor < 0 ? -1 : 0, "could not open \(path)")
        defer { close(descriptor) }
        try Self.check(fsync(descriptor), "could not sync \(path) to disk")
    }

    static func check(_ result: Int32, _ message: @autoclosure () -> String) throws {
        guard result != 0 else { return }
        let code = errno
        throw StoreError(
            code == ENOSPC || code == EDQUOT ? .full : .inputOutput,
            "\(message()): \(String(cString: strerror(code)))"
        )
    }
}
