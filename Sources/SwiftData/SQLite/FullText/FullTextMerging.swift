// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// Merges the segments of full-text indexes in steps that are proportional to what was added.
///
/// FTS5 merges 64 pages for each level of an index at once, which makes a few commits of a large
/// store much longer than the others (decision 0082). Its own merging is therefore disabled, except
/// for merging 16 segments of one level, which remain from programs that exit after a few commits.
final class FullTextMerging: Sendable {
    /// The number of added pages after which an index is merged.
    private static let interval = 8
    /// The maximum number of pages that are merged for an added page, if that many are waiting.
    ///
    /// Each page is merged once at each level, and a level has four times the pages of the previous
    /// one.
    private static let pagesPerPage = 16
    /// The maximum number of pages that one commit merges.
    private static let limit = 2_048
    /// The approximate size in bytes of a page of an index.
    static let pageSize = 4_096

    /// The number of added pages of each entity's index.
    private let added: Mutex<[Int]>

    init(entityCount: Int) { added = Mutex(Array(repeating: 0, count: entityCount)) }

    /// Records that a commit adds some bytes to an index.
    ///
    /// - Returns: The number of pages to merge in this commit; nil if none.
    func pageCount(adding bytes: Int, to entity: Int) -> Int? {
        added.withLock { added in
            // Each commit adds a segment, which has at least one page.
            added[entity] += max(1, bytes / Self.pageSize)
            guard added[entity] >= Self.interval else { return nil }
            defer { added[entity] = 0 }
            return min(added[entity], Self.limit / Self.pagesPerPage) * Self.pagesPerPage
        }
    }

    /// Disables the merging by FTS5 in the index of a table.
    ///
    /// The setting is a part of the store.
    static func disableAutomatic(in table: TableLayout, db: SQLiteDatabase) throws {
        guard !table.fullTextColumns.isEmpty else { return }
        let config = SQLText.identifier(table.fullTextName + "_config")
        let setting = try db.integer("SELECT v FROM \(config) WHERE k = 'automerge'")
        guard setting != 0 else { return }
        try db.execute(disabling(of: table))
    }

    /// Returns the statement that disables the merging by FTS5 in the index of a table.
    static func disabling(of table: TableLayout) -> String {
        let name = SQLText.quoted(table.fullTextName)
        return "INSERT INTO \(name)(\(name), rank) VALUES ('automerge', 0)"
    }
}
