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
    init(_ entry: Entry, including include: Include) {
        let record = include == .ids ? nil : EntryRecord(entry)
        id = entry.uuid.text
        revision = Int64(entry.revision)
        milliseconds = entry.createdAt.milliseconds
        day = record?.localDay.description ?? entry.localDay
        notebook = entry.notebook?.readableName ?? ""
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

// MARK: - Groups

extension ListRow {
    /// Returns the titles of the groups that contain the row; nil stands for no groups.
    ///
    /// - Parameters:
    ///   - grouping: The property by which rows are grouped.
    ///   - tagLimit: The maximum number of groups of tags.
    /// - Returns: The titles.
    func groups(by grouping: ListGrouping, tagLimit: Int = .max) -> [String?] {
        switch grouping {
        case .none: [nil]
        case .day: [day]
        case .notebook: [notebook]
        case .tag: tags.isEmpty ? [""] : Array(tags.prefix(tagLimit))
        }
    }
}

// MARK: - Encoding

extension ListRow {
    /// Returns the JSON text of the row.
    func json(group: String?) -> [UInt8] { object([], group: group, withEntry: true) }

    /// Returns the JSON text of an edit of a list.
    func json(_ edit: ListEdit, group: String?) -> [UInt8] {
        var members: [JSONObject.Member] = []
        func add(_ key: String, _ value: JSON) { members.append(.init(key: key, value: value)) }
        switch edit {
        case .insert(let index):
            add("op", ListItem.Operation.insert.json)
            add("index", index.json)
        case .delete(let index):
            add("op", ListItem.Operation.delete.json)
            add("index", index.json)
            return object(members, group: group, withEntry: false)
        case .move(let from, let index):
            add("op", ListItem.Operation.move.json)
            add("index", index.json)
            add("from", from.json)
        case .update(let index):
            add("op", ListItem.Operation.update.json)
            add("index", index.json)
        }
        return object(members, group: group, withEntry: true)
    }

    private func object(
        _ members: [JSONObject.Member],
        group: String?,
        withEntry: Bool
    ) -> [UInt8] {
        var object = JSONObject(members)
        object.append("id", id)
        object.append("rev", revision)
        object.append("group", group)
        if withEntry, !entry.isEmpty { object.append("entry", JSON.encoded(entry)) }
        if withEntry, isTruncated { object.append("truncated", true) }
        return JSON.object(object).serialized()
    }
}
