// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A database connection of a store.
struct SQLiteConnection {
    let db: SQLiteDatabase
    let resources: ConnectionResources
    /// The open transaction on the connection, which defers writes to the full-text index.
    private let transaction: SQLiteTransaction?
    var layout: SchemaLayout { resources.layout }

    init(
        _ db: SQLiteDatabase,
        _ resources: ConnectionResources,
        in transaction: SQLiteTransaction? = nil
    ) {
        self.db = db
        self.resources = resources
        self.transaction = transaction
    }

    /// Flushes the deferred rows of the open transaction to the full-text index.
    func completeIndex() throws { try transaction?.completeWrites() }
}
