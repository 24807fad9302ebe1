// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Overwrites deleted content in the file and the log of a store.
///
/// SQLite overwrites a deleted row with zeros only in the pages that it writes anyway. The content
/// of a page that is freed remains, and so do copies of rows that it moved between pages. FTS5
/// records the deletion of a row in addition to its words, and drops both when it merges them.
struct DeletedContent {
    /// The number of index pages that one step merges.
    private static let mergedPageCount = 500
    /// The size in bytes of the free space that one step overwrites.
    private static let overwrittenSize: Int64 = 16 << 20

    let db: SQLiteDatabase
    let layout: SchemaLayout
    let entities: Set<Int>
    /// The maximum size in bytes of a store that is rewritten as a whole, which needs as much
    /// memory and blocks other writes.
    var rewrittenSize: Int64 = 64 << 20

    /// Merges full-text indexes.
    ///
    /// - Parameter isFirst: Whether this is the first call of an erasure.
    /// - Returns: False if there is more to merge.
    /// - Throws: `SQLiteError` if an index cannot be written.
    func mergeIndexes(isFirst: Bool) throws -> Bool {
        var isComplete = true
        for table in layout.tables
        where entities.contains(table.entity.index) && !table.fullTextColumns.isEmpty {
            let name = SQLText.identifier(table.fullTextName)
            // A negative number makes all segments one level; later calls continue its merge.
            let count = Int64(isFirst ? -Self.mergedPageCount : Self.mergedPageCount)
            let before = try totalChanges
            try db.run("INSERT INTO \(name)(\(name), rank) VALUES ('merge', \(bind: count))")
            // The insertion itself counts as one.
            if try totalChanges - before >= 2 { isComplete = false }
        }
        return isComplete
    }

    private var totalChanges: Int64 {
        get throws { try db.integer("SELECT total_changes()") ?? 0 }
    }

    /// Overwrites deleted rows; returns false if there is more to overwrite.
    func overwriteRows() throws -> Bool {
        let pageSize = try db.integer("PRAGMA page_size") ?? 0
        let size = try db.integer("PRAGMA page_count") ?? 0
        guard pageSize * size > rewrittenSize else {
            try rewriteFile()
            return true
        }
        return try overwriteFreePages(pageSize)
    }

    /// Writes the file again without free pages, and without what was deleted.
    func rewriteFile() throws {
        try dropFiller()
        try db.reportingProgress { try db.execute("VACUUM") }
    }

    /// Fills free pages with zeros, a part in each call; returns false if free pages remain.
    ///
    /// A table keeps the filled pages until none is left: only then are they free again. A table
    /// of an interrupted erasure is continued.
    private func overwriteFreePages(_ pageSize: Int64) throws -> Bool {
        let free = try db.integer("PRAGMA freelist_count") ?? 0
        guard free > 0 else {
            try dropFiller()
            return true
        }
        let size = Self.valueSize(pages: min(free, Self.overwrittenSize / pageSize), of: pageSize)
        try db.transaction {
            try db.execute("CREATE TABLE IF NOT EXISTS \(Self.filler)(content BLOB) STRICT")
            try db.run(
                "INSERT INTO \(SQLText(raw: Self.filler)) VALUES (zeroblob(\(bind: size)))"
            )
        }
        return false
    }

    /// Returns the size of a value that fills a number of overflow pages completely.
    ///
    /// If a value fills a page only in part, SQLite may keep the previous content of the rest.
    private static func valueSize(pages: Int64, of pageSize: Int64) -> Int64 {
        // The part of a record outside of its overflow pages, as the file format defines it.
        let payload = (pageSize - 12) * 32 / 255 - 23 + pages * (pageSize - 4)
        // The header of the record: its own length, and the type of the value as a varint.
        var header: Int64 = 2
        while (2 * (payload - header) + 12) >> (7 * (header - 1)) > 0 { header += 1 }
        return payload - header
    }

    private static let filler = "swiftdata_erasure"

    private func dropFiller() throws { try Self.removeFiller(db) }

    /// Removes the table with which an interrupted erasure filled free pages.
    static func removeFiller(_ db: SQLiteDatabase) throws {
        try db.execute("DROP TABLE IF EXISTS \(filler)")
    }

    /// Empties the log; returns false if a reader still uses it.
    func emptyLog() throws -> Bool {
        try db.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
    }
}
