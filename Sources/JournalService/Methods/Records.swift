// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension UUID {
    /// The form in which identities travel.
    var text: String { uuidString.lowercased() }
}

extension EntryID {
    /// The form in which identities are stored.
    var uuid: UUID {
        let (high, low) = bits
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &uuid) { bytes in
            bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return UUID(uuid: uuid)
    }
}

extension Timestamp {
    /// A stored instant; one outside the calendar, which no client can have sent, becomes 1970.
    init(_ date: Date, offsetMinutes: Int = 0) {
        let exact = Timestamp(milliseconds: date.milliseconds, offsetMinutes: offsetMinutes)
        self = exact ?? Timestamp.epoch
    }
}

extension EntryRecord {
    /// An entry as clients see it, with its whole text.
    init(_ entry: Entry) {
        let createdAt = Timestamp(entry.createdAt, offsetMinutes: entry.offsetMinutes)
        let notebook = entry.notebook
        self.init(
            id: EntryID(entry.uuid.text) ?? .random(),
            text: entry.text,
            createdAt: createdAt,
            zone: entry.zone,
            localDay: Day(entry.localDay) ?? createdAt.day,
            modifiedAt: Timestamp(entry.modifiedAt),
            starred: entry.starred,
            revision: Int64(entry.revision),
            notebook: NotebookReference(
                id: notebook?.uuid.text ?? "",
                name: notebook?.name ?? ""
            ),
            tags: entry.tags.map(\.name).sorted(),
            trashedAt: entry.trashedAt.map { Timestamp($0) }
        )
    }

    /// As much of the entry as was asked for; nil for its id alone.
    func included(_ include: Include) -> EntryRecord? {
        switch include {
        case .ids: nil
        case .summary: summary
        case .full: self
        }
    }
}

extension Entry {
    /// The entry for a reply, as much of it as was asked for.
    func record(_ include: Include) -> EntryRecord? {
        include == .ids ? nil : EntryRecord(self).included(include)
    }

    /// The identity, as it travels.
    var entryID: EntryID { EntryID(uuid.text) ?? .random() }
}

extension NotebookRecord {
    /// A notebook as clients see it.
    init(_ notebook: Notebook, in context: ModelContext) throws {
        self.init(
            id: notebook.uuid.text,
            name: notebook.name,
            entryCount: try Self.entryCount(of: notebook, in: context),
            revision: Int64(notebook.revision)
        )
    }

    private static func entryCount(of notebook: Notebook, in context: ModelContext) throws -> Int {
        // A notebook that was not saved yet has no identifier that the store knows.
        guard !context.insertedModelsArray.contains(where: { $0 === notebook }) else {
            return notebook.entries.count { $0.trashedAt == nil }
        }
        var selection = EntrySelection()
        selection.notebook = EntrySelection.NotebookChoice(notebook, calledBy: notebook.name)
        return try context.fetchCount(FetchDescriptor(predicate: selection.predicate))
    }
}

extension TagRecord {
    /// A tag as clients see it.
    init(_ tag: Tag, in context: ModelContext) throws {
        // As with notebooks, one that was not saved yet is counted in memory.
        let isNew = context.insertedModelsArray.contains { $0 === tag }
        self.init(
            id: tag.uuid.text,
            name: tag.name,
            entryCount: isNew
                ? tag.entries.count { $0.trashedAt == nil }
                : try context.countRelated(
                    to: tag,
                    by: \.entries,
                    where: EntrySelection().predicate
                ),
            revision: Int64(tag.revision)
        )
    }
}
