// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The values that an entry is to have; those that are nil remain.
struct EntryEdit {
    /// The new text; nil if the text stays.
    var text: String?
    var starred: Bool?
    var notebook: Notebook?
    var tags: [Tag]?
    var moment: ZonedInstant?
}

/// The contents of an entry before and after a change that restores one, as the revisions that had
/// them.
struct ContentMove {
    let before: Int
    let after: Int
}

extension WriteContext {
    /// Changes the values of an entry that differ; false if none does.
    @discardableResult
    func apply(_ edit: EntryEdit, to entry: Entry, moving move: ContentMove? = nil) -> Bool {
        let before = filterAttributes(of: entry)
        let former = change(entry, to: edit)
        guard !former.isEmpty else { return false }
        record(
            StepChange(
                .edit,
                of: entry.uuid,
                before: move?.before ?? entry.revision,
                content: move?.after,
                former: former
            )
        )
        entry.stamp(self)
        noteUpdate(of: entry, before: before)
        return true
    }

    /// Moves an entry into the trash.
    func trash(_ entry: Entry, moving move: ContentMove? = nil) {
        set(now, of: entry, action: .trash, moving: move)
    }

    /// Moves an entry out of the trash.
    func restore(_ entry: Entry, moving move: ContentMove? = nil) {
        set(nil, of: entry, action: .restore, moving: move)
    }

    private func set(
        _ trashedAt: Date?,
        of entry: Entry,
        action: StepChange.Action,
        moving move: ContentMove?
    ) {
        let before = filterAttributes(of: entry)
        record(
            StepChange(
                action,
                of: entry.uuid,
                before: move?.before ?? entry.revision,
                content: move?.after
            )
        )
        entry.setTrashTime(trashedAt)
        entry.stamp(self)
        noteUpdate(of: entry, before: before)
    }

    /// Changes the values that differ; returns those that were replaced.
    private func change(_ entry: Entry, to edit: EntryEdit) -> FormerValues {
        var former = FormerValues()
        if let text = edit.text { former.text = replaceText(of: entry, by: text) }
        if let starred = edit.starred, starred != entry.starred {
            former.starred = entry.starred
            entry.starred = starred
        }
        if let target = edit.notebook, target !== entry.notebook {
            former.notebook = entry.notebook?.uuid
            entry.notebook = target
        }
        if let wanted = edit.tags, Set(wanted.map(\.key)) != Set(entry.tags.map(\.key)) {
            former.tags = entry.tags.map { FormerValues.TagName(uuid: $0.uuid, name: $0.name) }
            // In the order of the store, which ignores the order in the request.
            let kept = entry.tags.filter { tag in wanted.contains { $0 === tag } }
            entry.tags = kept + wanted.filter { tag in !kept.contains { $0 === tag } }
        }
        if let moment = edit.moment, moment != entry.moment {
            former.moment = entry.moment
            entry.moment = moment
        }
        return former
    }

    /// Replaces the text and keeps the old text as a version; returns the identity of the version.
    private func replaceText(of entry: Entry, by text: String) -> UUID {
        // Later than the change before it, so that the versions have an order.
        let time = Date(
            milliseconds: max(now.milliseconds, entry.modifiedAt.milliseconds + 1)
        )
        let earlier = EarlierText(text: entry.text, replacedAt: time)
        earlier.entry = entry
        models.insert(earlier)
        entry.text = text
        entry.modifiedAt = time
        return earlier.uuid
    }
}
