// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLiteStore {
    /// Whether the full-text indexes contain all rows of the commit that a connection reads.
    func hasCompleteIndexes(_ db: SQLiteDatabase) throws -> Bool {
        for entity in entities {
            guard let index = resources.indexes[entity] else { continue }
            guard try UnindexedRows(of: index, in: db).bound() == nil else { return false }
        }
        return true
    }

    /// Adds the rows that commits left to others to the full-text indexes, if that is possible.
    func completeIndexes() {
        guard canCompleteIndexes else { return }
        _ = try? pool.write { completeIndexes($0) }
    }

    /// Whether the store may write to its file without a request.
    private var canCompleteIndexes: Bool {
        // A copy can be written.
        (!isReadOnly || unchanged?.access == .readWrite) && !damage.isFound
    }

    /// Adds the rows that commits left to others to the full-text indexes.
    ///
    /// - Returns: Whether the indexes contain all rows. They may not if the store is damaged, or if
    ///   there is no space.
    @discardableResult
    func completeIndexes(_ db: SQLiteDatabase) -> Bool {
        guard canCompleteIndexes else { return false }
        do {
            try translating {
                guard try !hasCompleteIndexes(db) else { return }
                let transaction = SQLiteTransaction(resources, keys: keys)
                try db.transaction {
                    try transaction.run(in: db) { _ in
                        for entity in entities.sorted() where resources.indexes[entity] != nil {
                            try transaction.completeIndex(of: entity)
                        }
                    }
                }
            }
            return true
        } catch {
            return false
        }
    }
}
