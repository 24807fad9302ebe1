// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Converts recorded transactions into the public history types.
struct HistoryDecoder {
    /// The limit on changes per transaction, which makes change numbers unique.
    private static let changesPerTransaction: Int64 = 1 << 24

    private let graph: ResolvedSchema
    private let store: String

    init(_ graph: ResolvedSchema, store: any ContextStore) {
        self.graph = graph
        self.store = store.identifier
    }

    /// Returns a transaction without the changes of entities that the schema no longer includes.
    func transaction(_ row: HistoryRecord) throws -> DefaultHistoryTransaction {
        DefaultHistoryTransaction(
            timestamp: row.timestamp,
            changes: try row.changes.enumerated().compactMap { sequence, change in
                guard let entity = graph.entity(named: change.entityName) else { return nil }
                let number = row.transaction &* Self.changesPerTransaction &+ Int64(sequence)
                let type = entity.modelType(ofSubclass: change.subclass)
                return try self.change(
                    change,
                    number: number,
                    transaction: row.transaction,
                    as: type,
                    in: entity
                )
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
        _ change: HistoryRecord.Change,
        number: Int64,
        transaction: Int64,
        as type: M.Type,
        in entity: EntityDescription
    ) throws -> HistoryChange {
        switch change.operation {
        case .insert:
            return .insert(
                DefaultHistoryInsert<M>(
                    changeIdentifier: number,
                    transactionIdentifier: transaction,
                    changedPersistentIdentifier: change.identifier
                )
            )
        case .update:
            return .update(
                DefaultHistoryUpdate<M>(
                    changeIdentifier: number,
                    transactionIdentifier: transaction,
                    changedPersistentIdentifier: change.identifier,
                    updatedAttributes: change.properties.compactMap { name in
                        entity.property(recordedAs: name).flatMap {
                            // Unchecked: key paths that the model macro writes capture nothing.
                            uncheckedSendable(
                                entity.keyPath(to: $0, in: type) as Any,
                                as: (any PartialKeyPath<M> & Sendable).self
                            )
                        }
                    }
                )
            )
        case .delete:
            return .delete(
                DefaultHistoryDelete<M>(
                    changeIdentifier: number,
                    transactionIdentifier: transaction,
                    changedPersistentIdentifier: change.identifier,
                    tombstone: try TombstoneDecoder(type, entity: entity).tombstone(
                        change.tombstone
                    )
                )
            )
        }
    }
}

extension EntityDescription {
    /// Returns the type of a class with a recorded name, or of the root class if the name is `nil`
    /// or no longer in the schema.
    func modelType(ofSubclass name: String?) -> any PersistentModel.Type {
        guard let name else { return type }
        return classes.first { $0.name == name }?.type ?? type
    }

    /// Returns the key path of a class to a property that it declares or inherits.
    func keyPath<M: PersistentModel>(
        to property: PropertyDescription,
        in type: M.Type
    ) -> PartialKeyPath<M>? {
        if let own = property.access.keyPath as? PartialKeyPath<M> { return own }
        let inherited = M.inheritedProperties.first {
            $0.access.value.keyPath == property.access.keyPath
        }
        return inherited?.keyPath as? PartialKeyPath<M>
    }

    /// Returns the property with a current or previous name.
    func property(recordedAs name: String) -> PropertyDescription? {
        property(named: name) ?? properties.first { $0.originalName == name }
    }
}
