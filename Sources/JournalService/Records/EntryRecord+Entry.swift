// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol

extension Timestamp {
    /// Creates a stored instant.
    ///
    /// An instant outside the calendar, which no client can send, becomes 1970-01-01.
    init(_ date: Date, offsetMinutes: Int = 0) {
        let exact = Timestamp(milliseconds: date.milliseconds, offsetMinutes: offsetMinutes)
        self = exact ?? Timestamp.epoch
    }
}

extension EntryRecord {
    /// Creates the record of an entry with its whole text, or without a text that is damaged.
    ///
    /// The tags are loaded unless the caller has read their names.
    init(_ entry: Entry, conflicts: Int, tags: [String]? = nil) {
        let createdAt = Timestamp(entry.createdAt, offsetMinutes: entry.offsetMinutes)
        self.init(
            id: EntryID(entry.uuid),
            text: entry.text,
            createdAt: createdAt,
            zone: entry.zone,
            localDay: Day(entry.localDay) ?? createdAt.day,
            modifiedAt: Timestamp(entry.modifiedAt),
            starred: entry.starred,
            revision: Int64(entry.revision),
            notebook: entry.shownNotebook,
            tags: (tags ?? entry.tags.map(\.readableName)).sorted(),
            attachments: AttachmentRecord.complete(of: entry),
            trashedAt: entry.trashedAt.map { Timestamp($0) },
            conflicts: conflicts,
            isUnreadable: entry.isUnreadable
        )
    }

    /// Returns as much of the entry as `include` requests; nil if only its id is requested.
    func included(_ include: Include) -> EntryRecord? {
        switch include {
        case .ids: nil
        case .summary: summary
        case .full: self
        }
    }
}

extension Entry {
    /// The identity in the form in which it is sent.
    var entryID: EntryID { EntryID(uuid) }

    /// The notebook for readers: the default one for an entry that has none yet.
    ///
    /// An entry that another machine wrote may arrive before its notebook does, or while a notebook
    /// of this machine has the name.
    var shownNotebook: EntryRecord.NotebookReference {
        EntryRecord.NotebookReference(
            id: (notebook?.uuid ?? Notebook.defaultIdentity).text,
            name: notebook?.readableName ?? NotebookRecord.defaultName
        )
    }
}

extension AttachmentRecord {
    /// Creates the record of an attachment.
    init(_ attachment: Attachment) {
        self.init(
            id: attachment.uuid.text,
            name: attachment.name,
            mediaType: attachment.mediaType,
            size: Int64(attachment.size),
            digest: attachment.digest,
            isUnreadable: attachment.isUnreadable
        )
    }

    /// Returns the records of an entry's attachments that are complete, oldest first.
    static func complete(of entry: Entry) -> [AttachmentRecord] {
        let attachments = entry.attachments
        guard !attachments.isEmpty else { return [] }
        return attachments.filter(\.isComplete)
            .sorted { ($0.changedAt, $0.name) < ($1.changedAt, $1.name) }
            .map { AttachmentRecord($0) }
    }
}
