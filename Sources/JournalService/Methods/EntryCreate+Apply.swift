// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol

extension EntryCreate: WriteMethod {
    func apply(at desk: WriteDesk) throws -> EntryWritten {
        try EntryRules.check(text: text)
        let moment = try moment(now: desk.now)
        let uuid = id?.uuid ?? UUID()
        if desk.isCareful, let known = try desk.entry(uuid: uuid) {
            return try repeated(known, desk)
        }
        let home: Notebook
        do {
            home = try self.home(desk)
        } catch {
            // It may have gone since this was sent first; what was written then is still there.
            guard id != nil, let known = try desk.entry(uuid: uuid) else { throw error }
            return try repeated(known, desk)
        }
        let entry = Entry(
            uuid: uuid,
            text: text,
            moment: moment,
            modifiedAt: desk.now,
            starred: starred,
            revision: desk.modelRevision,
            notebook: home
        )
        if !tags.isEmpty { entry.tags = try desk.tags(tags) }
        desk.insert(entry)
        desk.note(CommittedChange(.create, entry, before: nil))
        return EntryWritten(
            id: id ?? entry.entryID,
            revision: desk.revision,
            cursor: desk.cursor,
            created: true,
            entry: entry.record(include)
        )
    }

    /// The notebook to put it into; the default one may always be made, as it is promised to be there.
    private func home(_ desk: WriteDesk) throws -> Notebook {
        try desk.notebook(
            notebook ?? NotebookRecord.defaultName,
            orMake: createNotebook || notebook == nil
        )
    }

    /// Answers a request that was sent before, so that a retry writes nothing twice.
    private func repeated(_ entry: Entry, _ desk: WriteDesk) throws -> EntryWritten {
        // By the bytes: an accent written another way is another text.
        guard entry.text.utf8.elementsEqual(text.utf8) else {
            throw ProtocolError(
                .entryExists,
                "another entry has the id \(entry.uuid.text)",
                details: ["current": EntryRecord(entry).json]
            )
        }
        return EntryWritten(
            id: entry.entryID,
            revision: Int64(entry.revision),
            cursor: desk.cursor,
            created: false,
            entry: entry.record(include)
        )
    }

    private func moment(now: Date) throws -> ZonedInstant {
        let zone = zone ?? "UTC"
        try EntryRules.check(zone: zone)
        let instant = createdAt ?? Timestamp(now)
        return ZonedInstant(
            milliseconds: instant.milliseconds,
            offsetMinutes: instant.offsetMinutes,
            zone: zone,
            localDay: instant.day.description
        )
    }
}
