// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol

/// An entry of a live list: its place among the others, and its encoded content.
struct ListRow: Sendable, Equatable {
    let id: String
    let revision: Int64
    let milliseconds: Int64
    let day: String
    let notebook: String
    let tags: [String]
    /// The encoded entry; nil if the list does not include it, or if it is too long.
    private(set) var content: RowContent?
    /// Whether the entry was omitted because of its size.
    private(set) var isTruncated = false

    /// Encodes a stored entry; its text is not read if only its id is requested.
    init(_ marked: MarkedEntry, including include: Include) {
        let entry = marked.entry
        let record = include == .ids ? nil : marked.record
        id = entry.uuid.text
        revision = Int64(entry.revision)
        milliseconds = entry.createdAt.milliseconds
        day = record?.localDay.description ?? entry.localDay
        notebook = entry.shownNotebook.name
        tags = record?.tags ?? entry.tags.map(\.readableName).sorted()
        encode(record, including: include)
    }

    /// Encodes an entry, without its content if the row would be too long for a notification.
    init(_ record: EntryRecord, including include: Include) {
        id = record.id.text
        revision = record.revision
        milliseconds = record.createdAt.milliseconds
        day = record.localDay.description
        notebook = record.notebook.name
        tags = record.tags
        encode(record, including: include)
    }

    /// Creates a row without its entry.
    init(withoutContent fingerprint: Fingerprint) {
        id = fingerprint.id
        revision = fingerprint.revision
        milliseconds = fingerprint.milliseconds
        day = fingerprint.day
        notebook = fingerprint.notebook
        tags = fingerprint.tags
        isTruncated = fingerprint.isTruncated
    }

    private mutating func encode(_ record: EntryRecord?, including include: Include) {
        guard let included = record?.included(include) else { return }
        let json = included.serialized()
        let titles = ([notebook] + tags).map { JSON.string($0).serialized().count }
        let frame = Self.maximumFrameLength + (titles.max() ?? 0)
        // With the comma after the row.
        let fits = json.count + frame < EncodedItem.maximumLength
        if fits { content = RowContent(json) } else { isTruncated = true }
    }

    /// An upper bound for the length of a row without its entry and the title of its group.
    static let maximumFrameLength = 192

    /// The row without the content of its entry.
    var truncated: ListRow {
        var row = self
        row.isTruncated = !entry.isEmpty || isTruncated
        row.content = nil
        return row
    }

    /// The JSON text of the entry; empty without content.
    var entry: [UInt8] { content?.bytes ?? [] }

    /// The size of the content in bytes.
    var byteCount: Int { content?.bytes.count ?? 0 }
}
