// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The filter of a subscription, with its names resolved.
struct SubscriptionFilter: Sendable {
    /// The entries that the subscription reports.
    var selection: EntrySelection
    /// A full-text query that the entries must match, too; nil for none.
    var words: FullTextQuery?
    /// The connection that made the changes to ignore; nil to report all changes.
    var ignoredOrigin: Int?
    /// Whether the filter is empty, so that notebooks and tags are reported as well.
    var isEverything: Bool
    /// The part of each entry that is sent.
    var include: Include
}

extension SubscriptionFilter {
    /// Whether the store may have to be searched for words.
    var searchesTexts: Bool { words != nil || !selection.tests.isEmpty }

    /// Whether the subscription reports entries with the names of their notebooks and tags, but not
    /// the notebooks and tags themselves, so that its entries have outdated names after a rename.
    private var dependsOnNames: Bool { include != .ids && !isEverything }

    /// Whether a commit renames a notebook or a tag so that entries which the subscription reported
    /// have an outdated name, or a name in the filter refers to another notebook or tag.
    ///
    /// Such a rename changes, adds and removes entries that have no change of their own. Creating
    /// or deleting a name needs no such test: it changes the entries.
    func isInvalidated(by commit: Commit) -> Bool {
        commit.changes.contains { change in
            guard let former = change.formerKey, let key = change.key else { return false }
            guard !dependsOnNames else { return true }
            guard former != key else { return false }
            return change.kind == .tag
                ? selection.names(tagKey: former) || selection.names(tagKey: key)
                : selection.names(notebookKey: former) || selection.names(notebookKey: key)
        }
    }

    /// Whether a recorded transaction may invalidate the filter.
    ///
    /// History does not record previous names, so every rename invalidates a filter with names.
    func mayBeInvalidated(by record: HistoryRecord) -> Bool {
        record.changes.lazy.compactMap(RecordedChange.init).contains { change in
            guard !dependsOnNames else { return change.changesName }
            guard change.isRename else { return false }
            return switch change.subject {
            case .tag: selection.namesTags
            case .notebook: selection.namesNotebooks
            case .entry: false
            }
        }
    }

    /// Returns the changes of commits as the subscription reports them: one item per model, in its
    /// last state, ordered by the last change to each.
    ///
    /// `known` is what the subscriber may have beyond the commit before these; `matches` compares
    /// the text of an entry.
    func items(
        of commits: some Sequence<Commit>,
        after known: KnownStates,
        where matches: (FilterAttributes) throws -> Bool
    ) rethrows -> [EncodedItem] {
        try changes(in: commits, after: known, where: matches)
            .map { $0.last.item($0.operation, including: include) }
    }

    /// Returns the changes of commits as reported by a subscription without words.
    func items(
        of commits: some Sequence<Commit>,
        after known: KnownStates = KnownStates()
    ) -> [EncodedItem] {
        items(of: commits, after: known) { _ in true }
    }

    /// Returns the last change of each model and the net operation of all its changes, from the
    /// state on that the subscriber has.
    func changes(
        in commits: some Sequence<Commit>,
        after known: KnownStates = KnownStates(),
        where matches: (FilterAttributes) throws -> Bool
    ) rethrows -> [(operation: ChangeItem.Operation, last: CommittedChange)] {
        var coalesced: [String: CoalescedChange] = [:]
        var order = 0
        for commit in commits {
            let isForeign = ignoredOrigin == nil || commit.origin != ignoredOrigin
            for change in commit.changes {
                order += 1
                if let revision = known.revisions[change.id], change.revision <= revision {
                    continue
                }
                let new = CoalescedChange(
                    change,
                    order: order,
                    keepsStates: ignoredOrigin != nil || known.mayIncludeAny
                )
                coalesced[change.id, default: new]
                    .append(change, order: order, isForeign: isForeign)
            }
        }
        return try coalesced.values.filter(\.isForeign).sorted { $0.order < $1.order }
            .compactMap { change in try operation(of: change, matches).map { ($0, change.last) } }
    }

    /// Whether the filter selects entries by words.
    var comparesTexts: Bool { words != nil || !selection.textTests.isEmpty }

    /// Whether entries must be compared with the words to determine the changes that a subscription
    /// reports.
    ///
    /// Commits outside the other criteria, which are most, need no comparison.
    func needsMatcher(for commits: some Sequence<Commit>) -> Bool {
        comparesTexts
            && commits.contains { commit in
                commit.changes.contains { change in
                    change.before.map(selection.takes) == true
                        || change.after.map(selection.takes) == true
                }
            }
    }

    private func operation(
        of change: CoalescedChange,
        _ matches: (FilterAttributes) throws -> Bool
    ) rethrows -> ChangeItem.Operation? {
        guard change.last.kind == .entry else { return isEverything ? change.operation : nil }
        func selects(_ attributes: FilterAttributes?) throws -> Bool {
            guard let attributes, selection.takes(attributes) else { return false }
            return try matches(attributes)
        }
        if try selects(change.last.after) {
            return try selects(change.first.before) ? .update : .create
        }
        return try change.formerStates.contains(where: selects) ? .delete : nil
    }

    /// Returns the matcher; nil for a filter without words.
    func matcher() throws -> EntryMatcher? {
        comparesTexts ? try EntryMatcher(words: words, tests: selection.textTests) : nil
    }
}

/// The states of models that a subscriber may have beyond its position.
struct KnownStates: Sendable {
    /// The revisions of models that were sent in a newer state, by id.
    var revisions: [String: Int64] = [:]
    /// Whether the subscriber may have any other state, too, because it can have read it with
    /// another request.
    var mayIncludeAny = false
}

/// The changes of one model in a range of commits that a subscription reports together.
///
/// A subscription that ignores the changes of its own connection reports the changes from the first
/// foreign one: its client has made those before it.
struct CoalescedChange {
    /// The changes, from the first that is not ignored; only the first if none is ignored.
    private(set) var changes: [CommittedChange]
    private(set) var last: CommittedChange
    /// Whether the client may have any of the states between the changes, because it made some of
    /// the changes itself.
    private let keepsStates: Bool
    /// The position of the last change in the range.
    private(set) var order: Int
    /// Whether another connection than the subscriber's made one of the changes.
    private(set) var isForeign = false

    /// Begins with the first change of a model, which `append(_:order:isForeign:)` adds.
    init(_ change: CommittedChange, order: Int, keepsStates: Bool) {
        changes = []
        last = change
        self.order = order
        self.keepsStates = keepsStates
    }

    mutating func append(_ change: CommittedChange, order: Int, isForeign: Bool) {
        last = change
        self.order = order
        if isForeign { self.isForeign = true }
        if self.isForeign, keepsStates || changes.isEmpty { changes.append(change) }
    }

    /// The first change that is not ignored.
    var first: CommittedChange { changes.first ?? last }

    /// The states of the entry that the client may have, before the last one.
    var formerStates: [FilterAttributes] {
        let before = first.before.map { [$0] } ?? []
        return keepsStates ? before + changes.dropLast().compactMap(\.after) : before
    }

    /// The net operation of the changes to a notebook or a tag; nil if it was created and deleted
    /// in the range, unless the client may have it.
    var operation: ChangeItem.Operation? {
        let isNew = first.operation == .create
        let isDeleted = last.operation == .delete
        guard !(isNew && isDeleted) || keepsStates else { return nil }
        return isDeleted ? .delete : isNew ? .create : .update
    }
}
