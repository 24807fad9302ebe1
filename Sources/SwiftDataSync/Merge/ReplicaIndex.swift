// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The changed entries of a `ReplicaState` by what the rules look for.
struct ReplicaIndex: Sendable {
    /// The rows of an entity that refer to a row by a field.
    struct Reference: Hashable {
        let target: RowID
        let entity: String
        let field: String
    }

    /// A value of a unique constraint of an entity.
    struct UniqueValue: Hashable {
        let entity: String
        let index: Int
        let value: SyncValue
    }

    private(set) var referrers: [Reference: Set<RowKey>] = [:]
    private(set) var equalRows: [UniqueValue: Set<RowKey>] = [:]
    /// The pairs of a row.
    private(set) var pairs: [RowID: Set<PairID>] = [:]
    /// The rows that were merged into a row.
    var merged: [RowID: Set<RowID>] = [:]
    /// The places of the changes that wait for a row.
    private(set) var awaited: [RowID: Set<ParkedSlot>] = [:]
    /// The places of the parked changes of a row.
    private(set) var parked: [RowID: Set<ParkedSlot>] = [:]

    mutating func update(
        _ row: RowID,
        from old: RowState?,
        to new: RowState?,
        in schema: SyncSchema
    ) {
        for (field, state) in old?.fields ?? [:] {
            guard let target = state.value.row, new?.fields[field]?.value.row != target else {
                continue
            }
            let reference = Reference(target: target, entity: row.entity, field: field)
            referrers.remove(row.key, from: reference)
        }
        for (field, state) in new?.fields ?? [:] {
            guard let target = state.value.row, old?.fields[field]?.value.row != target else {
                continue
            }
            let reference = Reference(target: target, entity: row.entity, field: field)
            referrers[reference, default: []].insert(row.key)
        }
        updateEqualRows(row, from: old, to: new, in: schema)
    }

    private mutating func updateEqualRows(
        _ row: RowID,
        from old: RowState?,
        to new: RowState?,
        in schema: SyncSchema
    ) {
        let uniques = schema.entities[row.entity]?.uniques ?? []
        for (index, unique) in uniques.enumerated() {
            let (before, after) = (old.flatMap(unique.value(of:)), new.flatMap(unique.value(of:)))
            guard before != after else { continue }
            if let before {
                let value = UniqueValue(entity: row.entity, index: index, value: before)
                equalRows.remove(row.key, from: value)
            }
            if let after {
                let value = UniqueValue(entity: row.entity, index: index, value: after)
                equalRows[value, default: []].insert(row.key)
            }
        }
    }

    /// Finds the values of a new schema's constraints.
    mutating func indexEqualRows(
        of rows: [String: Overlay<RowKey, RowState>],
        in schema: SyncSchema
    ) {
        equalRows = [:]
        for (entity, overlay) in rows {
            for case (let key, let state?) in overlay.entries {
                updateEqualRows(RowID(entity: entity, key: key), from: nil, to: state, in: schema)
            }
        }
    }

    mutating func update(_ pair: PairID, isPresent: Bool) {
        for row in [pair.left, pair.right] {
            if isPresent {
                pairs[row, default: []].insert(pair)
            } else {
                pairs.remove(pair, from: row)
            }
        }
    }

    mutating func update(_ slot: ParkedSlot, isPresent: Bool) {
        if isPresent {
            awaited[slot.awaited, default: []].insert(slot)
            parked[slot.subject.row, default: []].insert(slot)
        } else {
            awaited.remove(slot, from: slot.awaited)
            parked.remove(slot, from: slot.subject.row)
        }
    }
}

extension Dictionary {
    /// Removes an element of a set, and the set with its last element.
    fileprivate mutating func remove<Element>(_ element: Element, from key: Key)
    where Value == Set<Element> {
        self[key]?.remove(element)
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}

extension SyncEntity.Unique {
    /// Returns the value of a row to compare; nil if any is allowed.
    func value(of row: RowState) -> SyncValue? {
        key(fields.map { row.fields[$0]?.value ?? .null })
    }
}
