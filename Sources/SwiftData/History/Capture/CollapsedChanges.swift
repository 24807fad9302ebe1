// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Collapses successive transactions to one change for each row and pair.
///
/// Rows and pairs that are as before, such as rows that were inserted and deleted, are omitted.
struct CollapsedChanges {
    private struct Row {
        /// Whether the row existed before the first transaction.
        let existed: Bool
        var subclass: String?
        /// Nil if the row does not exist, as before the first transaction.
        var operation: CapturedRow.Operation?
        var updates: [String: Date] = [:]
        var author: String?
    }

    private struct PairIdentity: Hashable {
        let relationship: HistoryRecord.Pair.Relationship
        let left: PersistentIdentifier
        let right: PersistentIdentifier
    }

    private var collapsedRows = InsertionOrderedDictionary<PersistentIdentifier, Row>()
    private var collapsedPairs = InsertionOrderedDictionary<PairIdentity, CapturedPair>()

    var rows: [CapturedRow] {
        collapsedRows.elements.compactMap { identifier, row in
            row.operation.map { operation in
                CapturedRow(
                    identifier: identifier,
                    subclass: row.subclass,
                    operation: operation,
                    updates: row.updates,
                    author: row.author,
                    isReplacement: row.existed && operation.isInsertion
                )
            }
        }
    }

    var pairs: [CapturedPair] { Array(collapsedPairs.values) }

    /// Adds the changes of a later transaction.
    mutating func add(_ record: HistoryRecord) {
        for change in record.changes {
            add(change, at: record.timestamp)
            collapsedRows[change.identifier]?.author = record.author
        }
        for pair in record.pairs { add(pair, at: record.timestamp) }
    }

    private mutating func add(_ change: HistoryRecord.Change, at time: Date) {
        var row =
            collapsedRows[change.identifier]
            ?? Row(existed: change.operation != .insert, operation: nil)
        row.subclass = change.subclass
        switch change.operation {
        case .insert:
            row.operation = .inserted(time)
            row.updates = [:]
        case .update:
            if row.operation == nil { row.operation = .updated }
            for name in change.properties { row.updates[name] = time }
        case .delete:
            row.operation =
                row.existed ? .deleted(time, preserved: change.tombstone) : nil
            row.updates = [:]
        }
        collapsedRows[change.identifier] = row
    }

    private mutating func add(_ pair: HistoryRecord.Pair, at time: Date) {
        let identity = PairIdentity(
            relationship: pair.relationship,
            left: pair.left,
            right: pair.right
        )
        // The changes of a pair alternate.
        if let earlier = collapsedPairs[identity], earlier.pair.isPresent != pair.isPresent {
            collapsedPairs[identity] = nil
        } else {
            collapsedPairs[identity] = CapturedPair(pair: pair, time: time)
        }
    }
}

extension CapturedRow.Operation {
    fileprivate var isInsertion: Bool {
        if case .inserted = self { true } else { false }
    }
}
