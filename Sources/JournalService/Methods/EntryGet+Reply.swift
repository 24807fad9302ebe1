// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension EntryGet: ReadMethod {
    func reply(in context: ReadContext) throws -> JSON {
        let entry = try context.entry(id)
        if !allowsUnreadable { try entry.requireReadableText() }
        let record = try entry.marked(in: context.models).record
        return Reply(entry: record, cursor: context.cursor).json
    }
}

extension EntryCount: ReadMethod {
    // The dates of a query can be relative.
    var countedSubject: CountReplies.Subject? { query == nil ? .entries(filter) : nil }

    var searchesTexts: Bool { query != nil }

    func reply(in context: ReadContext) throws -> JSON {
        if let query {
            let count = try SearchRun(query, options: options, filter: filter, in: context).count(
                in: context
            )
            return Reply(count: count, cursor: context.cursor).json
        }
        let count = try context.selection(filter).count(in: context.models)
        return Reply(count: count, cursor: context.cursor).json
    }
}

extension NotebookList: ReadMethod {
    var countedSubject: CountReplies.Subject? { .notebooks }

    func reply(in context: ReadContext) throws -> JSON {
        let notebooks = try context.models.fetch(FetchDescriptor<Notebook>())
            .sorted { $0.key < $1.key }
            .map { try NotebookRecord($0, in: context.models) }
        return Reply(notebooks: notebooks, cursor: context.cursor).json
    }
}

extension TagList: ReadMethod {
    var countedSubject: CountReplies.Subject? { .tags }

    func reply(in context: ReadContext) throws -> JSON {
        let counts = try TaggedEntryCounts(of: context.models)
        let tags = try context.models.fetch(FetchDescriptor<Tag>())
            .sorted { $0.key < $1.key }
            .map { TagRecord($0, entryCount: try counts.count(of: $0)) }
        return Reply(tags: tags, cursor: context.cursor).json
    }
}
