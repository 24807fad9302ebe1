// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDBSQLite

/// The SQLite library that stores use.
package enum SQLiteLibrary {
    /// The version of the library at run time.
    package static var version: String { String(cString: sqlite3_libversion()) }

    /// The destructor that makes SQLite copy a text or blob, whose bytes do not outlive the call.
    static var transient: sqlite3_destructor_type {
        // Unsafe: SQLITE_TRANSIENT is the address -1, a C macro that Swift does not import.
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
