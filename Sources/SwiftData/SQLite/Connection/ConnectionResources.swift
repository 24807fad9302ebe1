// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDB
import Synchronization

/// What every connection of a store shares.
final class ConnectionResources: Sendable {
    /// Statements made for more different texts than this are not kept, so that a program that
    /// makes up queries without end doesn't fill the memory with them.
    private static let cachedStatementLimit = 512
    /// Longer texts have pending rows in them and don't come again.
    private static let cachedLengthLimit = 16 * 1024

    let layout: SchemaLayout
    /// The identifier of the store.
    let store: String
    /// By entity index.
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
