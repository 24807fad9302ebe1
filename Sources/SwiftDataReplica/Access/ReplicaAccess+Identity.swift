// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData
internal import SwiftDataSync

/// The two forms of identities.
extension ReplicaAccess {
    /// Returns the identifiers of rows of one entity, nil for those that the store does not have.
    func identifiers(
        of rows: [RowID],
        in entity: ReplicaSchema.Entity
    ) throws -> [PersistentIdentifier?] {
        if case .attribute(let name) = entity.identity {
            return try context.namedRows.identifiersOfRows(
                of: entity.name,
                where: [name],
                are: rows.map { [$0.key.storedValue] }
            )
        }
        let recorded = try rows.map { try recordedIdentifier(of: $0) }
        let present = try context.namedRows.storedRows(
            recorded.compactMap(\.self),
            reading: entity.identity.names
        )
        let identifiers = Set(present.map(\.identifier))
        return recorded.map { $0.flatMap { identifiers.contains($0) ? $0 : nil } }
    }

    /// Returns the keys of the rows that the store has.
    func identityKeys(
        of identifiers: [PersistentIdentifier],
        in entity: ReplicaSchema.Entity
    ) throws -> [(PersistentIdentifier, RowKey)] {
        let names = entity.identity.names
        let rows = try context.namedRows.storedRows(identifiers, reading: names)
        if case .attribute(let name) = entity.identity {
            return rows.compactMap { row in
                RowKey(row.values[name]).map { (row.identifier, $0) }
            }
        }
        return try rows.map { row in
            if let recorded = try recordedKey(of: row.identifier) {
                return (row.identifier, recorded)
            }
            guard entity.identity == .given else {
                return (row.identifier, try derivedKey(row, names))
            }
            // Recorded at once: the next call would give another one.
            let key = RowKey(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
            try record(key, of: row.identifier)
            return (row.identifier, key)
        }
    }

    /// Returns the key that the values of a row have on all machines.
    private func derivedKey(_ row: NamedRow, _ names: [String]) throws -> RowKey {
        let values = try names.map { name -> SyncValue in
            switch row.values[name] {
            case .columns(let columns): ColumnCoding.syncValue(columns)
            case .reference(let target?): try self.row(target).map { .row($0) } ?? .null
            case .reference(nil), nil: .null
            }
        }
        return SyncValue.list(values).rowKey
    }

    // MARK: Records

    /// Returns the identity that a row had when it was captured or shown.
    func recordedKey(of identifier: PersistentIdentifier) throws -> RowKey? {
        try group.syncRecords.value(for: ReplicaRecord.identityKey(of: identifier))
            .flatMap(ReplicaRecord.rowKey)
    }

    /// Returns the row that had a derived identity when it was captured or shown.
    private func recordedIdentifier(of row: RowID) throws -> PersistentIdentifier? {
        try group.syncRecords.value(for: ReplicaRecord.derivedKey(of: row))
            .map {
                try context.namedRows.identifierOfRow(of: row.entity, key: ReplicaRecord.number($0))
            }
    }

    /// Records the identity of a row.
    func record(_ key: RowKey, of identifier: PersistentIdentifier) throws {
        let records = try group.syncRecords
        try records.set(
            ReplicaRecord.bytes(of: key),
            for: ReplicaRecord.identityKey(of: identifier)
        )
        let row = RowID(entity: identifier.entityName, key: key)
        guard schema.entities[row.entity]?.identity.isRecorded == true else { return }
        try records.set(
            ReplicaRecord.bytes(of: identifier.integerKey ?? 0),
            for: ReplicaRecord.derivedKey(of: row)
        )
    }

    /// Removes the identity of a row that does not exist any more.
    func removeRecord(of identifier: PersistentIdentifier) throws {
        let records = try group.syncRecords
        if schema.entities[identifier.entityName]?.identity.isRecorded == true,
            let key = try recordedKey(of: identifier)
        {
            let row = RowID(entity: identifier.entityName, key: key)
            // Another row may have the same values since.
            if try recordedIdentifier(of: row) == identifier {
                try records.remove(ReplicaRecord.derivedKey(of: row))
            }
        }
        try records.remove(ReplicaRecord.identityKey(of: identifier))
    }
}
