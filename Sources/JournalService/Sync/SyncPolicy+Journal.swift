// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import SwiftData
internal import SwiftDataReplica
internal import SwiftDataSync

extension SyncPolicy {
    /// The decisions about the models of the journal.
    static var journal: SyncPolicy {
        let earlierText = Schema.entityName(for: EarlierText.self)
        let kept = SyncEntity.Kept(
            entity: earlierText,
            content: "text",
            owner: "entry",
            time: "replacedAt",
            constants: ["isConflict": .integer(1)]
        )
        // A revision is the number of a commit of this store.
        let revision: [String: StoredValue] = ["revision": .columns([.integer(0)])]
        var policy = SyncPolicy(
            entities: [
                Schema.entityName(for: Entry.self): Entity(
                    guarded: ["text": kept],
                    local: ["revision"],
                    sealed: ["text"],
                    localValues: revision
                ),
                Schema.entityName(for: Notebook.self): Entity(
                    local: ["revision"],
                    localValues: revision
                ),
                Schema.entityName(for: Tag.self): Entity(
                    local: ["revision"],
                    localValues: revision
                ),
                earlierText: Entity(guarded: ["text": nil], sealed: ["text"]),
                Schema.entityName(for: Attachment.self): Entity(
                    guarded: ["digest": nil],
                    sealed: ["name", "mediaType", "digest"]
                ),
                Schema.entityName(for: AttachmentPart.self): Entity(
                    guarded: ["content": nil],
                    sealed: ["content"],
                    identity: ["attachment", "start"]
                ),
            ],
            // What was done here is undone here.
            localEntities: [Schema.entityName(for: StepPart.self)]
        )
        policy.purgeAuthor = WriteContext.purgeAuthor
        return policy
    }
}

extension ShownModels {
    /// Gives the revision of the commit to the models, as a write of a client does, and to the
    /// entries of which versions changed, because an entry is sent with its number of conflicts.
    @Sendable static func assignRevisions(_ context: ModelContext, _ shown: ShownModels) throws {
        let revision = Int(shown.transaction)
        let new = shown.inserted.map { ($0, isNew: true) }
        for (identifier, isNew) in new + shown.updated.map({ ($0, isNew: false) }) {
            switch context.model(for: identifier) {
            case let entry as Entry: entry.revision = revision
            case let notebook as Notebook: notebook.revision = revision
            case let tag as Tag: tag.revision = revision
            // Of a version that is known, only the conflict changes.
            case let earlier as EarlierText where earlier.isConflict || !isNew:
                earlier.entry?.revision = revision
            default: break
            }
        }
        for identifier in shown.related {
            if let entry = context.model(for: identifier) as? Entry { entry.revision = revision }
        }
    }
}
