// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntryGet: ReadMethod {
    func find(from desk: ReadDesk) throws -> Reply {
        guard let lookup = EntryLookup(id.text) else {
            throw JournalError(.entryNotFound, "there is no entry \(id)")
        }
        return Reply(entry: EntryRecord(try lookup.entry(in: desk.context)), cursor: desk.cursor)
    }
}

extension EntryCount: ReadMethod {
    static var isLong: Bool { true }

    func find(from desk: ReadDesk) throws -> Reply {
        if let query {
            let count = try SearchRun(query, filter, desk).count(in: desk)
            return Reply(count: count, cursor: desk.cursor)
        }
        let descriptor = FetchDescriptor(predicate: try desk.selection(filter).predicate)
        return Reply(count: try desk.context.fetchCount(descriptor), cursor: desk.cursor)
    }
}

extension NotebookList: ReadMethod {
    static var isLong: Bool { true }

    func find(from desk: ReadDesk) throws -> Reply {
        let notebooks = try desk.context.fetch(FetchDescriptor<Notebook>())
            .sorted { $0.key < $1.key }
            .map { try NotebookRecord($0, in: desk.context) }
        return Reply(notebooks: notebooks, cursor: desk.cursor)
    }
}

extension TagList: ReadMethod {
    static var isLong: Bool { true }

    func find(from desk: ReadDesk) throws -> Reply {
        let tags = try desk.context.fetch(FetchDescriptor<Tag>())
            .sorted { $0.key < $1.key }
            .map { try TagRecord($0, in: desk.context) }
        return Reply(tags: tags, cursor: desk.cursor)
    }
}
