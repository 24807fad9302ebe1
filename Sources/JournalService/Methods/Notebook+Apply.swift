// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension NotebookCreate: WriteMethod {
    func apply(at desk: WriteDesk) throws -> NotebookWritten {
        let name = try Name(name, .notebook)
        guard try NameLookup.notebook(named: name, in: desk.context) == nil else {
            throw JournalError(.notebookExists, "there is a notebook \"\(name.text)\"")
        }
        let notebook = desk.makeNotebook(name)
        return NotebookWritten(
            notebook: NotebookRecord(
                id: notebook.uuid.text,
                name: notebook.name,
                entryCount: 0,
                revision: desk.revision
            ),
            cursor: desk.cursor
        )
    }
}

extension NotebookRename: WriteMethod {
    func apply(at desk: WriteDesk) throws -> NotebookWritten {
        let notebook = try desk.notebook(notebook)
        let name = try Name(name, .notebook)
        if name.key != notebook.key {
            try notebook.requireNotDefault()
            guard try NameLookup.notebook(named: name, in: desk.context) == nil else {
                throw JournalError(.notebookExists, "there is a notebook \"\(name.text)\"")
            }
        }
        if name.text != notebook.name {
            let formerKey = notebook.key
            notebook.name = name.text
            notebook.key = name.key
            notebook.revision = desk.modelRevision
            desk.namesChange()
            desk.note(CommittedChange(.update, notebook, formerKey: formerKey))
        }
        return NotebookWritten(
            notebook: try NotebookRecord(notebook, in: desk.context),
            cursor: desk.cursor
        )
    }
}

extension NotebookDelete: WriteMethod {
    func apply(at desk: WriteDesk) throws -> Reply {
        let notebook = try desk.notebook(notebook)
        try notebook.requireNotDefault()
        let uuid = notebook.uuid
        let entries = notebook.entries
        if !entries.isEmpty { try move(entries, from: notebook, desk) }
        desk.context.delete(notebook)
        desk.namesChange()
        desk.note(
            CommittedChange(.delete, .notebook, uuid, desk.modelRevision, name: nil)
        )
        return Reply(id: uuid.text, movedCount: entries.count, cursor: desk.cursor)
    }

    private func move(_ entries: [Entry], from notebook: Notebook, _ desk: WriteDesk) throws {
        guard let moveEntriesTo else {
            throw JournalError(
                .notebookNotEmpty(entries: entries.count),
                "the notebook has \(entries.count) entries; say where they go with moveEntriesTo"
            )
        }
        let target = try desk.notebook(moveEntriesTo)
        guard target !== notebook else {
            throw JournalError(.notebookInvalid, "the entries cannot stay in the notebook")
        }
        for entry in entries {
            let before = desk.facets(of: entry)
            entry.notebook = target
            entry.stamp(desk)
            desk.note(CommittedChange(.update, entry, before: before))
        }
    }
}

extension Notebook {
    /// Checks that it is not the one that must stay under its name.
    fileprivate func requireNotDefault() throws {
        guard key != NotebookRecord.defaultName else {
            throw JournalError(.notebookInvalid, "the notebook \"\(name)\" must stay")
        }
    }
}
