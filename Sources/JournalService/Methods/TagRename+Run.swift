// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension TagRename: WriteStep {
    var isLong: Bool { merge }

    func run(in context: WriteContext) throws -> WriteProgress {
        let old = try context.tag(tag)
        let name = try Name(name, .tag)
        let taken = try NameLookup.tag(name.text, in: context.models)
        guard let taken, taken !== old else {
            return .finished(try rename(old, to: name, in: context).json)
        }
        guard merge else {
            throw JournalError(
                .tagExists,
                "a tag named \"\(taken.name)\" already exists"
            )
        }
        return try TagMergeStep(old: old.uuid, target: taken.uuid).run(in: context)
    }

    private func rename(_ tag: Tag, to name: Name, in context: WriteContext) throws -> Reply {
        if name.text != tag.name {
            let formerKey = tag.key
            context.record(
                StepContent.Renaming(.tag, tag.uuid, from: tag.name, to: name.text)
            )
            tag.name = name.text
            tag.key = name.key
            tag.revision = context.modelRevision
            context.namesChange()
            context.note(CommittedChange(.update, tag, formerKey: formerKey))
        }
        return Reply(tag: try TagRecord(tag, in: context.models), cursor: context.cursor)
    }
}
