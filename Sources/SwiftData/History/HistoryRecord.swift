// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// A recorded transaction without types, for a reader that passes changes on.
package struct HistoryRecord: Sendable {
    /// What happened to a model.
    package enum Kind: Sendable {
        /// It was saved for the first time.
        case insert
        /// Properties of it changed.
        case update
        /// It was deleted.
        case delete
    }

    /// A change of one model.
    package struct Change: Sendable {
        /// What happened.
        package let kind: Kind
        /// The model.
        package let identifier: PersistentIdentifier
        /// The names of the properties that an update changed.
        package let properties: [String]
        /// The values that a deletion preserved, by property name.
        package let tombstone: [String: _ColumnValue]
        /// The name of the model's entity.
        package var entityName: String { identifier.entityName }
    }

    /// The number of the transaction, greater than those of all before it.
    package let transaction: Int64
    /// When it was committed.
    package let timestamp: Date
    /// The author of the context that saved.
    package let author: String?
    /// What changed, in order.
    package let changes: [Change]
}

extension ModelContext {
    /// The recorded transactions of the first store after one of them, oldest first.
    ///
    /// - Throws: `StoreError` when the store can't be read.
    package func historyRows(after transaction: Int64, limit: Int) throws -> [HistoryRecord] {
        guard let store = coordinator.stores.first?.store else { return [] }
        let request = HistoryRequest(after: transaction, limit: limit)
        return try reader(of: store).history(request).map {
            HistoryRecord($0, in: store.identifier)
        }
    }
}

extension ModelContainer {
    /// The part of the first store's history that is kept.
    ///
    /// Transactions after `floor` up to `last` can be read. A reader that stopped before `floor` missed
    /// something and has to start again from `last`.
    ///
    /// - Throws: `StoreError` when the store can't be read.
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
