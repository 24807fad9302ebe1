// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rows that were found in a damaged store, by the keys to which they refer.
struct RecoveredRows {
    /// The rows of entries.
    var entries = RecoveredEntries()
    /// The names in the rows of notebooks and of tags.
    private(set) var names: [StoreTable: [Int64: String]] = [:]
    /// The names in rows that may belong to notebooks or to tags.
    var ambiguousNames: [Int64: String] = [:]
    /// The keys of the tags of each entry.
    private(set) var tags: [Int64: [Int64]] = [:]
    /// The rows of the attachments of each entry.
    private(set) var attachments: [Int64: [RecoveredStore.Place]] = [:]
    /// The rows of the parts of each attachment.
    private(set) var parts: [Int64: [(start: Int64, place: RecoveredStore.Place)]] = [:]
    /// The rows of the versions of each entry.
    private(set) var versions: [Int64: [RecoveredStore.Place]] = [:]

    /// Returns a name of a notebook or of a tag.
    func name(_ key: Int64, in table: StoreTable) -> String? {
        names[table]?[key] ?? ambiguousNames[key]
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - table: Its table.
    ///   - place: Its place.
    ///   - isReached: Whether another page refers to the page of the row.
    mutating func add(
        _ row: TableRow,
        of table: StoreTable,
        at place: RecoveredStore.Place,
        isReached: Bool
    ) {
        switch table {
        case .notebook, .tag: names[table, default: [:]][row.key] = row.text(StoreTable.nameColumn)
        case .entry: entries.add(row, at: place, isReached: isReached)
        case .entryTags:
            guard let entry = row.integer(1), let tag = row.integer(2),
                tags[entry]?.contains(tag) != true
            else { return }
            tags[entry, default: []].append(tag)
        case .attachment:
            guard let entry = row.integer(StoreTable.AttachmentColumn.entry) else { return }
            attachments[entry, default: []].append(place)
        case .attachmentPart:
            guard let whole = row.integer(StoreTable.PartColumn.attachment),
                let start = row.integer(StoreTable.PartColumn.start),
                parts[whole]?.contains(where: { $0.start == start }) != true
            else { return }
            parts[whole, default: []].append((start, place))
        case .earlierText:
            guard let entry = row.integer(StoreTable.EarlierTextColumn.entry) else { return }
            versions[entry, default: []].append(place)
        }
    }

    /// Orders the rows, after all of them were added.
    mutating func finish() {
        entries.removeFormerVersions()
        for key in parts.keys { parts[key]?.sort { $0.start < $1.start } }
    }
}
