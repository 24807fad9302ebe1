// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

extension UndoList: ReadMethod {
    func reply(in context: ReadContext) throws -> JSON {
        let place: StepPlace = undone ? .lastUndone : .lastDone
        let parts = try StepLookup.newest(limit, at: place, in: context.models)
        return Reply(steps: parts.map { StepRecord($0) }, cursor: context.cursor).json
    }
}

extension StepRecord {
    /// Creates the record of a step from its last part.
    init(_ part: StepPart) {
        let limit = Self.maximumIDCount
        let content = (try? StepContent(part.content, limit: limit)) ?? StepContent()
        self.init(
            id: EntryID(part.step),
            client: part.client,
            command: part.command,
            time: Timestamp(part.time),
            revision: Int64(part.revision),
            changeCount: part.total,
            ids: content.changes.reduce(into: []) { ids, change in
                let id = EntryID(change.entry)
                if !ids.contains(id) { ids.append(id) }
            },
            renamings: content.renamings.prefix(limit).map { renaming in
                NameChange(
                    renaming.kind == .notebook ? .notebook : .tag,
                    id: renaming.uuid.text,
                    from: renaming.formerName,
                    to: renaming.name
                )
            },
            obstacle: content.obstacle.map { Obstacle($0) }
        )
    }
}

extension StepRecord.Obstacle {
    /// Describes a change that cannot be undone.
    fileprivate init(_ obstacle: StepContent.Obstacle) {
        let name = obstacle.name
        switch obstacle.kind {
        case .purge:
            let entries = obstacle.count == 1 ? "1 entry was" : "\(obstacle.count) entries were"
            self.init(kind: "purge", message: "\(entries) deleted permanently")
        case .attach: self.init(kind: "attach", message: "a file was attached")
        case .detach: self.init(kind: "detach", message: "a file was removed")
        case .notebookCreation:
            let message = "notebook \(name) was created"
            self.init(kind: "notebook.create", message: message, name: name)
        case .notebookDeletion:
            let message = "notebook \(name) was deleted"
            self.init(kind: "notebook.delete", message: message, name: name)
        case .tagMerge:
            let message = "tag \(name) was merged into \(obstacle.target)"
            self.init(kind: "tag.merge", message: message, name: name)
        case .tagDeletion:
            self.init(kind: "tag.delete", message: "tag \(name) was deleted", name: name)
        }
    }
}
