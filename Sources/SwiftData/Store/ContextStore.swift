// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A store as contexts see it.
///
/// Every method may be called from any thread and blocks it until the store has answered.
protocol ContextStore: AnyObject, Sendable {
    /// Names the store for good, across moves and restarts.
    var identifier: String { get }
    /// Whether the store refuses changes.
    var isReadOnly: Bool { get }
    /// A key that no row of the entity has had or will get.
    func nextKey(for entity: EntityDescription) -> Int64
    /// Calls `body` with a session that reads committed data.
    ///
    /// - Throws: What `body` throws, or a `StoreError`: with the code `.interrupted` once
    ///   `interruption` is requested.
    func read<R>(
        until interruption: ReadInterruption?,
        _ body: (any StoreReading) throws -> R
    ) throws -> R
    /// Runs `body` in one transaction, committed to disk when this returns.
    ///
    /// - Throws: What `body` throws, or a `StoreError`; nothing of the transaction is kept then.
    func write<R>(_ body: (any StoreTransaction) throws -> R) throws -> R
    /// Deletes every row, file and trace of history.
    func erase() throws
    /// Closes the store for good and releases its file; every later call throws.
    func close() throws
    /// Copies the committed state into a new file, even if the store's own file was removed.
    func copy(to url: URL) throws
}

/// A configuration of a kind of store.
protocol StoreFactory {
    /// Opens the store, creating or migrating it as needed.
    ///
    /// - Throws: `StoreError` when the file can't be used; `SwiftDataError` when the store's schema
    ///   can't become the given one.
    func openStore(
        for schema: StoreSchema,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws -> any ContextStore
}

/// A session that reads rows, inside or outside a transaction.
///
/// Valid only during the call that it was passed to.
protocol StoreReading {
    /// Calls `body` for each matching row, in order.
    func fetch(
        _ query: FetchQuery,
        over pending: PendingRows?,
        _ body: (_ key: Int64, _ row: borrowing _RowDecoder) throws -> Void
    ) throws
    /// The number of matching rows.
    func count(_ query: FetchQuery, over pending: PendingRows?) throws -> Int
    /// The keys of the matching rows, in order.
    func keys(_ query: FetchQuery, over pending: PendingRows?) throws -> [Int64]
    /// What a relationship that isn't in its owners' rows relates to several of them, each owner's
    /// targets in the relationship's order.
    func related(
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription,
        over pending: PendingRows?
    ) throws -> [RelatedKeys]
    /// The best matches of a full-text query, in order of rank.
    func search(_ query: SearchQuery) throws -> [SearchRow]
    /// The recorded transactions that a request wants, oldest first.
    func history(_ request: HistoryRequest) throws -> [HistoryRecord]
    /// The first and last transaction of the history that is kept; nil for a history without any.
    func historyBounds() throws -> HistoryBounds
}

/// The keys at the two ends of a relationship.
struct RelatedKeys {
    let owner: Int64
    let target: Int64
}

/// One open transaction of a store.
protocol StoreTransaction {
    /// Calls `body` with a session that reads what is committed and what the transaction wrote.
    func read<R>(_ body: (any StoreReading) throws -> R) throws -> R
    /// Adds a row; `values` are those of the table's columns, in order.
    func insert(key: Int64, values: [_ColumnValue], into entity: EntityDescription) throws
    /// Changes the columns of some properties of a row.
    func update(
        key: Int64,
        values: [_ColumnValue],
        of properties: PropertySet,
        in entity: EntityDescription
    ) throws
    /// Removes rows.
    func delete(keys: [Int64], from entity: EntityDescription) throws
    /// The key of the row whose columns of the given properties have these values.
    func key(in entity: EntityDescription, where properties: [Int], are values: [_ColumnValue])
        throws
        -> Int64?
    /// Adds and removes pairs of a join table.
    func link(_ links: PendingRows.Links, in table: Int) throws
    /// Checks that every reference of the transaction leads to a row.
    ///
    /// - Throws: `StoreError` with the code `.constraint`, naming one that doesn't.
    func checkReferences() throws
    /// Records what a save changed; answers the transaction's number.
    func record(_ entry: HistoryEntry) throws -> Int64
    /// Removes recorded transactions up to one of them, of all authors or one.
    func deleteHistory(through transaction: Int64, author: String?) throws
    /// Removes some recorded transactions.
    func deleteHistory(_ transactions: [Int64]) throws
    /// Writes what was kept to be written together at the end, so that it is refused now if ever.
    func completeWrites() throws
    /// Runs `body`; when it throws, what it wrote is undone and the transaction stays usable.
    func savepoint<R>(_ body: () throws -> R) throws -> R
}
