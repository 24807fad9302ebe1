// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// The number of pages in a write-ahead log, reported by the commits of a connection.
final class LogLength {
    fileprivate var pages: Int?

    /// Returns the number after the last commit; nil if there was none since the last call.
    func take() -> Int? { pages.take() }
}

extension SQLiteDatabase {
    /// Reports the length of the log to `length` instead of writing the log to the main file in
    /// the commits after which it is long.
    func replaceCheckpoints(reportingTo length: LogLength) {
        logLength = length
        sqlite3_wal_hook(
            handle,
            { pointer, _, _, pages in
                guard let pointer else { return SQLITE_OK }
                let length = Unmanaged<LogLength>.fromOpaque(pointer).takeUnretainedValue()
                length.pages = Int(pages)
                return SQLITE_OK
            },
            Unmanaged.passUnretained(length).toOpaque()
        )
    }

    /// Writes the log to the main file without waiting for other connections.
    ///
    /// - Returns: Whether the main file contains all of the log.
    func checkpoint() throws -> Bool {
        var isComplete = false
        try step("PRAGMA wal_checkpoint(PASSIVE)", binding: []) { row in
            isComplete = row.integer(0) == 0 && row.integer(1) == row.integer(2)
        }
        return isComplete
    }
}
