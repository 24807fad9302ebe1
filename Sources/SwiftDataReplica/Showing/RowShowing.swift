// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData
internal import SwiftDataSync

/// Writes merged rows and pairs to the models of a store.
struct RowShowing {
    let access: ReplicaAccess
    /// The merged state.
    let replica: Replica
    /// Completes the written models, such as values that a program computes.
    let complete: @Sendable (ModelContext, ShownModels) throws -> Void

    /// Writes rows, and the pairs that changed or that a new row has.
    ///
    /// - Parameter rows: The changed rows; nil for those that do not exist any more.
    /// - Returns: What the store shows of the rows.
    /// - Throws: The errors of the store.
    func show(_ rows: some Collection<RowID>) throws -> [RowID: [String: SyncValue]] {
        let plan = try ShowingPlan(wantedValues(of: rows), access: access)
        let pairs = try differingPairs(
            Set(replica.changedPairs + plan.insertions.keys.flatMap(replica.presentPairs)),
            plan
        )
        var unshown = plan.unshown
        if !plan.isEmpty || !pairs.isEmpty {
            try write(plan, pairs: pairs, unshown: &unshown)
        }
        let old = try access.unshownRows()
        try access.setUnshownRows(unshown.union(old.subtracting(rows)), replacing: old)
        guard !plan.isEmpty else { return plan.present }
        // A save has effects beyond the plan, by delete rules.
        access.forgetAll()
        return try access.values(of: rows.filter(replica.contains))
    }

    private func write(
        _ plan: ShowingPlan,
        pairs: [PairID],
        unshown: inout Set<RowID>
    ) throws {
        var inserted: [RowID: PersistentIdentifier] = [:]
        let removed = try access.identifiers(of: plan.deletions)
        if !plan.exchanges.isEmpty {
            try access.group.run { try update(plan.exchanges, unshown: &unshown) }
        }
        try access.group.run {
            inserted = try insert(plan.insertions, unshown: &unshown)
            try update(plan, inserted: inserted, unshown: &unshown)
            try show(pairs)
            try update(plan.releases, unshown: &unshown)
            try access.context.namedRows.deleteRows(removed)
            let models = ShownModels(
                transaction: try access.nextTransaction(),
                inserted: inserted.sorted { $0.key < $1.key }.map(\.value),
                updated: try access.identifiers(of: plan.updates.keys),
                related: try access.identifiers(of: Set(pairs.flatMap { [$0.left, $0.right] }))
            )
            try complete(access.context, models)
        }
        for identifier in removed { try access.removeRecord(of: identifier) }
        for (row, identifier) in inserted { try access.record(row.key, of: identifier) }
    }

    private func wantedValues(
        of rows: some Collection<RowID>
    ) -> [RowID: [String: SyncValue]?] {
        var wanted: [RowID: [String: SyncValue]?] = [:]
        for row in rows {
            guard let entity = access.schema.entities[row.entity] else { continue }
            let values = replica.contains(row) ? replica.values(of: row) : nil
            wanted.updateValue(
                values?.filter { name, _ in entity.hasField(name) },
                forKey: row
            )
        }
        return wanted
    }

    // MARK: Rows

    /// Inserts rows, those that others refer to first.
    private func insert(
        _ rows: [RowID: [String: SyncValue]],
        unshown: inout Set<RowID>
    ) throws -> [RowID: PersistentIdentifier] {
        var inserted: [RowID: PersistentIdentifier] = [:]
        let byEntity = Dictionary(grouping: rows.keys, by: \.entity)
        for name in access.schema.order {
            guard let entity = access.schema.entities[name] else { continue }
            for row in (byEntity[name] ?? []).sorted() {
                guard let identifier = try insert(row, rows[row] ?? [:], into: entity) else {
                    unshown.insert(row)
                    continue
                }
                access.note(identifier, isOf: row)
                inserted[row] = identifier
            }
        }
        return inserted
    }

    /// Inserts a row.
    ///
    /// - Returns: Nil if a model cannot have the values, such as a row of another version of the
    ///   schema or of an unknown class, or one with a required reference to a row that is not here.
    private func insert(
        _ row: RowID,
        _ values: [String: SyncValue],
        into entity: ReplicaSchema.Entity
    ) throws -> PersistentIdentifier? {
        var values = values
        let subclass = values.removeValue(forKey: ReplicaSchema.Entity.classField)?.text
        guard subclass.map(entity.subclasses.contains) ?? true else { return nil }
        var stored = entity.localValues
        if case .attribute(let name) = entity.identity { stored[name] = row.key.storedValue }
        for (name, value) in values {
            guard let value = try access.storedValue(value, of: name, in: entity) else {
                return nil
            }
            if value == .reference(nil), entity.references[name]?.isRequired == true { return nil }
            stored[name] = value
        }
        var identifier: PersistentIdentifier?
        _ = try attempt {
            identifier = try access.context.namedRows.insertRow(
                into: entity.name,
                subclass: subclass,
                values: stored
            )
        }
        return identifier
    }

    private func update(
        _ plan: ShowingPlan,
        inserted: [RowID: PersistentIdentifier],
        unshown: inout Set<RowID>
    ) throws {
        var changes = plan.updates
        // A reference to a row that was inserted later.
        for (row, values) in plan.insertions where inserted[row] != nil {
            changes[row] = values.filter { $0.value.row.map { inserted[$0] != nil } ?? false }
        }
        try update(changes, unshown: &unshown)
    }

    /// Sets values; those that a model cannot have remain as they are.
    private func update(
        _ changes: [RowID: [String: SyncValue]],
        unshown: inout Set<RowID>
    ) throws {
        let changes = changes.sorted { $0.key < $1.key }
        let all = try changes.compactMap { try update(of: $0, to: $1) }
        if try attempt({ try access.context.namedRows.updateRows(all) }) { return }
        for (row, values) in changes {
            guard let update = try update(of: row, to: values) else { continue }
            if try !attempt({ try access.context.namedRows.updateRows([update]) }) {
                unshown.insert(row)
            }
        }
    }

    /// Returns whether models could have the values that an operation sets.
    private func attempt(_ operation: () throws -> Void) throws -> Bool {
        do {
            try operation()
            return true
        } catch let error as SwiftDataError where error == .modelValidationFailure {
            return false
        }
    }

    private func update(
        of row: RowID,
        to values: [String: SyncValue]
    ) throws -> NamedRowUpdate? {
        guard let entity = access.schema.entities[row.entity],
            let identifier = try access.identifier(of: row)
        else { return nil }
        var stored: [String: StoredValue] = [:]
        for (name, value) in values {
            guard let value = try access.storedValue(value, of: name, in: entity) else { continue }
            if value == .reference(nil), entity.references[name]?.isRequired == true { continue }
            stored[name] = value
        }
        return stored.isEmpty ? nil : NamedRowUpdate(identifier, values: stored)
    }

    // MARK: Pairs

    /// Returns the pairs that the store does not have as they were merged, in order.
    private func differingPairs(_ pairs: Set<PairID>, _ plan: ShowingPlan) throws -> [PairID] {
        try access.find(pairs.flatMap { [$0.left, $0.right] })
        var differing: [PairID] = []
        for (name, pairs) in Dictionary(grouping: pairs, by: \.relation) {
            guard let relation = access.schema.relations[name] else { continue }
            let lefts = Array(Set(pairs.map(\.left))).filter { plan.insertions[$0] == nil }
            let identifiers = try lefts.map { try access.identifier(of: $0) }
            let known = identifiers.compactMap(\.self)
            let stored = Dictionary(
                uniqueKeysWithValues: zip(
                    known,
                    try access.context.namedRows.storedPairs(of: relation.name, lefts: known).map(
                        Set.init
                    )
                )
            )
            let rights = Dictionary(uniqueKeysWithValues: zip(lefts, identifiers))
                .compactMapValues { $0.flatMap { stored[$0] } }
            differing += try pairs.filter { pair in
                let right = try access.identifier(of: pair.right)
                let isPresent = right.map { rights[pair.left]?.contains($0) == true } ?? false
                return isPresent != replica.isPresent(pair)
            }
        }
        return differing.sorted()
    }

    private func show(_ pairs: [PairID]) throws {
        try access.find(pairs.flatMap { [$0.left, $0.right] })
        for pair in pairs {
            guard let relation = access.schema.relations[pair.relation],
                pair.left.entity == relation.left, pair.right.entity == relation.right,
                let left = try access.identifier(of: pair.left),
                let right = try access.identifier(of: pair.right)
            else { continue }
            try access.context.namedRows.setPair(
                left,
                right,
                of: relation.name,
                isPresent: replica.isPresent(pair)
            )
        }
    }
}

extension ReplicaAccess {
    /// Returns the number of the history's next transaction.
    func nextTransaction() throws -> Int64 {
        try (group.lastTransaction ?? context.container.historyBounds().last) + 1
    }

    /// Returns the identifiers of the rows that the store has, those that refer to others first.
    func identifiers(of rows: some Collection<RowID>) throws -> [PersistentIdentifier] {
        let byEntity = Dictionary(grouping: rows, by: \.entity)
        return try schema.order.reversed().flatMap { name in
            try (byEntity[name] ?? []).sorted().compactMap { try identifier(of: $0) }
        }
    }
}

/// The models that a step of synchronization wrote, before they are saved.
package struct ShownModels: Sendable {
    /// The number that the history gives to the transaction with their changes.
    package let transaction: Int64
    /// The new models, in no particular order.
    package let inserted: [PersistentIdentifier]
    /// The models with changed values, in no particular order.
    package let updated: [PersistentIdentifier]
    /// The models of the pairs that were added or removed, in no particular order.
    package let related: [PersistentIdentifier]
}
