// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// What a subscription missed, read from the store's history on a reader's thread.
enum CatchUp: Sendable {
    /// What changed up to a commit.
    case changes([EncodedItem], upTo: Int64)
    /// What the subscriber knows is out of date up to a commit, and cannot be told as changes.
    case reset(upTo: Int64)

    /// How many commits are read at once.
    static let pieceLength = 128
    /// How many changes make up for fewer commits, unless one of them alone has more.
    static let maximumChangeCount = 2000

    /// Reads what came after a commit.
    static func read(
        after position: Int64,
        for interest: Subscription.Interest,
        from desk: ReadDesk
    ) throws -> CatchUp {
        let context = desk.context
        let rows = piece(of: try context.historyRows(after: position, limit: pieceLength))
        let bounds = try context.container.historyBounds()
        guard position >= bounds.floor else { return .reset(upTo: bounds.last) }
        guard let last = rows.last else {
            return .changes([], upTo: max(position, desk.cursor.revision))
        }
        if rows.contains(where: interest.mayBeShifted) { return .reset(upTo: last.transaction) }
        var reading = HistoryReading(interest: interest, context: context)
        for row in rows { reading.note(row) }
        return .changes(try reading.items().map(EncodedItem.init), upTo: last.transaction)
    }

    private static func piece(of rows: [HistoryRecord]) -> ArraySlice<HistoryRecord> {
        var count = 0
        let end = rows.firstIndex { row in
            count += row.changes.count
            return count > maximumChangeCount
        }
        return rows.prefix(max(1, end ?? rows.count))
    }
}

extension Subscription.Interest {
    /// Whether a transaction may make a name of the filter mean something else.
    ///
    /// History does not tell which name a thing had, so every rename counts.
    fileprivate func mayBeShifted(by row: HistoryRecord) -> Bool {
        row.changes.contains { change in
            guard change.kind == .update, change.properties.contains("key") else { return false }
            return switch change.entityName {
            case "Tag": !selection.tags.isEmpty
            case "Notebook": selection.notebook?.isCalledByName ?? false
            default: false
            }
        }
    }
}

/// Turns recorded transactions into what one subscription sees.
///
/// History tells what changed, not what was there before. Being starred and being in the trash are
/// worked out exactly, because each change of them turns them round. Whether an entry was in the
/// notebook or had the tags is not known: one that was moved comes as created, or as deleted.
struct HistoryReading {
    private struct Story {
        var isNew: Bool
        var isGone = false
        var turns: Set<String> = []
        var hasMoved = false
        var revision: Int64
        var tombstone: String?
        var order: Int
    }

    let interest: Subscription.Interest
    let context: ModelContext
    private var stories: [PersistentIdentifier: Story] = [:]
    private var order = 0

    init(interest: Subscription.Interest, context: ModelContext) {
        self.interest = interest
        self.context = context
    }

    /// Takes the next transaction.
    mutating func note(_ row: HistoryRecord) {
        for change in row.changes where Self.kinds[change.entityName] != nil {
            order += 1
            var story =
                stories[change.identifier]
                ?? Story(isNew: change.kind == .insert, revision: 0, order: 0)
            story.revision = row.transaction
            story.order = order
            for name in change.properties {
                switch name {
                case "starred", "trashedAt": story.turns.formSymmetricDifference([name])
                case "notebook", "tags": story.hasMoved = true
                default: break
                }
            }
            if change.kind == .delete {
                story.isGone = true
                if case .text(let uuid)? = change.tombstone["uuid"] { story.tombstone = uuid }
            }
            stories[change.identifier] = story
        }
    }

    private static let kinds: [String: ChangeItem.Kind] = [
        "Entry": .entry, "Notebook": .notebook, "Tag": .tag,
    ]

    /// What the subscription is told, in the order of the last changes.
    func items() throws -> [ChangeItem] {
        try stories.sorted { $0.value.order < $1.value.order }
            .compactMap { try item($0.key, $0.value) }
    }

    private func item(_ identifier: PersistentIdentifier, _ story: Story) throws -> ChangeItem? {
        guard let kind = Self.kinds[identifier.entityName] else { return nil }
        if story.isGone { return goneItem(kind, story) }
        switch context.model(for: identifier) {
        case let entry as Entry: return entryItem(entry, story)
        case let notebook as Notebook:
            return plainItem(.notebook, notebook.uuid, notebook.name, notebook.revision, story)
        case let tag as Tag: return plainItem(.tag, tag.uuid, tag.name, tag.revision, story)
        default: return nil
        }
    }

    private func goneItem(_ kind: ChangeItem.Kind, _ story: Story) -> ChangeItem? {
        guard !story.isNew, let id = story.tombstone?.lowercased(),
            kind == .entry || interest.isEverything
        else { return nil }
        return ChangeItem(operation: .delete, kind: kind, id: id, revision: story.revision)
    }

    private func plainItem(
        _ kind: ChangeItem.Kind,
        _ uuid: UUID,
        _ name: String,
        _ revision: Int,
        _ story: Story
    ) -> ChangeItem? {
        // Entries that come and go touch their notebook without changing it.
        guard interest.isEverything, story.isNew || Int64(revision) >= story.revision else {
            return nil
        }
        return ChangeItem(
            operation: story.isNew ? .create : .update,
            kind: kind,
            id: uuid.text,
            revision: Int64(revision),
            name: name
        )
    }

    private func entryItem(_ entry: Entry, _ story: Story) -> ChangeItem? {
        let selection = interest.selection
        let after = FilterAttributes(of: entry)
        var before = after
        if story.turns.contains("starred") { before.starred.toggle() }
        if story.turns.contains("trashedAt") { before.isTrashed.toggle() }
        let isSeen = selection.takes(after)
        let depends = selection.notebook != nil || !selection.tags.isEmpty
        let mayHaveBeenElsewhere = story.hasMoved && depends
        let wasSeen =
            mayHaveBeenElsewhere ? !isSeen : !story.isNew && selection.takes(before)
        guard isSeen || wasSeen && !story.isNew else { return nil }
        return isSeen
            ? ChangeItem(wasSeen ? .update : .create, entry, interest.include)
            : ChangeItem(.delete, entry, .ids)
    }
}
