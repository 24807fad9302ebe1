// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDB
internal import GRDBSQLite

extension ReadInterruption {
    /// The number of virtual machine instructions between two calls of the progress handler.
    ///
    /// They usually take a fraction of a millisecond. In a full-text search for a prefix that many
    /// words share, a single instruction can take longer.
    private static let interval: Int32 = 1_000

    /// Runs `body` and aborts its statements once the interruption is requested.
    ///
    /// SQLite polls for the request on the thread that runs the statement, and only while `body`
    /// runs. A late request therefore never affects later statements of the connection.
    ///
    /// - Throws: `StoreError` with the code `.interrupted` if the interruption was already
    ///   requested; `DatabaseError` with the code `SQLITE_INTERRUPT` from an aborted statement.
    func interrupting<R>(in db: Database, _ body: () throws -> R) throws -> R {
        guard !isRequested else { throw StoreError.interrupted }
        sqlite3_progress_handler(
            db.sqliteConnection,
            Self.interval,
            { ReadInterruption.isRequested($0) ? 1 : 0 },
            Unmanaged.passUnretained(self).toOpaque()
        )
        defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
        return try withExtendedLifetime(self, body)
    }

    private static func isRequested(_ pointer: UnsafeMutableRawPointer?) -> Bool {
        guard let pointer else { return false }
        return Unmanaged<ReadInterruption>.fromOpaque(pointer).takeUnretainedValue().isRequested
    }
}

extension StoreError {
    /// The error of a read whose interruption was requested.
    static let interrupted = StoreError(.interrupted, "the read was interrupted")
}
