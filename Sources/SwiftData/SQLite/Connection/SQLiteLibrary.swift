// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDBSQLite

/// The SQLite that stores are kept with.
package enum SQLiteLibrary {
    /// Its version.
    package static var version: String { String(cString: sqlite3_libversion()) }
}
