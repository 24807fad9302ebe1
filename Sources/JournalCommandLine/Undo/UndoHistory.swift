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
    package private(set) var steps: [UndoStep] = []

    /// Reads the records of one store.
    ///
    /// - Parameters:
    ///   - records: The records in any order; the revisions determine their order.
    ///   - epoch: The epoch of the store; records of other stores are ignored.
    package init(_ records: [UndoRecord], epoch: String) {
        let own = records.filter { $0.cursor.epoch == epoch }
        for record in own.sorted(by: { $0.precedes($1) }) {
            switch record {
            case .step(let step): steps.append(step)
            case .undone(let reversal): apply(reversal)
            }
        }
        steps.reverse()
    }

    private mutating func apply(_ reversal: UndoRecord.Reversal) {
        // A permanent change may have the position of a commit that another process made.
        let index = steps.firstIndex { $0.cursor == reversal.step && $0.obstacle == nil }
        guard let index else { return }
        var former: [EntryID: Int64] = [:]
        var current: [EntryID: Int64] = [:]
        for version in reversal.entries { current[version.id] = version.revision }
        for change in steps[index].entries where current[change.id] != nil {
            former[change.id] = change.formerRevision
        }
        steps[index].entries.removeAll { current[$0.id] != nil }
        if steps[index].entries.isEmpty { steps.remove(at: index) }
        guard !former.isEmpty else { return }
        for step in steps.indices {
            for entry in steps[step].entries.indices {
                let change = steps[step].entries[entry]
                guard let revision = current[change.id], former[change.id] == change.revision
                else { continue }
                steps[step].entries[entry].revision = revision
            }
        }
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
