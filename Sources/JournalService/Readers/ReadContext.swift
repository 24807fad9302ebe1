// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The context of a method that reads: a separate model context and the position in the history.
final class ReadContext {
    let models: ModelContext
    /// The position in the history when the read was requested; the data may be newer.
    let cursor: Cursor
    /// Whether the store is encrypted, so that it has no index of words.
    let isEncrypted: Bool
    /// Whether a notebook that does not exist matches no entry, instead of being an error.
    var allowsUnknownNotebooks = false
    /// The number of damaged entries that the search for words could not read.
    var unreadableTextCount = 0
    /// The statistics of earlier reads; nil if there are none.
    var statistics: StatisticsCache?
    /// Receives the progress of the read; nil if nothing expects it.
    var progress: ReadProgress?

    /// Creates the context of a read; searches the schema for encrypted attributes if `isEncrypted`
    /// is nil.
    init(_ container: ModelContainer, cursor: Cursor, isEncrypted: Bool? = nil) {
        models = ModelContext(container)
        self.cursor = cursor
        self.isEncrypted = isEncrypted ?? JournalContainer.isEncrypted(container)
    }

    /// The identity of the store's history.
    var epoch: String { cursor.epoch }

    /// The number of the last commit in the store, at least the revision of the cursor.
    var lastRevision: Int64 {
        get throws { max(cursor.revision, try models.container.historyBounds().last) }
    }
}

extension ReadContext {
    /// Returns the entry that a reference identifies.
    ///
    /// - Throws: `entryNotFound` or `entryAmbiguous`.
    func entry(_ reference: EntryReference) throws -> Entry {
        guard let lookup = EntryLookup(reference.text) else {
            throw JournalError(.entryNotFound, "entry \(reference) does not exist")
        }
        return try lookup.entry(in: models)
    }

    /// Resolves the names of a filter.
    ///
    /// A tag that does not exist matches no entry yet.
    ///
    /// - Throws: `notebookNotFound`, so that a misspelt notebook does not look like an empty one.
    func selection(_ filter: Filter) throws -> EntrySelection {
        var selection = EntrySelection()
        if let name = filter.notebook {
            if let notebook = try NameLookup.notebook(name, in: models) {
                selection.notebook = EntrySelection.NotebookChoice(notebook, calledBy: name)
            } else if allowsUnknownNotebooks {
                selection.notebook = EntrySelection.NotebookChoice(unknown: name)
            } else {
                throw JournalError(.notebookNotFound, "notebook \"\(name)\" does not exist")
            }
        }
        for name in filter.tags where !selection.names(tagKey: Name.key(of: name)) {
            let tag = try NameLookup.tag(name, in: models)
            let choice = try tag.map { try EntrySelection.TagChoice($0, in: models) }
            selection.tags.append(choice ?? EntrySelection.TagChoice(unknown: name))
        }
        selection.since = filter.since.map(EntrySelection.Bound.init)
        selection.until = filter.until.map(EntrySelection.Bound.init)
        selection.starred = filter.starred
        selection.trashed = filter.trashed ?? false
        return selection
    }
}

extension EntrySelection.Bound {
    /// Creates the bound of a request.
    init(_ bound: DateBound) {
        switch bound {
        case .instant(let instant): self = .instant(Date(milliseconds: instant.milliseconds))
        case .day(let day):
            let start = Date(milliseconds: Int64(day.daysSince1970) * 86_400_000)
            self = .day(day.description, utcStart: start)
        }
    }
}
