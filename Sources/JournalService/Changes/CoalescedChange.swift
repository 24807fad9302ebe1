// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol

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
