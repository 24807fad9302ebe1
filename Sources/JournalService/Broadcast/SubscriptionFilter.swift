// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The filter of a subscription, with its names resolved.
struct SubscriptionFilter: Sendable {
    /// The entries that the subscription reports.
    var selection: EntrySelection
    /// Whether the filter is empty, so that notebooks and tags are reported as well.
    var isEverything: Bool
    /// The part of each entry that is sent.
    var include: Include
}

extension SubscriptionFilter {
    /// Whether a commit renames a notebook or a tag so that a name in the filter refers to another
    /// one.
    ///
    /// Such a rename adds and removes entries that did not change themselves. Creating or deleting
    /// a name needs no such test: it adds or removes entries by changes of their own.
    func isInvalidated(by commit: Commit) -> Bool {
        commit.changes.contains { change in
            guard let former = change.formerKey, let key = change.key, former != key else {
                return false
            }
            return change.kind == .tag
                ? selection.names(tagKey: former) || selection.names(tagKey: key)
                : selection.names(notebookKey: former) || selection.names(notebookKey: key)
        }
    }

    /// Whether a recorded transaction may rename a notebook or a tag of the filter.
    ///
    /// History does not record former names, so every rename invalidates the filter.
    func mayBeInvalidated(by record: HistoryRecord) -> Bool {
        record.changes.lazy.compactMap(RecordedChange.init).contains { change in
            guard change.isRename else { return false }
            return switch change.subject {
            case .tag: !selection.tags.isEmpty
            case .notebook: selection.notebook?.isCalledByName ?? false
            case .entry: false
            }
        }
    }

    /// Returns the changes of commits as the subscription reports them: one item per model, in its
    /// last state, ordered by the last change to each.
    func items(of commits: some Sequence<Commit>) -> [EncodedItem] {
        changes(in: commits).map { $0.last.item($0.operation, include) }
    }

    /// Returns the last change of each model and the net operation of all its changes.
    func changes(
        in commits: some Sequence<Commit>
    ) -> [(operation: ChangeItem.Operation, last: CommittedChange)] {
        var coalesced: [String: CoalescedChange] = [:]
        var order = 0
        for commit in commits {
            for change in commit.changes {
                order += 1
                coalesced[change.id, default: CoalescedChange(change, order: order)]
                    .append(change, order: order)
            }
        }
        return coalesced.values.sorted { $0.order < $1.order }
            .compactMap { change in operation(of: change).map { ($0, change.last) } }
    }

    private func operation(of change: CoalescedChange) -> ChangeItem.Operation? {
        guard change.last.kind == .entry else { return isEverything ? change.operation : nil }
        let wasSelected = change.first.before.map(selection.takes) ?? false
        let isSelected = change.last.after.map(selection.takes) ?? false
        guard wasSelected || isSelected else { return nil }
        return isSelected ? (wasSelected ? .update : .create) : .delete
    }
}
