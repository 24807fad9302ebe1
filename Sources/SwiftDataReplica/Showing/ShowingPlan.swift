// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData
internal import SwiftDataSync

/// The changes of a store that show merged rows, as values.
///
/// A reference to a row that the store does not have has no value. A row does not receive a unique
/// value that another row keeps: it is shown without it, or not at all, until the merge decides.
struct ShowingPlan {
    /// The rows to insert, with the values of all fields.
    var insertions: [RowID: [String: SyncValue]] = [:]
    /// The values that differ.
    var updates: [RowID: [String: SyncValue]] = [:]
    var deletions: Set<RowID> = []
    /// The rows that are not shown as they were merged.
    var unshown: Set<RowID> = []
    /// Other unique values for rows that exchange theirs, to be written before.
    var exchanges: [RowID: [String: SyncValue]] = [:]
    /// The values in the store.
    let present: [RowID: [String: SyncValue]]

    let access: ReplicaAccess

    /// Plans the changes.
    ///
    /// - Parameters:
    ///   - wanted: The merged values of rows; nil for those that do not exist.
    ///   - access: The rows of the store.
    /// - Throws: The errors of the store.
    init(_ wanted: [RowID: [String: SyncValue]?], access: ReplicaAccess) throws {
        self.access = access
        try access.find(wanted.keys)
        present = try access.values(of: wanted.keys)
        for (row, values) in wanted {
            switch (values, present[row]) {
            case (nil, _?): deletions.insert(row)
            case (let values?, nil): insertions[row] = values
            default: break
            }
        }
        try access.find(
            wanted.values.flatMap { $0.map { $0.values.compactMap(\.row) } ?? [] }
        )
        for case (let row, let values?) in wanted where present[row] != nil {
            try planUpdate(of: row, to: values)
        }
        try resolveUniqueValues()
        try removeMissingTargets()
    }

    private mutating func planUpdate(of row: RowID, to values: [String: SyncValue]) throws {
        guard let present = present[row] else { return }
        var changed: [String: SyncValue] = [:]
        for (name, value) in values where present[name] != value {
            changed[name] = value
        }
        if !changed.isEmpty { updates[row] = changed }
    }

    // MARK: References

    /// Removes references to rows that the store will not have.
    private mutating func removeMissingTargets() throws {
        for (row, values) in insertions { insertions[row] = try withTargets(values) }
        for (row, values) in updates {
            let entity = access.schema.entities[row.entity]
            updates[row] = try withTargets(values).filter { name, value in
                if value == .null, entity?.references[name]?.isRequired == true { return false }
                return present[row]?[name] != value
            }
        }
    }

    private func withTargets(_ values: [String: SyncValue]) throws -> [String: SyncValue] {
        try values.mapValues { value in
            guard let target = value.row else { return value }
            if insertions[target] != nil { return value }
            let isHere = try !deletions.contains(target) && access.identifier(of: target) != nil
            return isHere ? value : .null
        }
    }
}
