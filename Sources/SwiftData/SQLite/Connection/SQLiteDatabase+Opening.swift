// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLiteDatabase {
    /// Opens a connection with the file system and the tokenizer of stores.
    ///
    /// - Parameters:
    ///   - path: The path of the file, or `inMemory`.
    ///   - access: Whether the connection can write.
    ///   - busyTimeout: The number of milliseconds to wait for a lock of another connection.
    /// - Throws: `SQLiteError` if the file cannot be opened.
    convenience init(
        _ path: String,
        access: Access = .readWrite,
        busyTimeout: Int32 = 0
    ) throws {
        try self.init(
            path,
            access: access,
            // Only a connection that can write writes a log.
            fileSystem: access == .readWrite && Accelerators.areUsed ? LogFileSystem.name : nil,
            busyTimeout: busyTimeout
        )
        try TextTokenizer.install(in: self)
    }
}
