// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntryCreate: WriteMethod {
    func apply(in context: WriteContext) throws -> EntryWritten {
        try EntryRules.check(text: text)
        let moment = try moment(now: context.now)
        let uuid = id?.uuid ?? .random()
        if id != nil, let known = try context.entryBeforeCreation(uuid: uuid) {
            return try repeated(known, in: context)
        }
        let home: Notebook
        do {
            home = try self.home(context)
        } catch {
            // The notebook may have been deleted since the request was first sent.
            guard id != nil, let known = try context.entry(uuid: uuid) else { throw error }
            return try repeated(known, in: context)
        }
        let entry = Entry(
            uuid: uuid,
            text: text,
            moment: moment,
            modifiedAt: context.now,
            starred: starred,
            revision: context.modelRevision,
            notebook: home
        )
        if !tags.isEmpty { entry.tags = try context.tags(tags) }
        context.insert(entry)
        try insertVersions(of: entry, in: context)
        context.record(StepChange(.create, of: uuid, before: 0))
        // No other machine has the entry yet.
        let new = MarkedEntry(entry: entry, conflicts: 0)
        context.note(CommittedChange(.create, new, before: nil))
        return EntryWritten(
            id: id ?? entry.entryID,
            revision: context.revision,
            cursor: context.cursor,
            created: true,
            entry: new.record(include)
        )
    }

    /// Inserts the earlier versions of the text.
    ///
    /// A version without a time was replaced directly after the version before it.
    private func insertVersions(of entry: Entry, in context: WriteContext) throws {
        var last = entry.createdAt
        for record in earlierTexts {
            try EntryRules.check(text: record.text)
            let replacedAt =
                record.replacedAt.map { Date(milliseconds: $0.milliseconds) }
                ?? last.addingTimeInterval(0.001)
            let earlier = EarlierText(text: record.text, replacedAt: replacedAt)
            earlier.entry = entry
            context.models.insert(earlier)
            last = replacedAt
        }
    }

    /// Returns the notebook of the new entry.
    ///
    /// The default one is created if it does not exist.
    private func home(_ context: WriteContext) throws -> Notebook {
        try context.notebook(
            notebook ?? NotebookRecord.defaultName,
            canCreate: createNotebook || notebook == nil
        )
    }

    /// Returns the reply to a retried request, which writes nothing.
    private func repeated(_ entry: Entry, in context: WriteContext) throws -> EntryWritten {
        // Bytes are compared, because strings are equal if they are canonically equivalent.
        guard entry.text.utf8.elementsEqual(text.utf8) else {
            throw ProtocolError(
                .entryExists,
                "another entry has the id \(entry.uuid.text)",
                details: ["current": context.marked(entry).record.json]
            )
        }
        return EntryWritten(
            id: entry.entryID,
            revision: Int64(entry.revision),
            cursor: context.cursor,
            created: false,
            entry: context.record(of: entry, including: include)
        )
    }

    private func moment(now: Date) throws -> ZonedInstant {
        let zone = try zone.map { name throws(JournalError) in try TimeZoneName(name) } ?? .utc
        // The default is the current time in the zone of the client.
        let instant =
            createdAt ?? Timestamp(now, offsetMinutes: zone.offsetMinutes(at: now))
        return ZonedInstant(instant, in: zone.text)
    }
}
