// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// The files of a store that are read without a change to any of them.
struct UnchangedStore: Sendable {
    fileprivate let file: StoreFile
    /// The path of the database: the store or a copy.
    let path: String
    let access: SQLiteDatabase.Access
    /// Owns the folder of the copy.
    fileprivate var folder: TemporaryFiles?

    /// Calls `body` with a connection to the database.
    ///
    /// - Throws: The errors of `body`; `StoreError` if the store cannot be read.
    func read<R>(_ body: (SQLiteDatabase) throws -> R) throws -> R {
        try StoreError.translating(path: file.path) {
            try body(SQLiteDatabase(path, access: access))
        }
    }
}

extension StoreFile {
    /// Returns the files from which the store can be read without a change to it.
    ///
    /// A connection that only reads would still create the files of a write-ahead log, and one that
    /// recovers after a crash writes. The file of a store that is not open is therefore read as
    /// immutable if it has no log or journal; otherwise a temporary copy is read.
    ///
    /// - Parameters:
    ///   - mayBeOpen: Whether stores of this process may have the file open.
    ///   - temporaryFolder: The folder for the copy.
    /// - Returns: The files, which exist as long as the value.
    /// - Throws: `StoreError` if the copy cannot be written.
    func unchanged(
        mayBeOpen: Bool,
        temporaryFolder: URL = FileManager.default.temporaryDirectory
    ) throws -> UnchangedStore {
        guard !mayBeOpen else { return UnchangedStore(file: self, path: path, access: .readOnly) }
        let logs = ["-wal", "-journal"].filter { hasContent(path + $0) }
        let files = [""] + logs
        // An unreadable store is reported when it is opened; an unreadable log by the copy.
        guard !logs.isEmpty, FileManager.default.isReadableFile(atPath: path) else {
            return UnchangedStore(file: self, path: path, access: .immutable)
        }
        let folder = try TemporaryFiles(in: temporaryFolder)
        let copy = folder.url.appending(path: "copy.store").path(percentEncoded: false)
        do {
            for suffix in files {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
        } catch {
            let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
            throw StoreError(
                isFull ? .full : .inputOutput,
                "could not copy \(path) to \(copy): \(error.localizedDescription)"
            )
        }
        return UnchangedStore(file: self, path: copy, access: .readWrite, folder: folder)
    }

    /// Whether the file and its folder, which contains the log, can be written; true if there is no
    /// file.
    var isWritable: Bool {
        guard access(path, F_OK) == 0 else { return true }
        let folder = url.deletingLastPathComponent().path(percentEncoded: false)
        return access(path, W_OK) == 0 && access(folder, W_OK) == 0
    }

    private func hasContent(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber).map { $0.intValue > 0 } ?? false
    }

    /// Copies the store with its external files, without a change to the original.
    ///
    /// - Throws: `StoreError` if there is no store or it cannot be read.
    func copyUnchanged(to url: URL, mayBeOpen: Bool) throws {
        guard try isWritten(mayBeOpen: mayBeOpen) else {
            throw StoreError(.inputOutput, "there is no store at \(path)")
        }
        try unchanged(mayBeOpen: mayBeOpen).read { db in
            try db.backUp(to: SQLiteDatabase(StoreFile(url).path))
        }
        let external = ExternalFiles(beside: self.url).folder
        guard FileManager.default.fileExists(atPath: external.path(percentEncoded: false)) else {
            return
        }
        try FileManager.default.copyItem(at: external, to: ExternalFiles(beside: url).folder)
    }
}
