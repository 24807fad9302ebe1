// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDBSQLite

/// The SQLite that stores are kept with.
package enum SQLiteLibrary {
    /// Its version.
    package static var version: String { String(cString: sqlite3_libversion()) }

    /// Makes SQLite copy the bytes of a text or blob, which don't outlive the call.
    static var transient: sqlite3_destructor_type {
        // Unsafe: SQLITE_TRANSIENT is the address -1, a C macro that Swift doesn't import.
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
