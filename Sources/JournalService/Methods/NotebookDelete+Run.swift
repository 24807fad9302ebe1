// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension NotebookDelete: WriteStep {
    var isLong: Bool { moveEntriesTo != nil }

    func run(in context: WriteContext) throws -> WriteProgress {
        let notebook = try context.notebook(notebook)
        try notebook.requireNotDefault()
        let target = try moveEntriesTo.map { try context.notebook($0) }
        guard target !== notebook else {
            throw JournalError(
                .notebookInvalid,
                "the entries cannot be moved to the notebook that is deleted"
            )
        }
        let count = try context.models.fetchCount(\.entries, of: notebook)
        guard count == 0 || target != nil else {
            throw JournalError(
                .notebookNotEmpty(entries: count),
                "the notebook \"\(notebook.name)\" contains "
                    + (count == 1 ? "1 entry" : "\(count) entries")
            )
        }
        let move = NotebookMove(notebook: notebook.uuid, target: (target ?? notebook).uuid)
        return try move.run(in: context)
    }
}

/// Moves the entries of one notebook to another one and deletes the first.
///
/// Until the last step both notebooks exist, so that repeating an interrupted move completes it.
private struct NotebookMove: WriteStep {
    let notebook: UUID
    let target: UUID
    var movedCount = 0

    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        let notebook = try Self.notebook(notebook, in: context)
        context.record(StepContent.Obstacle(.notebookDeletion, name: notebook.name))
        let limit = context.stepLength
        // Fetches one entry more than a step changes, to detect the last step.
        let entries = try RelatedEntries.first(limit + 1, of: notebook, in: context.models)
        var next = self
        if !entries.isEmpty {
            let target = try Self.notebook(target, in: context)
            for entry in entries.prefix(limit) {
                let before = context.filterAttributes(of: entry)
                entry.notebook = target
                entry.stamp(context)
                context.noteUpdate(of: entry, before: before)
                next.movedCount += 1
            }
        }
        guard entries.count <= limit else { return .unfinished(next) }
        let (uuid, name) = (notebook.uuid, notebook.name)
        context.models.delete(notebook)
        context.namesChange()
        context.note(CommittedChange(.delete, .notebook, uuid, context.modelRevision, name: name))
        let reply = NotebookDelete.Reply(
            id: uuid.text,
            movedCount: next.movedCount,
            cursor: context.cursor
        )
        return .finished(reply.json)
    }

    /// Returns the notebook of an id, which can be the name of another one.
    private static func notebook(_ id: UUID, in context: WriteContext) throws -> Notebook {
        if let found = try NameLookup.notebook(uuid: id, in: context.models) { return found }
        throw JournalError(.notebookNotFound, "notebook \(id.text) does not exist any more")
    }
}
