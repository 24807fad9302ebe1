// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Leaves the new rows of small commits to a later one, and adds those that other commits left to
/// this one (`UnindexedRows`).
struct DeferringIndexWriter: IndexWriter {
    private var plain: FullTextWriter
    /// The statements for the index of each entity, by entity index.
    private let indexes: [FullTextIndexSQL?]
    private let keys: KeyCounters
    /// Whether a commit with few short strings leaves their indexing to a later one.
    private let isDeferring: Bool

    init(
        _ plain: FullTextWriter,
        indexes: [FullTextIndexSQL?],
        keys: KeyCounters,
        isDeferring: Bool
    ) {
        self.plain = plain
        self.indexes = indexes
        self.keys = keys
        self.isDeferring = isDeferring
    }

    mutating func add(
        _ key: Int64,
        texts: [_ColumnValue],
        of entity: Int,
        in db: SQLiteDatabase
    ) throws {
        plain.add(PendingIndexRows.IndexRow(entity: entity, key: key, texts: texts))
        if plain.newRows.isFull { try indexNewRows(in: db) }
    }

    mutating func indexNewRows(in db: SQLiteDatabase) throws {
        try indexNewRows(mayDefer: false, in: db)
    }

    mutating func finishRows(in db: SQLiteDatabase) throws {
        try indexNewRows(mayDefer: isDeferring, in: db)
    }

    mutating func completeIndex(of entity: Int, in db: SQLiteDatabase) throws {
        try indexNewRows(in: db)
        _ = try indexOtherRows(of: entity, in: db)
    }

    mutating func noteChange(ofRows count: Int, of entity: Int) {
        plain.noteChange(ofRows: count, of: entity)
    }

    func merge(in db: SQLiteDatabase) throws { try plain.merge(in: db) }

    mutating func releaseStatements() { plain.releaseStatements() }

    mutating func beginSavepoint() { plain.beginSavepoint() }

    mutating func release() { plain.release() }

    mutating func rollBack() { plain.rollBack() }

    // MARK: Indexing

    /// Adds the new rows, and rows that other commits left to this one, to the indexes, or if
    /// `mayDefer` is true, leaves a few of them to another commit.
    private mutating func indexNewRows(mayDefer: Bool, in db: SQLiteDatabase) throws {
        var bounds: [Int: Int64] = [:]
        for entity in plain.newRows.entities.sorted() {
            bounds[entity] =
                try (mayDefer ? deferRows(of: entity, in: db) : nil)
                ?? indexOtherRows(of: entity, in: db)
        }
        try plain.indexNewRows(upTo: bounds, in: db)
    }

    /// Leaves the new rows of an entity to another commit.
    ///
    /// - Returns: The key after which the index lacks rows; nil if there are too many.
    private func deferRows(of entity: Int, in db: SQLiteDatabase) throws -> Int64? {
        guard plain.newRows.count <= UnindexedRows.commitLimit,
            let rows = indexes[entity].map({ UnindexedRows(of: $0, in: db) }),
            let added = plain.newRows.extent(ofEntity: entity),
            added.length <= UnindexedRows.maximumLength
        else { return nil }
        let known = try rows.bound()
        let (bound, isOverflow) =
            known.map { ($0, false) } ?? added.lowestKey.subtractingReportingOverflow(1)
        let (count, isTooMany) = keys.last(for: entity).subtractingReportingOverflow(bound)
        guard !isOverflow, !isTooMany, count < UnindexedRows.limit else { return nil }
        if known == nil { try rows.setBound(bound) }
        return bound
    }

    /// Indexes the rows of an entity that other commits left to this one, and with them new rows.
    ///
    /// - Returns: The key after which it has indexed all rows; nil if there were none.
    private mutating func indexOtherRows(of entity: Int, in db: SQLiteDatabase) throws -> Int64? {
        guard let rows = indexes[entity].map({ UnindexedRows(of: $0, in: db) }),
            let bound = try rows.bound()
        else { return nil }
        plain.noteBytes(try rows.index(after: bound), of: entity)
        return bound
    }
}
