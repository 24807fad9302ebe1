// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension StoreFile {
    /// Calls `body` with a connection that reads the store and changes no file.
    ///
    /// A connection that only reads would still create the files of a write-ahead log, and one that
    /// recovers after a crash writes. The file of a store that is not open is therefore read as
    /// immutable if it has no log or journal; otherwise a temporary copy is read.
    ///
    /// - Parameters:
    ///   - mayBeOpen: Whether stores of this process may have the file open.
    ///   - body: Reads the database.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`; `StoreError` if the file cannot be read.
    func readUnchanged<R>(mayBeOpen: Bool, _ body: (SQLiteDatabase) throws -> R) throws -> R {
        try StoreError.translating(path: path) {
            guard !mayBeOpen else { return try body(SQLiteDatabase(path, .readOnly)) }
            let logs = ["-wal", "-journal"].filter { hasContent(path + $0) }
            guard !logs.isEmpty else { return try body(SQLiteDatabase(path, .immutable)) }
            let folder = try TemporaryFiles()
            let copy = folder.url.appending(path: "copy.store").path(percentEncoded: false)
            for suffix in [""] + logs {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            return try body(SQLiteDatabase(copy))
        }
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
        try readUnchanged(mayBeOpen: mayBeOpen) { db in
            try db.backUp(to: SQLiteDatabase(StoreFile(url).path))
        }
        let external = ExternalFiles(beside: self.url).folder
        guard FileManager.default.fileExists(atPath: external.path(percentEncoded: false)) else {
            return
        }
        try FileManager.default.copyItem(at: external, to: ExternalFiles(beside: url).folder)
    }
}
