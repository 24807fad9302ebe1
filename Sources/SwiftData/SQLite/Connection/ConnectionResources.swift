// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDB
import Synchronization

/// The resources that all connections of a store share.
final class ConnectionResources: Sendable {
    /// The maximum number of distinct statements in the cache.
    ///
    /// The limit bounds the memory use of programs that generate an unlimited number of queries.
    private static let cachedStatementLimit = 512
    /// The maximum length of a cached statement in bytes.
    ///
    /// Longer statements contain pending rows and do not recur.
    private static let cachedLengthLimit = 16 * 1024

    let layout: SchemaLayout
    /// The identifier of the store.
    let store: String
    /// The SQL for the table of each entity, by entity index.
    let tables: [TableSQL]
    let files: ExternalFiles?
    let path: String
    private let cachedTexts = Mutex<Set<String>>([])

    init(layout: SchemaLayout, store: String, files: ExternalFiles?, path: String) {
        self.layout = layout
        self.store = store
        tables = layout.tables.map { TableSQL($0) }
        self.files = files
        self.path = path
    }

    /// Returns the compiled statement for `sql`, from the connection's cache if possible.
    func statement(_ sql: String, in db: Database) throws -> Statement {
        guard sql.utf8.count <= Self.cachedLengthLimit else {
            return try db.makeStatement(sql: sql)
        }
        let isCached = cachedTexts.withLock { texts in
            if texts.contains(sql) { return true }
            guard texts.count < Self.cachedStatementLimit else { return false }
            texts.insert(sql)
            return true
        }
        return isCached ? try db.cachedStatement(sql: sql) : try db.makeStatement(sql: sql)
    }
}
