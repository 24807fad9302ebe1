// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Adds the new rows of a transaction to the full-text indexes, or leaves them to another commit.
///
/// Triggers update the indexes for changed and deleted rows.
struct FullTextWriter {
    /// The statements for the index of each entity, by entity index.
    private let indexes: [FullTextIndexSQL?]
    private let merging: FullTextMerging
    private let keys: KeyCounters
    /// Whether a commit with few short strings leaves their indexing to a later one.
    private let isDeferring: Bool
    private var newRows = PendingIndexRows()
    /// The approximate number of bytes that were added to the indexes, also by triggers, by entity
    /// index.
    private var addedBytes: [Int]
    /// The statements that insert rows into the indexes, by entity index.
    private var insertions: [SQLiteStatement?]

    init(
        _ indexes: [FullTextIndexSQL?],
        merging: FullTextMerging,
        keys: KeyCounters,
        isDeferring: Bool
    ) {
        self.indexes = indexes
        self.merging = merging
        self.keys = keys
        self.isDeferring = isDeferring
        addedBytes = Array(repeating: 0, count: indexes.count)
        insertions = Array(repeating: nil, count: indexes.count)
    }

    // MARK: Rows

    /// Adds a new row of an entity with a full-text index; `texts` are the indexed columns.
    mutating func add(
        _ key: Int64,
        texts: [_ColumnValue],
        of entity: Int,
        in db: SQLiteDatabase
    ) throws {
        newRows.add(PendingIndexRows.IndexRow(entity: entity, key: key, texts: texts))
        if newRows.isFull { try indexNewRows(in: db) }
    }

    /// Records that a statement changes indexed strings of some rows, or deletes the rows.
    ///
    /// Its triggers write a segment for each row.
    mutating func noteChange(ofRows count: Int, of entity: Int) {
        addedBytes[entity] += count * FullTextMerging.pageSize
    }

    /// Adds the new rows, and rows that other commits left to this one, to the indexes, or leaves
    /// them to another commit.
    mutating func finishRows(in db: SQLiteDatabase) throws {
        try indexNewRows(in: db, mayDefer: isDeferring)
    }

    /// Adds all rows of an entity to its index.
    mutating func completeIndex(of entity: Int, in db: SQLiteDatabase) throws {
        try indexNewRows(in: db)
        _ = try indexOtherRows(of: entity, in: db)
    }

    /// Merges the indexes to which bytes were added.
    func merge(in db: SQLiteDatabase) throws {
        for entity in addedBytes.indices where addedBytes[entity] > 0 {
            guard let sql = indexes[entity],
                let count = merging.pageCount(adding: addedBytes[entity], to: entity)
            else { continue }
            try db.run(sql.merge, [.integer(Int64(count))])
        }
    }

    /// Releases the statements of the connection.
    mutating func releaseStatements() {
        for entity in insertions.indices { insertions[entity] = nil }
    }

    // MARK: Savepoints

    /// Begins a savepoint.
    mutating func beginSavepoint() { newRows.beginSavepoint() }

    /// Releases the innermost savepoint and keeps its changes.
    mutating func release() { newRows.release() }

    /// Rolls back the innermost savepoint.
    mutating func rollBack() { newRows.rollBack() }

    // MARK: Indexing

    /// The new rows of an entity that are inserted into its index.
    private enum Selection {
        case all
        /// The rows up to a key; the others are indexed, or left to another commit.
        case upTo(Int64)

        func includes(_ key: Int64) -> Bool {
            switch self {
            case .all: true
            case .upTo(let bound): key <= bound
            }
        }
    }

    /// Adds the new rows, and rows that other commits left to this one, to the indexes, or if
    /// `mayDefer` is true, leaves a few of them to another commit.
    mutating func indexNewRows(in db: SQLiteDatabase, mayDefer: Bool = false) throws {
        var selections: [Int: Selection] = [:]
        while let row = newRows.first {
            let selection: Selection
            if let known = selections[row.entity] {
                selection = known
            } else {
                selection =
                    try (mayDefer ? deferredRows(of: row.entity, in: db) : nil)
                    ?? indexOtherRows(of: row.entity, in: db)
                selections[row.entity] = selection
            }
            if selection.includes(row.key) { try insert(row, in: db) }
            newRows.removeFirst()
        }
    }

    private mutating func insert(
        _ row: PendingIndexRows.IndexRow,
        in db: SQLiteDatabase
    ) throws {
        guard let sql = indexes[row.entity] else { return }
        let insertion = try insertions[row.entity] ?? db.statement(sql.insertion)
        insertions[row.entity] = insertion
        try insertion.run { statement in
            try statement.bind(row.key, at: 1)
            for position in row.texts.indices {
                try statement.bind(row.texts[position], at: Int32(position + 2))
            }
        }
        addedBytes[row.entity] += row.length
    }

    /// Leaves the new rows of an entity to another commit; nil if there are too many.
    private func deferredRows(of entity: Int, in db: SQLiteDatabase) throws -> Selection? {
        guard newRows.count <= UnindexedRows.commitLimit,
            let rows = indexes[entity].map({ UnindexedRows(of: $0, in: db) }),
            let added = newRows.extent(ofEntity: entity),
            added.length <= UnindexedRows.maximumLength
        else { return nil }
        let known = try rows.bound()
        let (bound, isOverflow) =
            known.map { ($0, false) } ?? added.lowestKey.subtractingReportingOverflow(1)
        let (count, isTooMany) = keys.last(for: entity).subtractingReportingOverflow(bound)
        guard !isOverflow, !isTooMany, count < UnindexedRows.limit else { return nil }
        if known == nil { try rows.setBound(bound) }
        return .upTo(bound)
    }

    /// Indexes the rows of an entity that other commits left to this one.
    private mutating func indexOtherRows(
        of entity: Int,
        in db: SQLiteDatabase
    ) throws -> Selection {
        guard let rows = indexes[entity].map({ UnindexedRows(of: $0, in: db) }),
            let bound = try rows.bound()
        else { return .all }
        addedBytes[entity] += try rows.index(after: bound)
        return .upTo(bound)
    }
}
