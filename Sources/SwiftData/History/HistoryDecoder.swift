// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Converts recorded transactions into the public history types.
struct HistoryDecoder {
    /// The limit on changes per transaction, which makes change numbers unique.
    private static let changesPerTransaction: Int64 = 1 << 24

    private let graph: ResolvedSchema
    private let store: String
    private let tombstones: TombstoneReader

    init(_ graph: ResolvedSchema, store: any ContextStore) {
        self.graph = graph
        self.store = store.identifier
        tombstones = TombstoneReader(store.layout)
    }

    /// Returns a transaction without the changes of entities that the schema no longer includes.
    func transaction(_ row: HistoryRow) throws -> DefaultHistoryTransaction {
        DefaultHistoryTransaction(
            timestamp: Date(timeIntervalSinceReferenceDate: row.timestamp),
            changes: try row.changes.enumerated().compactMap { sequence, change in
                guard let entity = graph.entity(named: change.entity) else { return nil }
                let number = row.transaction &* Self.changesPerTransaction &+ Int64(sequence)
                return try self.change(change, number, row.transaction, entity.type, entity)
            },
            token: DefaultHistoryToken([store: row.transaction]),
            transactionIdentifier: row.transaction,
            storeIdentifier: store,
            bundleIdentifier: row.process.split(separator: " ").dropLast().joined(separator: " "),
            processIdentifier: row.process,
            author: row.author
        )
    }

    private func change<M: PersistentModel>(
        _ change: HistoryRow.Change,
        _ number: Int64,
        _ transaction: Int64,
        _ type: M.Type,
        _ entity: EntityDescription
    ) throws -> HistoryChange {
        let identifier = PersistentIdentifier(
            entityName: entity.name,
            storeIdentifier: store,
            key: change.key
        )
        switch change.kind {
        case .insert:
            return .insert(
                DefaultHistoryInsert<M>(
                    changeIdentifier: number,
                    transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier
                )
            )
        case .update:
            return .update(
                DefaultHistoryUpdate<M>(
                    changeIdentifier: number,
                    transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier,
                    updatedAttributes: change.properties.compactMap { name in
                        entity.property(recordedAs: name)?.access.sendableKeyPath()
                    }
                )
            )
        case .delete:
            return .delete(
                DefaultHistoryDelete<M>(
                    changeIdentifier: number,
                    transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier,
                    tombstone: try tombstones.tombstone(change.tombstone, of: type, entity)
                )
            )
        }
    }
}

extension EntityDescription {
    /// Returns the property with a current or former name.
    func property(recordedAs name: String) -> PropertyDescription? {
        property(named: name) ?? properties.first { $0.originalName == name }
    }
}

extension _PropertyAccess {
    /// Returns the key path as a sendable key path.
    fileprivate func sendableKeyPath<M: PersistentModel>() -> (any PartialKeyPath<M> & Sendable)? {
        guard let keyPath = keyPath as? PartialKeyPath<M> else { return nil }
        // Key paths in the expansion of `@Model` capture nothing, so they are safe to share.
        // `Sendable` is a marker protocol, so a dynamic cast cannot add it.
        return unsafeBitCast(keyPath, to: (any PartialKeyPath<M> & Sendable).self)
    }
}
