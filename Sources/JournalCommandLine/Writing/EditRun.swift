// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

/// The work of `journal edit`.
package struct EditRun {
    /// The id of an entry and its new text, or several ids.
    package var arguments: [String]
    /// The query that selects the entries instead of ids.
    package var query: String?
    /// The maximum number of entries of the query.
    package var limit: Int?
    /// Whether entries that are missing from the text of several are deleted without a question.
    package var deletesMissing = false
    /// The changes of the attributes.
    package var options = ChangeOptions()

    /// Creates an edit of the entries that arguments name.
    package init(arguments: [String]) { self.arguments = arguments }

    /// Changes the entries, and prints their ids.
    package func run(in context: CommandContext) throws(ClientError) {
        if query != nil || ids != nil {
            try changeSeveral(in: context)
        } else if let id = arguments.first {
            try change(id, words: Array(arguments.dropFirst()), in: context)
        }
    }

    private func change(
        _ id: String,
        words: [String],
        in context: CommandContext
    ) throws(ClientError) {
        var change = EntryChange(options, words: words, in: context)
        try change.run(id)
    }

    /// The ids of the command line, if it has several.
    private var ids: [EntryReference]? {
        let words = arguments.last == "-" ? arguments.dropLast() : arguments[...]
        let ids = words.compactMap(EntryReference.init)
        return words.count > 1 && ids.count == words.count ? ids : nil
    }

    private func changeSeveral(in context: CommandContext) throws(ClientError) {
        let source = TextSource(context: context, words: arguments.last == "-" ? ["-"] : [])
        // Standard input is read first: it cannot be read again if an entry does not exist.
        let text = try source.input(exclusively: !options.isEmpty)
        let entries: [EntryRecord]
        do throws(ClientError) {
            entries = try selectedEntries(in: context)
        } catch {
            throw text?.kept(after: error, in: context, for: nil) ?? error
        }
        var editing = try EntriesEditing(context)
        editing.deletesMissing = deletesMissing
        editing.hasTextTags = context.settings.makesTextTags(options.hasTextTags)
        if let text {
            guard options.isEmpty else {
                let error = ClientError(
                    .usage,
                    "options cannot be combined with a text of several entries"
                )
                throw text.kept(after: error, in: context, for: nil)
            }
            try editing.write(text, to: entries)
        } else if !options.isEmpty {
            let (update, problem) = options.change(in: context)
            if let problem { throw problem }
            try editing.apply(update, to: entries)
        } else if entries.count == 1, let entry = entries.first {
            return try change(entry.id.text, words: [], in: context)
        } else {
            try editing.edit(entries)
        }
        context.remindOfDrafts()
    }

    private func selectedEntries(in context: CommandContext) throws(ClientError) -> [EntryRecord] {
        guard let query else {
            var entries: [EntryRecord] = []
            for id in ids ?? [] {
                let entry = try entry(id, in: context)
                if !entries.contains(where: { $0.id == entry.id }) { entries.append(entry) }
            }
            return entries
        }
        let found = try SearchSelection(
            query,
            client: try context.client,
            // The editor shows a limited number of entries; options change all of them.
            limit: limit ?? (options.isEmpty ? Limits.defaultPage : nil),
            include: .full
        )
        let count = found.entries.count == 1 ? "1 entry" : "\(found.entries.count) entries"
        let more = found.isLimited ? ", the first ones; use -n NUMBER for more" : ""
        StandardError.say("journal: \(count)\(more)")
        guard options.isEmpty else { return found.entries }
        var unreadable = UnreadableTexts()
        let entries = found.entries.filter { !unreadable.note($0) }
        unreadable.report()
        return entries
    }

    /// Returns an entry; an argument that looks like an id may have been meant as the text.
    private func entry(
        _ id: EntryReference,
        in context: CommandContext
    ) throws(ClientError) -> EntryRecord {
        do throws(ClientError) {
            // Options also change an entry that has a damaged text.
            let get = EntryGet(id: id, allowsUnreadable: !options.isEmpty)
            return try context.client.call(get).entry
        } catch {
            guard error.cause?.kind == .entryNotFound, ids?.count == 2 else { throw error }
            let first = arguments.first ?? "ID"
            throw error.adding("To make it the text: echo \(id) | journal edit \(first) -")
        }
    }
}
