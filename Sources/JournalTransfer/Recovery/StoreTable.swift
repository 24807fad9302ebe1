// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The tables of a journal's store that can be recovered, with the order of their columns.
enum StoreTable: String, CaseIterable {
    case notebook = "Notebook"
    case entry = "Entry"
    case tag = "Tag"
    case attachment = "Attachment"
    case attachmentPart = "AttachmentPart"
    case earlierText = "EarlierText"
    case entryTags = "Entry_tags"

    /// The columns of `Entry`.
    enum EntryColumn {
        static let uuid = 1
        static let text = 2
        static let createdAt = 3
        static let offset = 4
        static let zone = 5
        static let starred = 8
        static let revision = 9
        static let trashedAt = 10
        static let notebook = 12
    }

    /// The columns of `Attachment`.
    enum AttachmentColumn {
        static let uuid = 1
        static let name = 2
        static let mediaType = 3
        static let size = 4
        static let isComplete = 6
        static let digest = 7
        static let entry = 9
    }

    /// The columns of `AttachmentPart`.
    enum PartColumn {
        static let start = 1
        static let content = 2
        static let attachment = 3
    }

    /// The columns of `EarlierText`.
    enum EarlierTextColumn {
        static let text = 2
        static let replacedAt = 3
        static let entry = 5
    }

    /// The columns that an encrypted store encrypts, with their names.
    var secretColumns: [Int: String] {
        switch self {
        case .entry: [EntryColumn.text: "text"]
        case .earlierText: [EarlierTextColumn.text: "text"]
        case .attachment:
            [
                AttachmentColumn.name: "name", AttachmentColumn.mediaType: "mediaType",
                AttachmentColumn.digest: "digest",
            ]
        case .attachmentPart: [PartColumn.content: "content"]
        case .notebook, .tag, .entryTags: [:]
        }
    }

    /// The column with the name of a notebook or a tag.
    static let nameColumn = 2

    /// The root page of the table in a store that was created with the current schema.
    ///
    /// Used only if the list of tables cannot be read.
    var usualRoot: Int {
        switch self {
        case .notebook: 5
        case .entry: 8
        case .tag: 17
        case .attachment: 20
        case .attachmentPart: 26
        case .earlierText: 28
        case .entryTags: 36
        }
    }

    private enum Kind {
        case key
        case uuid
        case text
        case integer
        case number
        case reference
        case blob
    }

    private var shape: [Kind] {
        switch self {
        case .notebook, .tag: [.key, .uuid, .text, .text, .integer]
        case .entry:
            [
                .key, .uuid, .text, .number, .integer, .text, .text, .number, .integer, .integer,
                .number, .integer, .reference,
            ]
        case .attachment:
            [
                .key, .uuid, .text, .text, .integer, .integer, .integer, .text, .number, .reference,
            ]
        case .attachmentPart: [.key, .integer, .blob, .reference]
        case .earlierText: [.key, .uuid, .text, .number, .integer, .reference]
        case .entryTags: [.key, .integer, .integer]
        }
    }

    /// Returns whether a row has the types of the table's columns, in an encrypted store or not.
    func matches(_ row: TableRow, isEncrypted: Bool = false) -> Bool {
        var shape = shape
        if isEncrypted { for column in secretColumns.keys { shape[column] = .blob } }
        return Self.matches(row, shape: shape)
    }

    /// Returns whether a row is an entry of an encrypted store.
    static func isEncryptedEntry(_ row: TableRow) -> Bool {
        StoreTable.entry.matches(row, isEncrypted: true)
    }

    private static func matches(_ row: TableRow, shape: [Kind]) -> Bool {
        guard row.types.count == shape.count else { return false }
        return zip(row.types, shape).allSatisfy { type, kind in
            let isInteger = (1...6).contains(type) || type == 8 || type == 9
            return switch kind {
            case .key: type == 0
            case .uuid: type == 13 + 2 * 36
            case .text: type >= 13 && type % 2 == 1
            case .integer: isInteger
            case .number: isInteger || type == 7 || type == 0
            case .reference: isInteger || type == 0
            case .blob: type >= 12 && type % 2 == 0
            }
        }
    }
}
