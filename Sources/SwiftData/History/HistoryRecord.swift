// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// A recorded transaction without model types, for readers that forward changes.
package struct HistoryRecord: Sendable {
    /// The kinds of changes to a model.
    package enum Kind: Sendable {
        /// The insertion of a new model.
        case insert
        /// An update of the model's properties.
        case update
        /// The deletion of the model.
        case delete
    }

    /// A change to one model.
    package struct Change: Sendable {
        /// The kind of the change.
        package let kind: Kind
        /// The identifier of the changed model.
        package let identifier: PersistentIdentifier
        /// The names of the properties that an update changed.
        package let properties: [String]
        /// The preserved values of a deleted model, keyed by property name.
        package let tombstone: [String: _ColumnValue]
        /// The name of the model's entity.
        package var entityName: String { identifier.entityName }
    }

    /// The transaction number; later transactions have greater numbers.
    package let transaction: Int64
    /// The time of the commit.
    package let timestamp: Date
    /// The author of the context that saved the changes.
    package let author: String?
    /// The changes in the order of their execution.
    package let changes: [Change]
}

extension ModelContext {
    /// Returns the transactions of the first store after a transaction number, oldest first.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func historyRows(after transaction: Int64, limit: Int) throws -> [HistoryRecord] {
        guard let store = coordinator.stores.first?.store else { return [] }
        let request = HistoryRequest(after: transaction, limit: limit)
        return try graph.stores.read(store) { try $0.history(request) }.map {
            HistoryRecord($0, in: store.identifier)
        }
    }
}

extension ModelContainer {
    /// Returns the range of transactions that the first store's history contains.
    ///
    /// Transactions after `floor` through `last` are available. A reader whose position precedes
    /// `floor` has missed deleted transactions and must restart from `last`.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func historyBounds() throws -> (floor: Int64, last: Int64) {
        guard let store = coordinator.stores.first?.store else { return (0, 0) }
        let bounds = try store.reader(until: nil).historyBounds()
        return (bounds.deletedThrough, bounds.last)
    }
}

extension HistoryRecord {
    fileprivate init(_ row: HistoryRow, in store: String) {
        transaction = row.transaction
        timestamp = Date(timeIntervalSinceReferenceDate: row.timestamp)
        author = row.author
        changes = row.changes.map { change in
            Change(
                kind: Kind(change.kind),
                identifier: PersistentIdentifier(
                    entityName: change.entity,
                    storeIdentifier: store,
                    key: change.key
                ),
                properties: change.properties,
                tombstone: change.tombstone
            )
        }
    }
}

extension HistoryRecord.Kind {
    fileprivate init(_ kind: HistoryRow.Kind) {
        switch kind {
        case .insert: self = .insert
        case .update: self = .update
        case .delete: self = .delete
        }
    }
}
