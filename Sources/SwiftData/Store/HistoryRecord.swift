// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// A recorded transaction: what one save changed, without the types of the models.
package struct HistoryRecord: Sendable {
    /// The kind of a change, with the number under which stores keep it.
    package enum Kind: Int64, Sendable {
        /// The model was saved for the first time.
        case insert = 0
        /// Properties of the model changed.
        case update = 1
        /// The model was deleted.
        case delete = 2
    }

    /// A change of one model.
    package struct Change: Sendable {
        /// The kind of the change.
        package let kind: Kind
        /// The identifier of the model.
        package let identifier: PersistentIdentifier
        /// The names of the properties that an update changed.
        package var properties: [String] = []
        /// The values that a deletion preserved, by property name.
        package var tombstone: [String: _ColumnValue] = [:]
        /// The name of the model's entity.
        package var entityName: String { identifier.entityName }
    }

    /// The number of the transaction, greater than those of all before it.
    package let transaction: Int64
    /// The time of the commit.
    package let timestamp: Date
    /// The author of the context that saved.
    package let author: String?
    /// The name and number of the process that saved.
    let process: String
    /// The changes, in order.
    package internal(set) var changes: [Change]
}

/// A transaction to be recorded.
struct HistoryEntry {
    var author: String?
    var changes: [HistoryRecord.Change] = []
}

/// A selection of recorded transactions.
struct HistoryRequest {
    /// Only transactions after this one.
    var after: Int64 = 0
    /// Only transactions up to this one.
    var through: Int64 = .max
    /// At most this many, oldest first; nil for all.
    var limit: Int?
}

/// The part of the history that a store keeps.
struct HistoryBounds: Equatable, Sendable {
    /// The last transaction that was deleted; later ones are kept.
    var deletedThrough: Int64
    /// The last transaction.
    var last: Int64
}
