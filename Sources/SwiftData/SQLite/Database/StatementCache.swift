// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The compiled statements of a connection, by their SQL.
///
/// The limits bound the memory use of programs that generate an unlimited number of queries. A
/// statement in regular use is hardly ever dropped.
struct StatementCache {
    /// The maximum number of statements in a generation.
    static let limit = 256
    /// The maximum length of a cached statement in bytes.
    ///
    /// Longer statements contain pending rows and do not recur.
    static let lengthLimit = 16 * 1024

    private var statements = RecentEntries<String, SQLiteStatement>(limit: limit)

    /// Returns whether the cache accepts a statement of this length.
    static func accepts(_ sql: String) -> Bool { sql.utf8.count <= lengthLimit }

    /// Returns the cached statement for `sql`, or `nil`.
    mutating func statement(for sql: String) -> SQLiteStatement? {
        // Strings of the same query usually share their storage, which makes them equal without a
        // comparison of their bytes.
        statements.value(for: sql)
    }

    mutating func insert(_ statement: SQLiteStatement, for sql: String) {
        statements.insert(statement, for: sql)
    }

    mutating func removeAll() { statements.removeAll() }
}
