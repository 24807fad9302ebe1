// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The place of a change that cannot be applied yet: the same change has one place.
package struct ParkedSlot: Hashable, Comparable, Sendable {
    /// The row that the change waits for.
    package let awaited: RowID
    /// The subject of the change.
    package let subject: ChangeKey
    /// The hash of the change.
    package let digest: RowKey

    /// Creates a place.
    package init(awaited: RowID, subject: ChangeKey, digest: RowKey) {
        self.awaited = awaited
        self.subject = subject
        self.digest = digest
    }

    /// Creates the place of a change.
    init(_ change: Change, waitingFor row: RowID) {
        var writer = ByteWriter()
        writer.append(change)
        self.init(awaited: row, subject: change.key, digest: StableHash.hash(writer.bytes))
    }

    /// Orders places by the awaited row, then by subject.
    package static func < (left: Self, right: Self) -> Bool {
        if left.awaited != right.awaited { return left.awaited < right.awaited }
        if left.subject != right.subject { return left.subject < right.subject }
        return left.digest < right.digest
    }
}
