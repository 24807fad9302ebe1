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
    /// The references of rows to delete, by which the deletion would reach rows that stay.
    var releases: [RowID: [String: SyncValue]] = [:]
    /// The rows that are not shown as they were merged.
    var unshown: Set<RowID> = []
    /// The fields that do not receive their values.
    var leftOut: [RowID: Set<String>] = [:]
    /// Other unique values for rows that exchange theirs, to be written before.
    var exchanges: [RowID: [String: SyncValue]] = [:]
    /// The values in the store.
    let present: [RowID: [String: SyncValue]]

    let access: ReplicaAccess

    /// Whether no row of the store changes.
    var isEmpty: Bool { insertions.isEmpty && updates.isEmpty && deletions.isEmpty }

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
        for case (let row, let values?) in wanted {
            guard let present = present[row] else { continue }
            updates[row] = values.filter { name, value in
                // A row keeps its class.
                present[name] != value && name != ReplicaSchema.Entity.classField
            }
        }
        try resolveUniqueValues()
        try resolveReferences(wanted)
        releaseTargets()
    }

    // MARK: References

    /// Finds the references that are cleared before the deletion of their rows: the merge has
    /// decided about the rows that they refer to.
    private mutating func releaseTargets() {
        for row in deletions {
            for (name, reference) in access.schema.entities[row.entity]?.references ?? [:]
            where reference.concernsTarget && !reference.isRequired {
                guard let target = present[row]?[name]?.row, !deletions.contains(target) else {
                    continue
                }
                releases[row, default: [:]][name] = .null
            }
        }
    }

    /// Replaces references to rows that the store will not have, also those that it has now.
    private mutating func resolveReferences(_ wanted: [RowID: [String: SyncValue]?]) throws {
        for (row, values) in insertions { insertions[row] = try withTargets(values) }
        for case (let row, let values?) in wanted {
            guard let present = present[row], let entity = access.schema.entities[row.entity] else {
                continue
            }
            let references = values.filter { entity.references[$0.key] != nil }
            for (name, value) in try withTargets(references)
            where leftOut[row]?.contains(name) != true {
                let isMissing = value == .null && entity.references[name]?.isRequired == true
                updates[row]?[name] = isMissing || present[name] == value ? nil : value
            }
            if updates[row]?.isEmpty == true { updates[row] = nil }
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
