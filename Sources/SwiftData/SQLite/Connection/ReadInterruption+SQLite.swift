// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDB
internal import GRDBSQLite

extension ReadInterruption {
    /// How many steps of a statement pass between two looks.
    ///
    /// They mostly take a fraction of a millisecond; a full-text search for the beginning of many
    /// words takes longer over one of its steps.
    private static let interval: Int32 = 1_000

    /// Runs `body`, whose statements on a connection end once that is requested.
    ///
    /// SQLite looks by itself, on the thread that runs the statement and only while `body` runs:
    /// what the connection does next is safe, however late the request comes.
    ///
    /// - Throws: `StoreError` with the code `.interrupted` if it was requested before; a
    ///   `DatabaseError` with the code `SQLITE_INTERRUPT` from the statement that it ended.
    func ending<R>(in db: Database, _ body: () throws -> R) throws -> R {
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
    /// Somebody requested that the read ends.
    static let interrupted = StoreError(.interrupted, "the read was interrupted")
}
