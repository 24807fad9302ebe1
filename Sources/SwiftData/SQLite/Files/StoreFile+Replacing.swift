// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

extension StoreFile {
    /// The complete copy that takes the place of this store.
    ///
    /// From the moment it has this name, the replacement is decided: the next opening of the
    /// store completes it.
    private var replacement: StoreFile { sibling(".restoring") }

    /// Replaces this store by a copy of another one, and keeps the previous store in the same
    /// folder.
    ///
    /// The copy has a new identity: the numbers of its next commits can also occur in the previous
    /// store and in other copies.
    ///
    /// - Returns: The location of the previous store; `nil` if none existed.
    func replace(byCopyOf source: StoreFile) throws -> URL? {
        // What was decided before comes first.
        try finishReplacement()
        guard try source.isWritten(mayBeOpen: false) else {
            throw StoreError(.notAStore, "there is no store at \(source.path)")
        }
        return try replace(byCopyOf: source) { copy in
            guard try source.schema(in: copy) != nil else {
                throw StoreError(.notAStore, "\(source.path) is not a store")
            }
            try StoreMetadata.setNewIdentifier(in: copy)
        }
    }

    /// Replaces this store by a changed copy, and keeps the previous file in the same folder.
    ///
    /// - Parameter change: Changes the copy.
    /// - Returns: The location of the previous store.
    /// - Throws: The errors of the change; the store is then unchanged.
    func replaceByCopy(_ change: (SQLiteDatabase) throws -> Void) throws -> URL? {
        try finishReplacement()
        return try replace(byCopyOf: self, change)
    }

    private func replace(
        byCopyOf source: StoreFile,
        _ change: (SQLiteDatabase) throws -> Void
    ) throws -> URL? {
        try StoreFile.withTemporary(in: url.deletingLastPathComponent()) { copy in
            try source.unchanged(mayBeOpen: false).read { db in
                let target = try SQLiteDatabase(copy.path)
                try SQLFunctions.install(in: target)
                try db.backUp(to: target)
                // Without a separate log.
                try target.execute("PRAGMA journal_mode = MEMORY")
                try StoreError.translating(path: path) { try change(target) }
            }
            try copy.sync()
            try Self.check(
                rename(copy.path, replacement.path),
                "could not rename \(copy.path) to \(replacement.path)"
            )
        }
        return try finishReplacement()
    }

    /// Completes a replacement that was decided, if any.
    ///
    /// Every step can be repeated after a crash. The log of the previous store is kept with it, and
    /// removed before the copy gets the name of the store: SQLite would apply the log to the copy.
    ///
    /// - Returns: The location of the previous store; `nil` if none existed.
    @discardableResult
    func finishReplacement() throws -> URL? {
        guard replacement.exists else { return nil }
        let folder = StoreFile(url.deletingLastPathComponent())
        let kept = exists ? try nameOfKeptStore() : nil
        if let kept {
            for suffix in ["-wal", "-journal", ""] { try keep(suffix, as: kept) }
            try folder.sync()
        }
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
        try folder.sync()
        try Self.check(
            rename(replacement.path, path),
            "could not rename \(replacement.path) to \(path)"
        )
        try folder.sync()
        return kept?.url
    }

    /// Links one of the store's files under a second name.
    private func keep(_ suffix: String, as kept: StoreFile) throws {
        let (file, name) = (StoreFile(URL(filePath: path + suffix)), kept.path + suffix)
        guard file.exists, !file.isSameFile(as: StoreFile(URL(filePath: name))) else { return }
        // On a file system without hard links, the store is missing until the replacement is
        // complete.
        if link(file.path, name) != 0 {
            try Self.check(rename(file.path, name), "could not rename \(file.path) to \(name)")
        }
    }

    /// Returns the name for the previous store: the date of the copy that replaces it, so that the
    /// name is the same after a crash.
    ///
    /// It does not begin with the name of the store, unlike the files that a migration or a purge
    /// removes.
    private func nameOfKeptStore() throws -> StoreFile {
        var status = stat()
        try Self.check(stat(replacement.path, &status), "could not read \(replacement.path)")
        var (time, parts) = (status.st_mtim.tv_sec, tm())
        gmtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%dT%H%M%SZ", &parts)
        let date = String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        var number = 1
        while true {
            let end = number == 1 ? "" : "-\(number)"
            let file = StoreFile(
                url.deletingLastPathComponent()
                    .appending(path: "replaced-\(date)\(end)-\(url.lastPathComponent)")
            )
            if !file.exists || isSameFile(as: file) { return file }
            number += 1
        }
    }
}
