// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The steps that can still be undone, newest first.
///
/// A reversal gives an entry a new revision with the content of an older one. The steps before it
/// are then expected at the new revision, so that they can be undone in turn. A change that another
/// program made in between keeps its own revision, and is found as a conflict.
package struct UndoHistory: Sendable, Equatable {
    /// The number of further steps among which a record may be out of order: a process can be
    /// suspended between a change and its record.
    private static let disorder = 100

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

    /// Returns whether the newest steps, and the one before them, are those of the whole log, if
    /// the records are those at its end.
    ///
    /// What was changed later, as by a reversal, is in the log after a step. Only earlier parts of
    /// the same step, of which there can be any number, may precede the records.
    package func determines(newest count: Int) -> Bool {
        steps.count - Self.disorder > count
            && steps.prefix(count + 1).allSatisfy { $0.run == nil }
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
