// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData
internal import SwiftDataSync

/// The rows that a store shows in the open commit group.
struct ContainerRows: ShownRows {
    let access: ReplicaAccess

    func values(of row: RowID) throws -> [String: SyncValue]? {
        try access.values(of: [row])[row]
    }

    func rows(
        of entity: String,
        referringTo row: RowID,
        by field: String
    ) throws -> [RowKey] {
        // A kept text is a row of an entity that the store does not have.
        guard access.schema.entities[entity] != nil, let target = try access.identifier(of: row)
        else { return [] }
        let found = try access.context.namedRows.identifiersOfRows(
            of: entity,
            referringTo: target,
            by: field
        )
        try access.findKeys(found)
        return try found.compactMap { try access.row($0)?.key }
    }

    func rows(of entity: String, with value: SyncValue, ofUnique index: Int) throws -> [RowKey] {
        try access.occupant(of: value, ofUnique: index, in: entity).map { [$0.key] } ?? []
    }
}

extension ReplicaAccess {
    /// Returns the row that has a value of a unique constraint.
    func occupant(of value: SyncValue, ofUnique index: Int, in name: String) throws -> RowID? {
        guard let entity = schema.entities[name], let values = value.list else { return nil }
        let names = entity.uniques[index]
        guard names.count == values.count else { return nil }
        var stored: [StoredValue] = []
        for (name, value) in zip(names, values) {
            guard let value = try storedValue(value, of: name, in: entity),
                value != .reference(nil)
            else { return nil }
            stored.append(value)
        }
        let found = try context.namedRows.identifiersOfRows(of: name, where: names, are: [stored])
        return try found.first.flatMap { $0 }.flatMap { try row($0) }
    }
}
