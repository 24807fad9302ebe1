// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension NotebookCreate: WriteMethod {
    func apply(in context: WriteContext) throws -> NotebookWritten {
        let name = try Name(name, .notebook)
        guard try NameLookup.notebook(named: name, in: context.models) == nil else {
            throw JournalError(.notebookExists, "a notebook named \"\(name.text)\" already exists")
        }
        let notebook = try context.createNotebook(name)
        context.record(StepContent.Obstacle(.notebookCreation, name: name.text))
        return NotebookWritten(
            notebook: NotebookRecord(
                id: notebook.uuid.text,
                name: notebook.name,
                entryCount: 0,
                revision: context.revision
            ),
            cursor: context.cursor
        )
    }
}

extension NotebookRename: WriteMethod {
    func apply(in context: WriteContext) throws -> NotebookWritten {
        let notebook = try context.notebook(notebook)
        let name = try Name(name, .notebook)
        if name.key != notebook.key {
            try notebook.requireNotDefault()
            guard try NameLookup.notebook(named: name, in: context.models) == nil else {
                throw JournalError(
                    .notebookExists,
                    "a notebook named \"\(name.text)\" already exists"
                )
            }
        }
        if name.text != notebook.name {
            let formerKey = notebook.key
            context.record(
                StepContent.Renaming(.notebook, notebook.uuid, from: notebook.name, to: name.text)
            )
            notebook.name = name.text
            notebook.key = name.key
            notebook.revision = context.modelRevision
            context.namesChange()
            context.note(CommittedChange(.update, notebook, formerKey: formerKey))
        }
        return NotebookWritten(
            notebook: try NotebookRecord(notebook, in: context.models),
            cursor: context.cursor
        )
    }
}

extension Notebook {
    /// Checks that the notebook is not the default one, which keeps its name and cannot be deleted.
    func requireNotDefault() throws {
        guard key != NotebookRecord.defaultName else {
            throw JournalError(
                .notebookInvalid,
                "the default notebook \"\(name)\" cannot be renamed or deleted"
            )
        }
    }
}
