// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The steps that can still be undone, newest first.
///
/// A reversal gives an entry a new revision with the content of an older one. The steps before it
/// are then expected at the new revision, so that they can be undone in turn. A change that another
/// program made in between keeps its own revision, and is found as a conflict.
package struct UndoHistory: Sendable, Equatable {
    /// The steps, newest first.
    package let steps: [UndoStep]

    /// Reads the records of one store.
    ///
    /// - Parameters:
    ///   - records: The records in any order; the revisions determine their order.
    ///   - epoch: The epoch of the store; records of other stores are ignored.
    /// - Complexity: Linear in the number of changes, apart from sorting the records.
    package init(_ records: [UndoRecord], epoch: String) {
        let own = records.filter { $0.cursor.epoch == epoch }
        var table = UndoTable()
        for record in own.sorted(by: { $0.precedes($1) }) {
            switch record {
            case .step(let step): table.add(step)
            case .undone(let reversal): table.apply(reversal)
            }
        }
        steps = table.steps.reversed()
    }
}

extension UndoRecord {
    /// Returns whether the record is older; a reversal that has written nothing has the position of
    /// the last step.
    fileprivate func precedes(_ other: UndoRecord) -> Bool {
        (cursor.revision, isReversal ? 1 : 0) < (other.cursor.revision, other.isReversal ? 1 : 0)
    }

    private var isReversal: Bool {
        if case .undone = self { true } else { false }
    }
}
