// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A database connection of a store.
struct SQLiteConnection {
    /// The use of full-text indexes, which may lack rows.
    enum Indexes {
        /// A search uses them as they are.
        case accepted
        /// A search throws `IncompleteIndexError` if rows are missing.
        case checked
        /// A search fails.
        case notUsed
        /// A search adds the missing rows in the open transaction.
        case completed(by: SQLiteTransaction)
    }

    let db: SQLiteDatabase
    let resources: ConnectionResources
    private let indexes: Indexes
    var layout: SchemaLayout { resources.layout }

    init(
        _ db: SQLiteDatabase,
        resources: ConnectionResources,
        indexes: Indexes = .checked
    ) {
        self.db = db
        self.resources = resources
        self.indexes = indexes
    }

    /// Returns a full-text query for the index of a table.
    ///
    /// - Throws: `IncompleteIndexError` if the index lacks rows.
    func indexedQuery(_ query: FullTextQuery, in table: TableLayout) throws -> FullTextQuery {
        switch indexes {
        case .accepted: break
        case .checked:
            guard try UnindexedRows.bound(of: table.name, in: db) == nil else {
                throw IncompleteIndexError()
            }
        case .notUsed:
            throw StoreError(.failed, "this snapshot of \(resources.path) cannot be searched")
        case .completed(let transaction): try transaction.completeIndex(of: table.entity.index)
        }
        return try WordForms(db).expanded(query, in: table.fullTextName)
    }
}
