// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// One save in a custom store: turns the changes of a transaction into snapshots.
struct DataStoreSave<Store: DataStore> {
    /// A row of the store and the changes of its relationships without a column.
    private struct Changed {
        var row: StoredRow
        var added: [Int: [Int64]] = [:]
        var removed: [Int: Set<Int64>] = [:]
        var arrangements: [Int: Arrangement] = [:]
    }

    private struct RowIdentifier: Hashable {
        let entity: Int
        let key: Int64
    }

    private let connection: DataStoreConnection<Store>
    private var changes: RowChanges
    private let client: StoreClient
    /// The rows before the save, with the writes of the transaction once these are applied.
    private var rows: [RowIdentifier: Changed] = [:]
    private var inserted: [RowIdentifier] = []
    private var updated = InsertionOrderedDictionary<RowIdentifier, Bool>()
    private var deleted: [RowIdentifier] = []
    private var temporaryIdentifiers: [RowIdentifier: PersistentIdentifier] = [:]

    init(
        _ connection: DataStoreConnection<Store>,
        changes: RowChanges,
        for client: StoreClient
    ) {
        self.connection = connection
        self.changes = changes
        self.client = client
    }

    private var layout: SchemaLayout { connection.layout }

    /// Passes the changes to the store, and assigns its identifiers to the inserted rows.
    ///
    /// - Returns: The rows that the store changed itself.
    /// - Throws: The errors of the store, and `StoreError` if it returns no identifier for a row.
    mutating func run() throws -> CommitReceipt {
        changes = try ReferentialActions(connection, client: client).applied(to: changes)
        try loadChangedRows()
        var links: [Link] = []
        for table in layout.tables { links += applyChanges(of: table) }
        for (table, pairs) in changes.pairs { links += self.links(of: pairs, in: table) }
        links += linksOfDeletedRows()
        let arranged = changes.arrangements.map { arrangement in
            RowIdentifier(entity: arrangement.entity.index, key: arrangement.owner)
        }
        try loadMissing(links.map(\.owner) + arranged)
        for link in links { apply(link) }
        for (owner, arrangement) in zip(arranged, changes.arrangements) {
            rows[owner]?.arrangements[arrangement.property.index] = arrangement
            if rows[owner] != nil, temporaryIdentifiers[owner] == nil { updated[owner] = true }
        }
        let deletedRows = Set(deleted)
        let request = DataStoreSaveChangesRequest(
            inserted: try inserted.map(snapshot),
            updated: try updated.keys.filter { !deletedRows.contains($0) }.map(snapshot),
            deleted: try deleted.map(snapshot),
            editingState: client.editingState
        )
        let result = try connection.call { try $0.save(request) }
        return receipt(of: result, merged: try assignIdentifiers(result))
    }

    // MARK: Rows

    /// Loads the saved rows that the transaction updates or deletes.
    private mutating func loadChangedRows() throws {
        for (entity, changes) in changes.rows {
            let keys = changes.elements.compactMap { key, change -> Int64? in
                if case .insert = change { nil } else { key }
            }
            try load(keys, of: layout.tables[entity].entity)
        }
    }

    private mutating func load(_ keys: [Int64], of entity: EntityDescription) throws {
        guard !keys.isEmpty else { return }
        for row in try connection.rows(keys, of: entity, for: client) {
            rows[RowIdentifier(entity: entity.index, key: row.key)] = Changed(row: row)
        }
    }

    /// Applies the changes of the rows of a table; returns the changed ends of relationships.
    private mutating func applyChanges(of table: TableLayout) -> [Link] {
        let entity = table.entity.index
        guard let changes = changes.rows[entity] else { return [] }
        let references = table.entity.invertedForeignKeys
        var links: [Link] = []
        for (key, change) in changes.elements {
            let identifier = RowIdentifier(entity: entity, key: key)
            let old = rows[identifier]?.row
            switch change {
            case .insert(let values):
                rows[identifier] = Changed(row: StoredRow(key, values: values))
                inserted.append(identifier)
                temporaryIdentifiers[identifier] =
                    client.temporaryIdentifier?(table.entity, key)
                    ?? PersistentIdentifier(temporaryFor: table.name)
            case .update(let values, let properties):
                // A row that another process deleted stays deleted.
                guard old != nil else { continue }
                rows[identifier]?.row.set(values, of: properties, in: table)
                updated[identifier] = true
            case .delete:
                guard old != nil else { continue }
                deleted.append(identifier)
            }
            for property in references {
                let before = old?.reference(property, in: table)
                var after: Int64?
                if case .delete = change {
                } else {
                    after = rows[identifier]?.row.reference(property, in: table)
                }
                guard before != after else { continue }
                links += Link.links(of: property, from: before, to: after, at: key)
            }
        }
        return links
    }

    // MARK: Relationships

    /// A changed relationship without a column: a row that was added or removed.
    private struct Link {
        let owner: RowIdentifier
        let property: Int
        let target: Int64
        let isAdded: Bool

        /// Returns the changes at the other end of a foreign key.
        static func links(
            of property: PropertyDescription,
            from before: Int64?,
            to after: Int64?,
            at key: Int64
        ) -> [Link] {
            guard let destination = property.destination, let inverse = property.inverse else {
                return []
            }
            return [(before, false), (after, true)].compactMap { owner, isAdded in
                owner.map { owner in
                    Link(
                        owner: RowIdentifier(entity: destination.index, key: owner),
                        property: inverse,
                        target: key,
                        isAdded: isAdded
                    )
                }
            }
        }
    }

    /// Returns the changes at both ends of the pairs of a join table.
    private func links(of pairs: RowChanges.Pairs, in table: Int) -> [Link] {
        let deleted = Set(deleted)
        let join = layout.joinTables[table]
        let right = layout.tables[join.left.entity].entity.properties[join.left.property]
            .destination?.index
        let added = pairs.added.keys.filter { pair in
            !deleted.contains(RowIdentifier(entity: join.left.entity, key: pair.left))
                && !deleted.contains(RowIdentifier(entity: right ?? -1, key: pair.right))
        }
        return pairs.removed.flatMap { links(of: $0, in: table, isAdded: false) }
            + added.flatMap { links(of: $0, in: table, isAdded: true) }
    }

    private func links(of pair: PendingRows.Pair, in table: Int, isAdded: Bool) -> [Link] {
        let left = layout.joinTables[table].left
        let property = layout.tables[left.entity].entity.properties[left.property]
        var links = [
            Link(
                owner: RowIdentifier(entity: left.entity, key: pair.left),
                property: left.property,
                target: pair.right,
                isAdded: isAdded
            )
        ]
        if let destination = property.destination, let inverse = property.inverse {
            links.append(
                Link(
                    owner: RowIdentifier(entity: destination.index, key: pair.right),
                    property: inverse,
                    target: pair.left,
                    isAdded: isAdded
                )
            )
        }
        return links
    }

    /// Returns the removal of deleted rows from to-many relationships at the other end.
    private func linksOfDeletedRows() -> [Link] {
        deleted.flatMap { identifier in
            let table = layout.tables[identifier.entity]
            return table.places.enumerated().flatMap { index, place -> [Link] in
                guard case .joinTable(let join, let isLeft)? = place else { return [] }
                return (rows[identifier]?.row.related[index] ?? []).flatMap { other in
                    let pair =
                        isLeft
                        ? PendingRows.Pair(left: identifier.key, right: other)
                        : PendingRows.Pair(left: other, right: identifier.key)
                    return links(of: pair, in: join, isAdded: false)
                }
            }
        }
    }

    /// Loads the rows with relationships that change from the other end.
    private mutating func loadMissing(_ owners: [RowIdentifier]) throws {
        var missing: [Int: Set<Int64>] = [:]
        for owner in owners where rows[owner] == nil {
            missing[owner.entity, default: []].insert(owner.key)
        }
        for (entity, keys) in missing {
            try load(Array(keys), of: layout.tables[entity].entity)
        }
    }

    private mutating func apply(_ link: Link) {
        guard rows[link.owner] != nil else { return }
        if link.isAdded {
            rows[link.owner]?.added[link.property, default: []].append(link.target)
        } else {
            rows[link.owner]?.removed[link.property, default: []].insert(link.target)
        }
        if temporaryIdentifiers[link.owner] == nil { updated[link.owner] = true }
    }

    // MARK: Snapshots

    private func snapshot(_ identifier: RowIdentifier) throws -> Store.Snapshot {
        let table = layout.tables[identifier.entity]
        var content = SnapshotContent(table.entity, in: connection.schema)
        guard let changed = rows[identifier] else {
            throw StoreError(.failed, "\(table.name) \(identifier.key) does not exist")
        }
        content.values = changed.row.values
        for index in table.entity.relationshipIndexes {
            let property = table.entity.properties[index]
            guard let destination = property.destination else { continue }
            let keys: [Int64]
            if let column = table.positions(of: index).first {
                content.values[column] = .null
                keys = changed.row.reference(property, in: table).map { [$0] } ?? []
            } else {
                let removed = changed.removed[index] ?? []
                let kept = (changed.row.related[index] ?? []).filter { !removed.contains($0) }
                let known = Set(kept)
                let all = kept + (changed.added[index] ?? []).filter { !known.contains($0) }
                let ordered = changed.arrangements[index]?.applied(to: all) ?? all
                keys = property.isToMany ? ordered : ordered.suffix(1)
            }
            content.related[index] = keys.map {
                self.identifier(of: RowIdentifier(entity: destination.index, key: $0))
            }
        }
        var related: [PersistentIdentifier: any BackingData] = [:]
        let data = content.modelClass.makeBackingData(
            content,
            identifier: self.identifier(of: identifier)
        )
        return Store.Snapshot(from: data, relatedBackingDatas: &related)
    }

    private func identifier(of row: RowIdentifier) -> PersistentIdentifier {
        temporaryIdentifiers[row]
            ?? connection.identity.identifier(of: row.key, in: layout.tables[row.entity].name)
    }

    // MARK: Result

    /// Assigns the identifiers that the store returned for inserted rows.
    ///
    /// - Returns: The rows with the identifier of another row, which the store updated instead.
    /// - Throws: `StoreError` if an identifier is missing or is not one of the store, before any is
    ///   assigned.
    private func assignIdentifiers(
        _ result: DataStoreSaveChangesResult<Store.Snapshot>
    ) throws -> [Int: [CommitReceipt.MergedRow]] {
        let permanent = try inserted.map { row in
            let name = layout.tables[row.entity].name
            guard let temporary = temporaryIdentifiers[row],
                let identifier = result.remappedIdentifiers[temporary], !identifier.isTemporary
            else {
                throw StoreError(
                    .failed,
                    "the store '\(result.storeIdentifier)' saved a new \(name) and returned no "
                        + "permanent identifier; it must remap the identifiers of all inserted "
                        + "snapshots"
                )
            }
            try connection.check(identifier, of: name)
            return identifier
        }
        var merged: [Int: [CommitReceipt.MergedRow]] = [:]
        for (row, identifier) in zip(inserted, permanent) {
            if let key = connection.identity.assignedKey(of: identifier) {
                merged[row.entity, default: []].append(.init(ownKey: row.key, key: key))
            } else {
                connection.identity.assign(identifier, to: row.key)
            }
        }
        return merged
    }

    private func receipt(
        of result: DataStoreSaveChangesResult<Store.Snapshot>,
        merged: [Int: [CommitReceipt.MergedRow]]
    ) -> CommitReceipt {
        var receipt = CommitReceipt()
        receipt.mergedRows = merged
        receipt.historyToken = result.historyToken
        for identifier in result.snapshotsToReregister.keys {
            let permanent = result.remappedIdentifiers[identifier] ?? identifier
            guard let entity = connection.schema.schema.entity(ofClass: permanent.entityName),
                let key = connection.identity.key(of: permanent, in: entity.name)
            else { continue }
            receipt.refreshedKeys[entity.index, default: []].append(key)
        }
        return receipt
    }
}
