// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

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
