// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// A part of the history, with one change for each row and pair.
package struct CapturePage: Sendable {
    /// The changed rows, in the order of their first changes.
    package let rows: [CapturedRow]
    /// The changed pairs of join tables, in the order of their first changes.
    package let pairs: [CapturedPair]
    /// The position after the page.
    package let end: HistoryCursor
    /// Whether the history has no more transactions.
    package let isLast: Bool
}

/// The changes of a row in a part of the history, as one change.
package struct CapturedRow: Equatable, Sendable {
    /// The operation that the changes amount to.
    package enum Operation: Equatable, Sendable {
        /// The row was inserted, or deleted and inserted again.
        case inserted(Date)
        /// Properties of the row changed.
        case updated
        /// The row was deleted; the deletion preserved some values, by name.
        case deleted(Date, preserved: [String: _ColumnValue])
    }

    /// The identifier of the model.
    package let identifier: PersistentIdentifier
    /// The name of the model's class; nil for the root class of the entity.
    package let subclass: String?
    /// The operation.
    package let operation: Operation
    /// The time at which each property changed last, after an insertion, by name.
    package let updates: [String: Date]
    /// The author of the last change.
    package let author: String?
    /// Whether the row was deleted, and another one inserted with its primary key.
    package let isReplacement: Bool
}

/// The changes of a pair of a join table in a part of the history, as one change.
package struct CapturedPair: Equatable, Sendable {
    /// The pair, and whether its models are related afterwards.
    package let pair: HistoryRecord.Pair
    /// The time of the change.
    package let time: Date
}
