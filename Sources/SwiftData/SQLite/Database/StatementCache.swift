// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The compiled statements of a connection, by their SQL.
///
/// The limits bound the memory use of programs that generate an unlimited number of queries. The
/// cache has two generations: used statements move to the recent one, and once that is full, it
/// replaces the earlier one. A statement in regular use is therefore never dropped.
struct StatementCache {
    /// The maximum number of statements in a generation.
    static let limit = 256
    /// The maximum length of a cached statement in bytes.
    ///
    /// Longer statements contain pending rows and do not recur.
    static let lengthLimit = 16 * 1024

    private var recent: [String: SQLiteStatement] = [:]
    private var earlier: [String: SQLiteStatement] = [:]

    /// Returns whether the cache accepts a statement of this length.
    static func accepts(_ sql: String) -> Bool { sql.utf8.count <= lengthLimit }

    /// Returns the statement for `sql`; nil if there is none.
    mutating func statement(for sql: String) -> SQLiteStatement? {
        if let statement = recent[sql] { return statement }
        guard let statement = earlier.removeValue(forKey: sql) else { return nil }
        insert(statement, for: sql)
        return statement
    }

    mutating func insert(_ statement: SQLiteStatement, for sql: String) {
        if recent.count >= Self.limit {
            earlier = recent
            recent.removeAll(keepingCapacity: true)
        }
        recent[sql] = statement
    }

    mutating func removeAll() {
        recent = [:]
        earlier = [:]
    }
}
