// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// Recorded transactions, coalesced into the changes that one subscription reports.
///
/// History records which properties changed, not their previous values. Whether an entry was
/// starred or in the trash is derived exactly, because each change toggles it. Whether it was in
/// the notebook, had the tags or contained the words of the filter is unknown: an entry that was
/// moved or rewritten is reported as created or deleted.
struct RecordedChanges {
    /// All changes of one model.
    private struct Summary {
        var isNew: Bool
        var isDeleted = false
        /// Whether several transactions changed the model, so that it had states between them.
        var isRepeated = false
        var togglesStar = false
        var togglesTrash = false
        /// Whether the star or the trash changed, even if it changed back.
        var hasToggled = false
        var isMoved = false
        var isRewritten = false
        var isDated = false
        var revision: Int64 = 0
        var deletedID: String?
        var order = 0
        let subject: RecordedChange.Subject
    }

    /// A changed object that the store has.
    private enum Present {
        case entry(MarkedEntry)
        case notebook(Notebook)
        case tag(Tag)
    }

    /// The number of models that are read at once: few if their text is sent, because what does not
    /// fit the page is read again.
    private var batchLength: Int { filter.include == .full ? 16 : 128 }

    private let filter: SubscriptionFilter
    /// The states that the subscriber may have beyond the position.
    private let known: KnownStates
    private let matcher: EntryMatcher?
    private let models: ModelContext
    private var summaries: [PersistentIdentifier: Summary] = [:]
    private var order = 0

    init(
        filter: SubscriptionFilter,
        known: KnownStates,
        matcher: EntryMatcher?,
        models: ModelContext
    ) {
        self.filter = filter
        self.known = known
        self.matcher = matcher
        self.models = models
    }

    /// Adds the next transaction.
    mutating func append(_ record: HistoryRecord) {
        for case let recorded? in record.changes.map(RecordedChange.init) {
            order += 1
            let change = recorded.change
            let former = summaries[change.identifier]
            var summary =
                former
                ?? Summary(isNew: change.operation == .insert, subject: recorded.subject)
            if let former, former.revision != record.transaction { summary.isRepeated = true }
            summary.revision = record.transaction
            summary.order = order
            if recorded.togglesStar { summary.togglesStar.toggle() }
            if recorded.togglesTrash { summary.togglesTrash.toggle() }
            if recorded.togglesStar || recorded.togglesTrash { summary.hasToggled = true }
            if recorded.isMove { summary.isMoved = true }
            if recorded.changesText { summary.isRewritten = true }
            if recorded.changesDate { summary.isDated = true }
            if change.operation == .delete {
                summary.isDeleted = true
                summary.deletedID = recorded.deletedID
            }
            summaries[change.identifier] = summary
        }
    }

    /// Returns items that fit one notification: one per model, ordered by the last change to each.
    ///
    /// A model that a later transaction deleted has none: the item of its deletion follows.
    ///
    /// - Parameter start: The number of models on the pages before.
    /// - Returns: The items, and the number of models up to the next page; nil on the last page.
    /// - Throws: The error of the store.
    func page(from start: Int = 0) throws -> (items: [EncodedItem], next: Int?) {
        var rest = summaries.sorted { $0.value.order < $1.value.order }.dropFirst(start)
        var items: [EncodedItem] = []
        var size = 0
        var count = start
        while !rest.isEmpty {
            let batch = rest.prefix(batchLength)
            rest = rest.dropFirst(batch.count)
            let present = try present(batch)
            for (identifier, summary) in batch {
                if let change = try item(present[identifier], summary: summary) {
                    let item = EncodedItem(change)
                    size += item.json.count + 1
                    guard size <= EncodedItem.maximumLength || items.isEmpty else {
                        return (items, count)
                    }
                    items.append(item)
                }
                count += 1
            }
        }
        return (items, nil)
    }

    /// Returns the changed objects that the store has.
    private func present(
        _ batch: ArraySlice<(key: PersistentIdentifier, value: Summary)>
    ) throws -> [PersistentIdentifier: Present] {
        func identifiers(_ subject: RecordedChange.Subject) -> [PersistentIdentifier] {
            batch.filter { !$0.value.isDeleted && $0.value.subject == subject }.map(\.key)
        }
        var found: [PersistentIdentifier: Present] = [:]
        let entries = identifiers(.entry)
        if !entries.isEmpty {
            let entries = try EntrySelection.entries(entries, in: models)
            for marked in try entries.marked(for: filter.include, in: models) {
                found[marked.entry.persistentModelID] = .entry(marked)
            }
        }
        let notebooks = filter.isEverything ? identifiers(.notebook) : []
        if !notebooks.isEmpty {
            for notebook in try NameLookup.notebooks(notebooks, in: models) {
                found[notebook.persistentModelID] = .notebook(notebook)
            }
        }
        let tags = filter.isEverything ? identifiers(.tag) : []
        if !tags.isEmpty {
            for tag in try NameLookup.tags(tags, in: models) {
                found[tag.persistentModelID] = .tag(tag)
            }
        }
        return found
    }

    private func item(_ object: Present?, summary: Summary) throws -> ChangeItem? {
        if summary.isDeleted { return deletedItem(summary) }
        switch object {
        case .entry(let marked): return try item(of: marked, summary: summary)
        case .notebook(let notebook):
            return item(
                .notebook,
                id: notebook.uuid,
                name: notebook.name,
                revision: notebook.revision,
                summary: summary
            )
        case .tag(let tag):
            return item(
                .tag,
                id: tag.uuid,
                name: tag.name,
                revision: tag.revision,
                summary: summary
            )
        case nil: return nil
        }
    }

    /// Whether the client may have a state between the changes, because it may have made some of
    /// them, which is not recorded, or another connection sent it.
    private func mayHaveStates(of summary: Summary) -> Bool {
        filter.ignoredOrigin != nil || known.mayIncludeAny && summary.isRepeated
    }

    private func deletedItem(_ summary: Summary) -> ChangeItem? {
        guard let id = summary.deletedID, summary.subject == .entry || filter.isEverything
        else { return nil }
        guard !summary.isNew || mayHaveStates(of: summary) || known.revisions[id] != nil
        else { return nil }
        let kind: ChangeItem.ObjectKind =
            switch summary.subject {
            case .entry: .entry
            case .notebook: .notebook
            case .tag: .tag
            }
        return ChangeItem(operation: .delete, kind: kind, id: id, revision: summary.revision)
    }

    private func item(
        _ kind: ChangeItem.ObjectKind,
        id uuid: UUID,
        name: String,
        revision: Int,
        summary: Summary
    ) -> ChangeItem? {
        // An entry that is added or removed touches its notebook without changing it.
        guard filter.isEverything, summary.isNew || Int64(revision) >= summary.revision else {
            return nil
        }
        return ChangeItem(
            operation: summary.isNew ? .create : .update,
            kind: kind,
            id: uuid.text,
            revision: Int64(revision),
            name: name
        )
    }

    private func item(of marked: MarkedEntry, summary: Summary) throws -> ChangeItem? {
        let entry = marked.entry
        let selection = filter.selection
        let after = FilterAttributes(of: entry)
        var before = after
        if summary.togglesStar { before.starred.toggle() }
        if summary.togglesTrash { before.isTrashed.toggle() }
        let isSelected = try selection.takes(after) && (matcher?.matches(after) ?? true)
        let depends = selection.dependsOnPlace
        let mayHaveBeenElsewhere =
            summary.isMoved && depends || summary.isRewritten && matcher != nil
            || summary.isDated && selection.hasDateBounds
        let wasSelected =
            try mayHaveBeenElsewhere
            ? !isSelected
            : !summary.isNew && selection.takes(before)
                && (matcher?.matches(before) ?? true)
        let mayBeKnown =
            mayHaveStates(of: summary)
            && (summary.isNew || summary.hasToggled || mayHaveBeenElsewhere)
            || known.revisions[entry.uuid.text] != nil
        guard isSelected || wasSelected && !summary.isNew || mayBeKnown else { return nil }
        return isSelected
            ? ChangeItem(wasSelected ? .update : .create, marked, including: filter.include)
            : ChangeItem(.delete, marked, including: filter.include)
    }
}
