// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

extension SQLiteDatabase {
    /// The number of virtual machine instructions between two calls of the progress handler.
    ///
    /// In a full-text search for a prefix that many words share, a single instruction can take
    /// long.
    private static let progressInterval: Int32 = 1_000

    /// Runs `body` and aborts its statements once the interruption is requested.
    ///
    /// SQLite polls for the request on the thread that runs the statement, and only while `body`
    /// runs. A late request therefore never affects later statements of the connection.
    ///
    /// - Throws: `StoreError` with the code `.interrupted` if the interruption was already
    ///   requested; `SQLiteError` with the kind `.interrupted` from an aborted statement.
    func interrupting<R>(by interruption: ReadInterruption, _ body: () throws -> R) throws -> R {
        guard !interruption.isRequested else { throw StoreError.interrupted }
        sqlite3_progress_handler(
            handle,
            Self.progressInterval,
            { pointer in
                guard let pointer else { return 0 }
                let request = Unmanaged<ReadInterruption>.fromOpaque(pointer).takeUnretainedValue()
                return request.poll() ? 1 : 0
            },
            Unmanaged.passUnretained(interruption).toOpaque()
        )
        defer { sqlite3_progress_handler(handle, 0, nil, nil) }
        return try withExtendedLifetime(interruption, body)
    }
}

extension SQLiteDatabase {
    /// The number of virtual machine instructions between two reports, enough for some thousand
    /// rows.
    private static let reportInterval: Int32 = 100_000

    /// Runs `body` and reports the progress of its statements to `MigrationProgress`.
    func reportingProgress<R>(_ body: () throws -> R) rethrows -> R {
        sqlite3_progress_handler(
            handle,
            Self.reportInterval,
            { _ in
                MigrationProgress.report()
                return 0
            },
            nil
        )
        defer { sqlite3_progress_handler(handle, 0, nil, nil) }
        return try body()
    }
}
