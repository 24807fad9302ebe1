// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The readable part of an entry of a damaged store.
package struct RecoveredEntry {
    /// The entry; its attachments have no path yet.
    package var entry: TransferEntry
    /// The missing parts; empty if the entry is complete.
    package var problems: [String]
    /// The parts of the attachments' contents.
    private var contents: [[RecoveredStore.Place]]
    private let store: RecoveredStore
    /// The text of an entry that has lost its own; an import rejects an empty text.
    private static let lostText = "(The text of this entry is damaged and could not be recovered.)"

    /// The number of zeros in a row that are no text.
    private static let erasedPartMinimum = 8

    fileprivate init(_ row: TableRow, in store: RecoveredStore) {
        typealias Column = StoreTable.EntryColumn
        self.store = store
        entry = TransferEntry(text: "")
        problems = []
        contents = []
        entry.id = row.text(Column.uuid).flatMap { EntryID($0) }
        entry.zone = row.text(Column.zone).flatMap { $0.isEmpty ? nil : $0 }
        entry.starred = (row.integer(Column.starred) ?? 0) != 0
        readText(row)
        readDate(row)
        readNames(row)
        for place in store.rows.attachments[row.key] ?? [] { readAttachment(at: place) }
        readVersions(store.rows.versions[row.key] ?? [])
    }

    private mutating func readText(_ row: TableRow) {
        guard case .text(let bytes) = row.values[StoreTable.EntryColumn.text] else {
            problems.append(row.isOpened ? "the text cannot be decrypted" : "the text is lost")
            entry.text = Self.lostText
            return
        }
        entry.text = String(decoding: bytes, as: UTF8.self)
        if row.isOpened { return }
        let length = (row.types[StoreTable.EntryColumn.text] - 13) / 2
        if bytes.count < length {
            problems.append("the text is cut after \(bytes.count) of \(length) bytes")
            while entry.text.unicodeScalars.last == "\u{FFFD}" {
                entry.text.unicodeScalars.removeLast()
            }
        } else if String(validating: bytes, as: UTF8.self) == nil {
            problems.append("the text contains damaged parts")
        } else if Self.hasErasedPart(bytes) {
            problems.append("a part of the text may be erased: it has many U+0000 in a row")
        }
    }

    /// Returns whether a text has zeros as a sector of a disk has them that was lost.
    ///
    /// U+0000 is a valid character, but a text of a person has few in a row.
    static func hasErasedPart(_ bytes: [UInt8]) -> Bool {
        var count = 0
        for byte in bytes {
            count = byte == 0 ? count + 1 : 0
            if count == erasedPartMinimum { return true }
        }
        return false
    }

    private mutating func readDate(_ row: TableRow) {
        typealias Column = StoreTable.EntryColumn
        let offset = row.integer(Column.offset).map { Int(clamping: $0) } ?? 0
        // Dates are stored as seconds since 2001.
        if let seconds = row.number(Column.createdAt), seconds.magnitude < 1e12 {
            entry.createdAt = Timestamp(
                milliseconds: Int64((seconds * 1000).rounded()) + 978_307_200_000,
                offsetMinutes: offset
            )
        }
        if entry.createdAt == nil { problems.append("the date is lost") }
    }

    private mutating func readNames(_ row: TableRow) {
        if let key = row.integer(StoreTable.EntryColumn.notebook),
            let name = store.rows.name(key, in: .notebook)
        {
            entry.notebook = name
        } else {
            problems.append("the name of the notebook is lost")
        }
        var lost = 0
        for key in store.rows.tags[row.key] ?? [] {
            if let name = store.rows.name(key, in: .tag) {
                if !entry.tags.contains(name) { entry.tags.append(name) }
            } else {
                lost += 1
            }
        }
        entry.tags.sort()
        if lost > 0 { problems.append("\(lost) \(lost == 1 ? "tag is" : "tags are") lost") }
    }

    private mutating func readAttachment(at place: RecoveredStore.Place) {
        typealias Column = StoreTable.AttachmentColumn
        // An upload that was not finished is not part of the entry.
        guard let row = store.row(at: place, of: .attachment), row.integer(Column.isComplete) == 1
        else { return }
        let id = row.text(Column.uuid).flatMap { EntryID($0) }
        guard !entry.attachments.contains(where: { $0.id == id }) else { return }
        entry.attachments.append(
            TransferAttachment(
                id: id,
                name: row.text(Column.name) ?? "attachment",
                mediaType: row.text(Column.mediaType),
                size: row.integer(Column.size),
                digest: row.text(Column.digest)
            )
        )
        contents.append(store.rows.parts[row.key]?.map(\.place) ?? [])
        if row.isOpened, row.text(Column.name) == nil || row.text(Column.digest) == nil {
            problems.append("the name or the digest of an attachment cannot be decrypted")
        }
    }

    private mutating func readVersions(_ places: [RecoveredStore.Place]) {
        typealias Column = StoreTable.EarlierTextColumn
        var found: [ImportedVersion] = []
        var lost = 0
        for place in places {
            guard let row = store.row(at: place, of: .earlierText),
                row.missingCount == 0, let text = row.text(Column.text)
            else {
                lost += 1
                continue
            }
            let earlier = ImportedVersion(
                text: text,
                replacedAt: row.number(Column.replacedAt).flatMap { Self.timestamp($0) }
            )
            // A row may be on a page that is not in use any more, too.
            if !found.contains(earlier) { found.append(earlier) }
        }
        entry.earlierTexts = found.sorted {
            ($0.replacedAt?.milliseconds ?? 0) < ($1.replacedAt?.milliseconds ?? 0)
        }
        if lost > 0 {
            problems.append("\(lost) earlier \(lost == 1 ? "version is" : "versions are") lost")
        }
    }

    /// Returns the instant that is stored as seconds since 2001.
    private static func timestamp(_ seconds: Double) -> Timestamp? {
        guard seconds.magnitude < 1e12 else { return nil }
        return Timestamp(milliseconds: Int64((seconds * 1000).rounded()) + 978_307_200_000)
    }

    /// Calls `write` with the parts of an attachment's content.
    ///
    /// A part that is lost ends the content: what follows would be in the wrong place.
    ///
    /// - Returns: Whether the content is complete.
    /// - Throws: The errors of `write`.
    package func readContent<Failure>(
        ofAttachment index: Int,
        _ write: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        var position: Int64 = 0
        for place in contents[index] {
            guard let row = store.row(at: place, of: .attachmentPart),
                row.integer(StoreTable.PartColumn.start) == position,
                case .blob(let bytes) = row.values[StoreTable.PartColumn.content]
            else { return false }
            try write(bytes)
            position += Int64(bytes.count)
            guard row.missingCount == 0 else { return false }
        }
        return position == entry.attachments[index].size
    }
}

extension RecoveredStore {
    /// Calls `body` for each entry that can be read, oldest first.
    ///
    /// - Parameters:
    ///   - includesTrash: Whether entries in the trash are included.
    ///   - body: Receives an entry.
    /// - Returns: The number of entries that were found, but could not be read again.
    /// - Throws: The errors of `body`.
    package func forEachEntry<Failure>(
        includesTrash: Bool,
        _ body: (RecoveredEntry) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        var unreadCount = 0
        for key in keys(trashed: includesTrash) {
            if let row = entryRow(key) {
                try body(RecoveredEntry(row, in: self))
            } else {
                unreadCount += 1
            }
        }
        return unreadCount
    }
}
