// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// The SQLite library that stores use.
package enum SQLiteLibrary {
    /// The version of the library at run time.
    package static var version: String { String(cString: sqlite3_libversion()) }
}
