// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rows of a damaged store that can still be read.
///
/// Tables are followed from the list of tables. Pages that are reached from nowhere, because one
/// above them is damaged, are recognized by the types of their rows. Indexes are not needed.
package struct RecoveredStore {
    /// The place of a row in the file.
    struct Place {
        var page: Int
        var cell: Int
    }

    /// The number of entries outside the trash, and of those in it.
    package var counts: (listed: Int, trashed: Int) { rows.entries.counts }

    /// The number of pages that cannot be read, by the names of tables.
    package private(set) var damagedPages: [String: Int] = [:]
    /// Whether the list of tables could be read.
    package private(set) var hasSchema = false
    /// The number of encrypted entries.
    package private(set) var encryptedCount = 0
    /// The record of the key in an encrypted store; nil if it was not found.
    package private(set) var keyRecord: String?
    /// The number of pages.
    package var pageCount: Int { file.pageCount }

    let file: DatabaseFile
    private var visited: [Bool]
    private(set) var rows = RecoveredRows()
    private var listedIdentifiers = ListedIdentifiers()
    /// The decryption of values; nil for a store that is read as it is.
    private let sealed: (any SealedValues)?
    private static let idIndex = "Entry_uuid_unique"
    private static let metadata = "swiftdata_metadata"
    private static let keyRecordName = "keyRecord"

    /// Reads all tables.
    ///
    /// - Parameters:
    ///   - file: The file of the store.
    ///   - log: The write-ahead log of the store, or `nil`.
    ///   - sealed: The decryption of an encrypted store; nil for one that is not encrypted, or to
    ///     find only the record of its key.
    package init(
        _ file: any PageFile,
        log: (any PageFile)?,
        sealed: (any SealedValues)? = nil
    ) {
        self.sealed = sealed
        self.file = DatabaseFile(file, log: log)
        visited = Array(repeating: false, count: self.file.pageCount + 1)
        let roots = schema()
        hasSchema = roots.contains { $0.name == StoreTable.entry.rawValue }
        if hasSchema {
            for (name, root) in roots {
                follow(root, named: name, of: StoreTable(rawValue: name))
            }
            for page in self.file.freePages where page < visited.count { visited[page] = true }
        } else {
            for table in StoreTable.allCases { follow(table.usualRoot, named: nil, of: table) }
        }
        readOrphans()
        rows.finish()
    }

    /// The identifiers of entries that are in an index, but have no readable row.
    package var lostIDs: [String] {
        listedIdentifiers.texts(
            notIn: rows.entries.places.lazy.compactMap { place in
                row(at: place)?.text(StoreTable.EntryColumn.uuid)
            }
        )
    }

    /// The keys of the entries, oldest first.
    func keys(trashed: Bool) -> [Int64] { rows.entries.keys(trashed: trashed) }

    /// Returns the row of an entry.
    func entryRow(_ key: Int64) -> TableRow? {
        rows.entries.place(of: key).flatMap { row(at: $0, of: .entry) }
    }

    /// Returns the row of a table at a place, decrypted if necessary.
    func row(at place: Place, of table: StoreTable) -> TableRow? {
        let row = row(at: place)
        guard let sealed else { return row }
        return row?.opened(table, using: sealed)
    }

    /// Returns the row at a place as it is stored.
    private func row(at place: Place) -> TableRow? {
        file.page(place.page).flatMap { TreePage($0, number: place.page) }
            .flatMap { TableRow(at: place.cell, of: $0, in: file) }
    }

    // MARK: Reading

    /// Returns the names of the tables and indexes with their root pages.
    private mutating func schema() -> [(name: String, root: Int)] {
        var roots: [(String, Int)] = []
        forEachPage(from: 1, named: "sqlite_schema") { page, number, store in
            for cell in page.cells {
                guard let row = TableRow(at: cell, of: page, in: store.file), row.types.count == 5,
                    let name = row.text(1), let root = row.integer(3), root > 0
                else { continue }
                roots.append((name, Int(clamping: root)))
            }
        }
        return roots
    }

    private mutating func follow(_ root: Int, named name: String?, of table: StoreTable?) {
        forEachPage(from: root, named: name) { page, number, store in
            var hasRows = false
            defer {
                // A page at a usual place may belong to another table, as its rows show.
                if name == nil, !hasRows, page.kind == .leafTable { store.visited[number] = false }
            }
            for cell in page.cells {
                if let table {
                    guard let row = TableRow(at: cell, of: page, in: store.file) else { continue }
                    if StoreTable.isEncryptedEntry(row) { store.encryptedCount += 1 }
                    guard store.matches(row, table: table) else { continue }
                    hasRows = true
                    let place = Place(page: number, cell: cell)
                    store.rows.add(row, of: table, at: place, isReached: true)
                } else if name == Self.metadata {
                    store.noteKeyRecord(in: page, at: cell)
                } else if name == Self.idIndex, let row = TableRow(at: cell, ofIndex: page),
                    let id = row.text(0)
                {
                    store.listedIdentifiers.add(id)
                }
            }
        }
    }

    /// Calls `body` for each page of a tree that was not visited yet.
    private mutating func forEachPage(
        from root: Int,
        named name: String?,
        _ body: (TreePage, Int, inout RecoveredStore) -> Void
    ) {
        var rest = [root]
        while let number = rest.popLast() {
            guard number > 0, number < visited.count else {
                damagedPages[name ?? "", default: 0] += name == nil ? 0 : 1
                continue
            }
            guard !visited[number] else { continue }
            guard let page = file.page(number).flatMap({ TreePage($0, number: number) }) else {
                if let name { damagedPages[name, default: 0] += 1 }
                continue
            }
            visited[number] = true
            rest += page.children.reversed()
            body(page, number, &self)
        }
    }

    /// Reads the leaves that no page refers to.
    private mutating func readOrphans() {
        for number in 1..<max(visited.count, 1) where !visited[number] {
            guard let page = file.page(number).flatMap({ TreePage($0, number: number) }) else {
                continue
            }
            if page.kind == .leafIndex {
                for cell in page.cells { noteKeyRecord(in: page, at: cell) }
            }
            guard page.kind == .leafTable else { continue }
            for cell in page.cells {
                guard let row = TableRow(at: cell, of: page, in: file) else { continue }
                if StoreTable.isEncryptedEntry(row) { encryptedCount += 1 }
                guard let table = StoreTable.allCases.first(where: { matches(row, table: $0) })
                else { continue }
                let place = Place(page: number, cell: cell)
                if table == .notebook || table == .tag {
                    rows.ambiguousNames[row.key] = row.text(StoreTable.nameColumn)
                } else {
                    rows.add(row, of: table, at: place, isReached: false)
                }
            }
        }
    }

    private func matches(_ row: TableRow, table: StoreTable) -> Bool {
        table.matches(row, isEncrypted: sealed != nil)
    }

    /// Records the record of the key, if a row of the metadata has it.
    private mutating func noteKeyRecord(in page: TreePage, at cell: Int) {
        guard keyRecord == nil, let texts = TableRow.texts(at: cell, ofIndex: page),
            texts.count == 2, texts[0] == Self.keyRecordName
        else { return }
        keyRecord = texts[1]
    }
}
