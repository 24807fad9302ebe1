// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// All changes of one model in a range of commits.
struct CoalescedChange {
    let first: CommittedChange
    private(set) var last: CommittedChange
    /// The position of the last change in the range.
    private(set) var order: Int
    /// Whether a connection other than that of the subscription made one of the changes.
    private(set) var isForeign = false

    init(_ change: CommittedChange, order: Int) {
        first = change
        last = change
        self.order = order
    }

    mutating func append(_ change: CommittedChange, order: Int, isForeign: Bool) {
        last = change
        self.order = order
        if isForeign { self.isForeign = true }
    }

    /// The net operation of the changes to a notebook or a tag; nil if it was created and deleted
    /// in the range.
    var operation: ChangeItem.Operation? {
        let isNew = first.operation == .create
        let isDeleted = last.operation == .delete
        guard !(isNew && isDeleted) else { return nil }
        return isDeleted ? .delete : isNew ? .create : .update
    }
}
