// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// A store of rows, used by contexts.
///
/// All methods can be called from any thread, and block it until they return.
protocol ContextStore: AnyObject, Sendable {
    /// The identifier of the store, and the identifiers of its rows.
    var identity: StoreIdentity { get }
    /// Whether the store rejects changes.
    var isReadOnly: Bool { get }
    /// Whether the writes of an open transaction can be undone until it is committed.
    ///
    /// A store that is not transactional saves all writes in one call at the commit. In a save of
    /// several stores it commits first.
    var isTransactional: Bool { get }
    /// Whether the store is a custom one, which finds rows by descriptor or key only.
    var isCustom: Bool { get }
    /// The commits of other processes; nil if no other process can have the store open.
    var remoteCommits: (any RemoteCommits)? { get }
    /// Prepares the store for the requests of a context.
    func beginEditing(_ state: EditingState)
    /// Releases what the store keeps for a context.
    func endEditing(_ state: EditingState)
    /// Returns a new primary key, which is never used for another row of the entity.
    func nextKey(for entity: EntityDescription) -> Int64
    /// Calls `body` with a session that reads committed data.
    ///
    /// A search can end `body` with an error of the store, after which it is called again.
    ///
    /// - Throws: The errors of `body`; `StoreError`, with the code `.interrupted` once
    ///   the client's interruption is requested.
    func read<R>(
        for client: StoreClient,
        _ body: (any StoreReading) throws -> R
    ) throws -> R
    /// Calls `body` with a session that reads the data of one commit, however long it takes.
    ///
    /// - Parameters:
    ///   - client: The context.
    ///   - isSearched: Whether `body` uses full-text indexes, which then contain all rows of the
    ///     commit. A search fails otherwise.
    ///   - body: Reads the commit.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `read(for:_:)`.
    func readSnapshot<R>(
        for client: StoreClient,
        isSearched: Bool,
        _ body: (any StoreReading) throws -> R
    ) throws -> R
    /// Runs `body` in one transaction, which is committed to disk on return.
    ///
    /// - Throws: The errors of `body`, or `StoreError`, after rolling back the transaction.
    func write<R>(for client: StoreClient, _ body: (any StoreTransaction) throws -> R) throws -> R
    /// Deletes all rows, external files and history.
    func erase() throws
    /// Closes the store permanently and releases its file; every later call throws.
    func close() throws
    /// Copies the committed state into a new file, even if the store's own file was removed.
    ///
    /// Calls `progress` repeatedly. After an error, no file is left.
    func copy(to url: URL, progress: () throws -> Void) throws
    /// Writes the committed state from the log of the store to its main file, without waiting.
    ///
    /// Returns false if a part remains in the log, because others still read an earlier state.
    func checkpoint() throws -> Bool
    /// Executes a part of overwriting deleted content.
    ///
    /// - Parameters:
    ///   - step: The part.
    ///   - isFirst: Whether this is the first call for the part.
    /// - Returns: False if the part must be called again.
    /// - Throws: `StoreError` if the store cannot be written.
    func eraseDeletedContent(_ step: ErasureStep, isFirst: Bool) throws -> Bool
}

extension ContextStore {
    var isTransactional: Bool { true }
    var isCustom: Bool { false }
    var remoteCommits: (any RemoteCommits)? { nil }
    func readSnapshot<R>(
        for client: StoreClient,
        isSearched: Bool,
        _ body: (any StoreReading) throws -> R
    ) throws -> R {
        try read(for: client, body)
    }
    func checkpoint() throws -> Bool { true }
    func beginEditing(_ state: EditingState) {}
    func endEditing(_ state: EditingState) {}
    /// The permanent identifier of the store, which survives moves and restarts.
    var identifier: String { identity.identifier }
}

/// A configuration that can open its store.
protocol StoreFactory {
    /// Opens the store, creating or migrating it as needed.
    ///
    /// - Throws: `StoreError` if the file cannot be used; `SwiftDataError` if the store cannot be
    ///   migrated to the schema.
    func openStore(
        for schema: StoreSchema,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws -> any ContextStore
}

/// A session that reads rows, inside or outside a transaction.
///
/// Valid only during the call to which it is passed.
protocol StoreReading {
    /// Calls `body` for each matching row, in order.
    func fetch(
        _ query: FetchQuery,
        over pending: PendingRows?,
        _ body: (_ key: Int64, _ row: borrowing _RowDecoder) throws -> Void
    ) throws
    /// Returns the number of matching rows.
    func count(_ query: FetchQuery, over pending: PendingRows?) throws -> Int
    /// Returns the primary keys of the matching rows, in order.
    func keys(_ query: FetchQuery, over pending: PendingRows?) throws -> [Int64]
    /// Calls `body` for each matching row, in order, with the values of expressions.
    func values(
        of expressions: [QueryExpression],
        for query: FetchQuery,
        over pending: PendingRows?,
        _ body: (_ key: Int64, _ values: [_ColumnValue]) throws -> Void
    ) throws
    /// Calls `body` for each group of rows, in order, with the keys and the values of the terms.
    func aggregate(
        _ query: AggregateQuery,
        over pending: PendingRows?,
        _ body: (_ values: [_ColumnValue]) throws -> Void
    ) throws
    /// Returns the key of the row with each of some values of the given properties; nil where none
    /// exists.
    func keys(
        in entity: EntityDescription,
        where properties: [Int],
        are values: [[_ColumnValue]]
    ) throws -> [Int64?]
    /// Returns the statement of a query and its execution, without executing it.
    func plan(of query: ExplainedQuery, over pending: PendingRows?) throws -> QueryPlan
    /// Returns the targets of several owners for a relationship without a foreign key in their
    /// rows.
    ///
    /// The targets of each owner are in the order of the relationship.
    func related(
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription,
        over pending: PendingRows?
    ) throws -> [RelatedKeys]
    /// Returns whether a join table contains a pair.
    func contains(_ pair: PendingRows.Pair, in table: Int) throws -> Bool
    /// Returns a string attribute of the targets of several owners, in no particular order.
    ///
    /// - Returns: `nil` if the targets must be loaded to determine it, or if a value is not a
    ///   string.
    func relatedTexts(
        in attribute: PropertyDescription,
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> [RelatedText]?
    /// Returns the best matches of a full-text query, ordered by rank.
    func search(_ query: SearchQuery) throws -> [SearchRow]
    /// Returns the requested history transactions, oldest first.
    func history(_ request: HistoryRequest) throws -> [HistoryRecord]
    /// Returns the bounds of the history.
    func historyBounds() throws -> HistoryBounds
    /// Returns the position up to which the history was captured; nil if it is not captured.
    func captureCursor() throws -> HistoryCursor?
    /// Returns the value of the sync record with a key, or `nil` if not found.
    func syncRecord(for key: [UInt8]) throws -> [UInt8]?
    /// Calls `body` for each sync record of a range, in the order of the keys, until it returns
    /// false.
    func scanSyncRecords(
        in range: SyncRecordRange,
        _ body: (_ key: [UInt8], _ value: [UInt8]) throws -> Bool
    ) throws
    /// Decrypts every encrypted value.
    func checkEncryptedValues(_ owners: [DamagedValue.Ownership]) throws -> EncryptedValues
    /// Checks that the indexes contain the rows.
    ///
    /// - Throws: An error of the store that reports damage if they do not.
    func checkIndexes() throws
}

extension StoreReading {
    func checkEncryptedValues(_ owners: [DamagedValue.Ownership]) throws -> EncryptedValues {
        EncryptedValues()
    }

    func checkIndexes() throws {}

    func captureCursor() throws -> HistoryCursor? { nil }

    func relatedTexts(
        in attribute: PropertyDescription,
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> [RelatedText]? { nil }
}

/// The primary keys at the two ends of a relationship.
struct RelatedKeys {
    let owner: Int64
    let target: Int64
}

/// A string of a related row and the primary key of its owner.
struct RelatedText {
    let owner: Int64
    let text: String
}

/// An open transaction of a store.
protocol StoreTransaction {
    /// Calls `body` with a session that reads committed data and the writes of the transaction.
    func read<R>(_ body: (any StoreReading) throws -> R) throws -> R
    /// Inserts a row with the values of the table's columns, in order.
    func insert(key: Int64, values: [_ColumnValue], into entity: EntityDescription) throws
    /// Updates the columns of the given properties in a row.
    func update(
        key: Int64,
        values: [_ColumnValue],
        of properties: PropertySet,
        in entity: EntityDescription
    ) throws -> UpdatedRow
    /// Deletes rows.
    func delete(keys: [Int64], from entity: EntityDescription) throws
    /// Returns the key of the row with these values of the given properties; nil if none exists.
    func key(in entity: EntityDescription, where properties: [Int], are values: [_ColumnValue])
        throws
        -> Int64?
    /// Inserts and deletes pairs of a join table.
    func link(_ links: PendingRows.Links, in table: Int) throws
    /// Sets the order of models in an ordered relationship, after its rows and pairs are written.
    func arrange(_ arrangement: Arrangement) throws
    /// The effects of the commit; complete after it.
    var receipt: CommitReceipt { get }
    /// Checks that every foreign key of the transaction refers to a row.
    ///
    /// - Throws: `StoreError` with the code `.constraint` and the first violation.
    func checkReferences() throws
    /// Records the changes of a save in the history; returns the number of the transaction, or nil
    /// if the store does not have such a history.
    func record(_ entry: HistoryEntry) throws -> Int64?
    /// Sets the position up to which the history was captured; transactions after it are kept.
    func setCaptureCursor(_ cursor: HistoryCursor?) throws
    /// Sets the value of a sync record; nil removes it.
    func setSyncRecord(_ value: [UInt8]?, for key: [UInt8]) throws
    /// Removes all sync records and what holds them.
    func removeAllSyncRecords() throws
    /// Deletes history transactions up to a number, of one author or, if nil, of all.
    func deleteHistory(through transaction: Int64, author: String?) throws
    /// Deletes history transactions by number.
    ///
    /// - Parameters:
    ///   - transactions: The numbers.
    ///   - keepsTokens: Whether the tokens of earlier transactions stay valid, because what is
    ///     missing after them is not to be read.
    /// - Throws: `StoreError` if the store cannot be written.
    func deleteHistory(_ transactions: [Int64], keepsTokens: Bool) throws
    /// Flushes deferred writes, so that a constraint failure is reported before the commit.
    func completeWrites() throws
    /// Runs `body` in a savepoint; an error rolls back its writes only, and the transaction
    /// continues.
    func savepoint<R>(_ body: () throws -> R) throws -> R
    /// Runs `body` without a savepoint.
    ///
    /// - Throws: The error of `body` if it wrote nothing; the transaction continues. Otherwise
    ///   `PartialCommandError`, after which the transaction must be rolled back.
    func attempt<R>(_ body: () throws -> R) throws -> R
}

/// A command failed after it had written some of its changes, which only a savepoint could undo.
package struct PartialCommandError: Error {
    package init() {}
}

extension StoreTransaction {
    var receipt: CommitReceipt { CommitReceipt() }

    func setCaptureCursor(_ cursor: HistoryCursor?) throws {
        throw StoreError(.failed, "the history of a custom store cannot be captured")
    }

    func attempt<R>(_ body: () throws -> R) throws -> R { try savepoint(body) }
}

/// The order of models in an ordered to-many relationship, for a store to save.
struct Arrangement {
    /// The key of the model that owns the relationship.
    let owner: Int64
    let property: PropertyDescription
    let entity: EntityDescription
    /// The keys of related models, in order.
    let targets: [Int64]
    /// Whether all models are listed; if not, the listed models follow all others.
    let isComplete: Bool

    /// Returns keys of related models in this order.
    ///
    /// Unlisted models keep their order before the listed ones, or after them if the order is
    /// complete.
    func applied(to keys: [Int64]) -> [Int64] {
        let known = Set(keys)
        let placed = Set(targets)
        let arranged = targets.filter(known.contains)
        let others = keys.filter { !placed.contains($0) }
        return isComplete ? arranged + others : others + arranged
    }
}

/// The effects of a commit that the store itself determined.
struct CommitReceipt {
    /// The keys of rows with values that the store changed, by entity index.
    var refreshedKeys: [Int: [Int64]] = [:]
    /// The inserted rows with which the store updated another row, by entity index.
    var mergedRows: [Int: [MergedRow]] = [:]
    /// The position in the history of a custom store, which is a `HistoryToken`.
    var historyToken: (any Sendable)?

    /// An inserted row that turned out to be an existing one.
    struct MergedRow {
        /// The key that was assigned on insertion.
        let ownKey: Int64
        /// The key of the existing row.
        let key: Int64
    }
}

/// The effect of an update on a row.
enum UpdatedRow {
    /// The row has other values than before, or the store does not compare them.
    case changed
    /// The row already had the values, or no column contains the properties.
    case unchanged
    /// The row does not exist.
    case missing
}

/// A part of overwriting deleted content in the files of a store.
///
/// Each part is called until it is complete, and takes little time per call, so that other writes
/// can be committed in between.
enum ErasureStep {
    /// Removes words of deleted rows from the full-text indexes.
    case mergeIndexes
    /// Overwrites deleted rows.
    case overwriteRows
    /// Rewrites the file without its free pages, in one call.
    case rewriteFile
    /// Removes the copy of the store from before its last migration.
    case removeBackup
    /// Empties the write-ahead log, which contains old versions of pages.
    case emptyLog
}

/// The context that reads or writes a store.
struct StoreClient {
    /// The identity and author of the context.
    var editingState = EditingState()
    /// Cancels the reads of the context; nil if they cannot be cancelled.
    var interruption: ReadInterruption?
    /// Whether commits with few short strings leave their indexing to a later commit.
    var defersIndexing = false
    /// Returns the temporary identifier of an inserted model, given its entity and key, or `nil`.
    var temporaryIdentifier: ((EntityDescription, Int64) -> PersistentIdentifier?)?
}

/// The identity of a context for stores.
public struct EditingState: Identifiable, Sendable {
    /// The unique identifier of the context.
    public let id = UUID.random()
    /// The author recorded in each history transaction.
    public var author: String?
}
