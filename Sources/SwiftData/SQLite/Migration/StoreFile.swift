// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import GRDB
internal import Glibc

/// The file of a store that isn't open.
///
/// Whoever uses it has the store's lock.
struct StoreFile {
    let url: URL
    private var path: String { url.path(percentEncoded: false) }

    init(_ url: URL) { self.url = url }

    private func sibling(_ suffix: String) -> StoreFile {
        StoreFile(URL(filePath: path + suffix))
    }

    /// Where a changed copy is put together.
    var working: StoreFile { sibling(".migrating") }
    /// What the store was before it was last changed.
    var backup: StoreFile { sibling(".backup") }

    private var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Removes the file and what SQLite keeps beside it.
    func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    // MARK: Looking

    /// Looks at the store; where saving is allowed, a change that a process left half done is
    /// rolled back, without which SQLite refuses to read.
    ///
    /// - Returns: The schema of the store; nil when there is no store yet.
    /// - Throws: `StoreError`, with the file untouched, when it isn't a store that this code knows.
    func inspect(allowsSave: Bool = false) throws -> StoredSchema? {
        guard try isWritten() else { return nil }
        var settings = Configuration()
        settings.readonly =
            !allowsSave || !FileManager.default.fileExists(atPath: path + "-journal")
        return try StoreError.translating(path: path) {
            let queue = try DatabaseQueue(path: path, configuration: settings)
            defer { try? queue.close() }
            return try queue.read(inspect)
        }
    }

    /// Whether there is a file with something in it, which must then be SQLite's.
    private func isWritten() throws -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return false
        }
        guard !isFolder.boolValue else {
            throw StoreError(.notAStore, "\(path) is a folder, not a store")
        }
        let start: Data
        do {
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            start = try file.read(upToCount: 16) ?? Data()
        } catch {
            throw StoreError(.inputOutput, "\(path) can't be read: \(error)")
        }
        guard !start.isEmpty else { return false }
        guard start == Data("SQLite format 3\0".utf8) else { throw notAStore }
        return true
    }

    private var notAStore: StoreError {
        StoreError(.notAStore, "\(path) isn't a store; it was left untouched")
    }

    private func inspect(_ db: Database) throws -> StoredSchema? {
        guard try db.tableExists("swiftdata_metadata") else {
            // A store that was being made when its process ended has no tables yet.
            guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0 else {
                throw notAStore
            }
            return nil
        }
        let format = try StoreMetadata.format(in: db)
        guard format <= SQLiteStore.formatVersion else {
            throw StoreError(
                .tooNew,
                "\(path) has format \(format), and this version reads up to "
                    + "\(SQLiteStore.formatVersion); it was left untouched"
            )
        }
        guard let shape = try SchemaSnapshot.read(from: db) else {
            throw StoreError(.damaged, "\(path) doesn't say which schema it has")
        }
        let hash = try StoreMetadata.value(StoreMetadata.Name.shapeHash, in: db) ?? shape.hash
        return StoredSchema(shape: shape, hash: hash)
    }

    // MARK: Changing

    /// Removes what a process left that ended while it changed the store.
    ///
    /// With hard links the store is in place at every moment, for a moment under the backup's name
    /// too. Without them there is a moment when only the backup is whole: the store is missing, and
    /// both others are there.
    func recover() throws {
        if !exists, working.exists, backup.exists {
            try Self.check(rename(backup.path, path), "\(backup.path) can't be moved to \(path)")
            ExternalFiles(beside: backup.url).removeAll()
        } else if isSameFile(as: backup) {
            // A backup that goes on changing with the store is none.
            backup.remove()
            ExternalFiles(beside: backup.url).removeAll()
        }
        working.remove()
    }

    private func isSameFile(as other: StoreFile) -> Bool {
        var (mine, others) = (stat(), stat())
        guard stat(path, &mine) == 0, stat(other.path, &others) == 0 else { return false }
        return mine.st_dev == others.st_dev && mine.st_ino == others.st_ino
    }

    /// Makes the working copy.
    func copy() throws {
        try StoreError.translating(path: path) {
            let source = try DatabaseQueue(path: path)
            defer { try? source.close() }
            let copy = try DatabaseQueue(path: working.path)
            defer { try? copy.close() }
            try source.backup(to: copy)
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if let mode = attributes?[.posixPermissions] as? NSNumber {
            chmod(working.path, mode_t(mode.uint32Value))
        }
    }

    /// Runs statements on the only connection to the file.
    func write(_ body: (Database) throws -> Void) throws {
        var settings = Configuration()
        settings.foreignKeysEnabled = false
        settings.prepareDatabase { db in try SQLFunctions.install(in: db) }
        try StoreError.translating(path: path) {
            let queue = try DatabaseQueue(path: path, configuration: settings)
            defer { try? queue.close() }
            try queue.writeWithoutTransaction(body)
        }
    }

    /// Puts the working copy in the store's place and keeps the store, with its large values, as
    /// its backup.
    ///
    /// Both are first made to consist of one file each: a log that was left beside the store would
    /// be taken for the copy's.
    func replaceByCopy() throws {
        try working.consolidate()
        try consolidate()
        try working.sync()
        backup.remove()
        try ExternalFiles(beside: url).share(with: ExternalFiles(beside: backup.url))
        if link(path, backup.path) != 0 {
            try Self.check(rename(path, backup.path), "\(path) can't be moved to \(backup.path)")
        }
        try Self.check(rename(working.path, path), "\(working.path) can't be moved to \(path)")
        try StoreFile(url.deletingLastPathComponent()).sync()
    }

    /// Writes the log into the file and removes it.
    private func consolidate() throws {
        try write { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
        var info = stat()
        guard stat(path + "-wal", &info) != 0 || info.st_size == 0 else {
            throw StoreError(
                .locked,
                "\(path) is in use by another process; its log can't be ended"
            )
        }
    }

    private func sync() throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try Self.check(descriptor < 0 ? -1 : 0, "\(path) can't be opened")
        defer { close(descriptor) }
        try Self.check(fsync(descriptor), "\(path) can't be synced to disk")
    }

    private static func check(_ result: Int32, _ message: @autoclosure () -> String) throws {
        guard result != 0 else { return }
        let code = errno
        throw StoreError(
            code == ENOSPC || code == EDQUOT ? .full : .inputOutput,
            "\(message()): \(String(cString: strerror(code)))"
        )
    }
}
