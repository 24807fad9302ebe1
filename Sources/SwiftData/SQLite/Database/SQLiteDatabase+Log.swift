// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLiteDatabase {
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
