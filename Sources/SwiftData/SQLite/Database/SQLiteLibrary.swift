// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// The SQLite library that stores use.
package enum SQLiteLibrary {
    /// The version of the library at run time.
    package static var version: String { String(cString: sqlite3_libversion()) }

    /// Disables SQLite's statistics of memory in the whole process.
    ///
    /// To maintain them, it acquires a lock that all connections share whenever it allocates or
    /// releases memory. A program that is the only user of the library can disable them before its
    /// first use.
    ///
    /// - Returns: Whether they are disabled; false after the first use of the library.
    @discardableResult package static func disableMemoryStatistics() -> Bool {
        csqlite_disable_memory_statistics() == SQLITE_OK
    }
}
