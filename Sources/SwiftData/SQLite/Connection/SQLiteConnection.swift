// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A database connection of a store.
struct SQLiteConnection {
    let db: SQLiteDatabase
    let resources: ConnectionResources
    /// The open transaction on the connection, which defers writes to the full-text index.
    private let transaction: SQLiteTransaction?
    /// Whether searches may miss rows that the full-text indexes lack.
    private let allowsIncompleteIndex: Bool
    var layout: SchemaLayout { resources.layout }

    init(
        _ db: SQLiteDatabase,
        _ resources: ConnectionResources,
        in transaction: SQLiteTransaction? = nil,
        allowsIncompleteIndex: Bool = false
    ) {
        self.db = db
        self.resources = resources
        self.transaction = transaction
        self.allowsIncompleteIndex = allowsIncompleteIndex
    }

    /// Returns a full-text query for the index of a table, which contains all rows.
    ///
    /// - Throws: `IncompleteIndexError` if the index of the commit that is read lacks rows.
    func indexedQuery(_ query: FullTextQuery, _ table: TableLayout) throws -> FullTextQuery {
        if let transaction {
            try transaction.completeIndex(of: table.entity.index)
        } else if !allowsIncompleteIndex,
            try UnindexedRows.bound(of: table.name, in: db) != nil
        {
            throw IncompleteIndexError()
        }
        return try WordForms(db).expanded(query, table.fullTextName)
    }
}
