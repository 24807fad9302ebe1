// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension UUID {
    /// The form in which identities are sent.
    var text: String {
        let (high, low) = halves
        return EntryID.text(high: high, low: low)
    }
}

extension EntryID {
    /// Creates the identity of a stored UUID.
    init(_ uuid: UUID) {
        let (high, low) = uuid.halves
        self.init(high: high, low: low)
    }

    /// The form in which identities are stored.
    var uuid: UUID {
        let (high, low) = bits
        return UUID(high: high, low: low)
    }
}

extension NotebookRecord {
    /// Creates the record of a notebook.
    init(_ notebook: Notebook, in context: ModelContext) throws {
        self.init(
            id: notebook.uuid.text,
            name: notebook.readableName,
            entryCount: try Self.entryCount(of: notebook, in: context),
            revision: Int64(notebook.revision)
        )
    }

    private static func entryCount(of notebook: Notebook, in context: ModelContext) throws -> Int {
        // A notebook that was not saved yet has no identifier in the store.
        guard !context.insertedModelsArray.contains(where: { $0 === notebook }) else {
            return notebook.entries.count { $0.trashedAt == nil }
        }
        var selection = EntrySelection()
        selection.notebook = EntrySelection.NotebookChoice(notebook, calledBy: notebook.name)
        return try context.fetchCount(FetchDescriptor(predicate: selection.predicate))
    }
}

extension TagRecord {
    /// Creates the record of a tag.
    init(_ tag: Tag, in context: ModelContext) throws {
        // As with notebooks, the entries of an unsaved tag are counted in memory.
        let isNew = context.insertedModelsArray.contains { $0 === tag }
        self.init(
            tag,
            entryCount: isNew
                ? tag.entries.count { $0.trashedAt == nil }
                : try TaggedEntryCounts.count(of: tag, in: context)
        )
    }

    /// Creates the record of a tag with a known number of entries.
    init(_ tag: Tag, entryCount: Int) {
        self.init(
            id: tag.uuid.text,
            name: tag.readableName,
            entryCount: entryCount,
            revision: Int64(tag.revision)
        )
    }
}
