// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The changes of a replica as records.
extension ReplicaState {
    /// The changed rows with their states; nil are those that do not exist any more.
    var changedRows: [RowID: RowState?] {
        var changed: [RowID: RowState?] = [:]
        for (entity, overlay) in rows {
            for (key, state) in overlay.entries {
                changed.updateValue(state, forKey: RowID(entity: entity, key: key))
            }
        }
        return changed
    }

    /// Counts a row as changed.
    mutating func touch(_ row: RowID) {
        guard contains(row) else { return }
        self[row] = self[row]
    }

    /// Counts the rows as changed that refer to a row.
    mutating func touchReferrers(of row: RowID) {
        guard contains(row) else { return }
        touchReferrers(of: row, to: row)
    }

    /// Counts the rows as changed that refer to a row that a store can show from now on, or not any
    /// more: it shows other values of them then.
    mutating func touchReferrers() {
        var missing = Set(redirects.presentKeys)
        for (row, state) in changedRows.sorted(by: { $0.key < $1.key }) {
            let wasPresent = source?.row(row) != nil
            if state == nil, wasPresent { missing.insert(row) }
            if state != nil, !wasPresent { touchReferrers(ofNew: row) }
        }
        for row in missing.sorted() { touchReferrers(of: row, to: resolve(row)) }
    }

    private mutating func touchReferrers(of row: RowID, to target: RowID) {
        for (entity, field) in schema.references(to: row.entity) {
            touch(rows(of: entity, referringTo: target, by: field))
        }
    }

    /// Counts the rows as changed that refer to a row that the store did not have.
    private mutating func touchReferrers(ofNew row: RowID) {
        for (entity, field) in schema.references(to: row.entity) {
            touch(unshownRows(of: entity, referringTo: row, by: field))
        }
    }

    private mutating func touch(_ rows: [RowID]) {
        for row in rows where !hasChanged(row) { touch(row) }
    }

    /// Adds the changes of everything but rows.
    func record(in changes: inout RecordChanges) {
        for (pair, state) in pairs.entries {
            changes.setOrRemove(state.map { state in { $0.append(state) } }) {
                $0.append(pairAtLeft: pair)
            }
            changes.setOrRemove(state.map { _ in { _ in } }) { $0.append(pairAtRight: pair) }
        }
        for case (let row, let death?) in deaths.entries {
            changes.set { writer in
                writer.append(.death)
                writer.append(row)
            } to: {
                $0.append(death)
            }
        }
        for case (let row, let target?) in redirects.entries {
            record(redirect: row, to: target, in: &changes)
        }
        for (slot, change) in parked.entries {
            changes.setOrRemove(change.map { change in { $0.append(change) } }) {
                $0.append(slot: slot)
            }
            changes.setOrRemove(change.map { _ in { _ in } }) { $0.append(slotOfRow: slot) }
        }
    }

    private func record(redirect row: RowID, to target: RowID, in changes: inout RecordChanges) {
        changes.set { writer in
            writer.append(.redirect)
            writer.append(row)
        } to: {
            $0.append(target.key)
        }
        let key = { (target: RowID) in
            { (writer: inout ByteWriter) in
                writer.append(.merged)
                writer.append(target)
                writer.append(row.key)
            }
        }
        if let old = source?.redirect(of: row), old != target { changes.remove(key(old)) }
        changes.set(key(target))
    }

    /// Adds the changes of a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - state: The state; nil if it does not exist any more.
    ///   - old: The present record.
    ///   - shown: What the store shows of the row.
    ///   - changes: The changes, to which the row adds its own.
    func record(
        _ row: RowID,
        _ state: RowState?,
        replacing old: RowRecord?,
        shown: [String: SyncValue]?,
        in changes: inout RecordChanges
    ) {
        let entity = schema.entities[row.entity]
        let new = state.map { state in
            RowRecord(
                state: state,
                shown: shown,
                keeping: entity?.keptFields(of: state, shown: shown) ?? []
            )
        }
        guard new != old else { return }
        changes.setOrRemove(new.map { new in { $0.append(new) } }) { writer in
            writer.append(.row)
            writer.append(row)
        }
        var obsolete: Set<[UInt8]> = []
        for key in old?.listingKeys(of: row, in: entity) ?? [] {
            obsolete.insert(changes.encode(key))
        }
        for key in new?.listingKeys(of: row, in: entity) ?? [] {
            let key = changes.encode(key)
            if obsolete.remove(key) == nil { changes.set(key, to: []) }
        }
        for key in obsolete { changes.set(key, to: nil) }
    }
}

extension SyncEntity {
    /// Returns the fields of a row that are recorded also if the store shows them.
    ///
    /// These are the owner, which is needed after the user deleted the row, and all fields of a
    /// constraint of which one is not shown.
    fileprivate func keptFields(
        of state: RowState,
        shown: [String: SyncValue]?
    ) -> Set<String> {
        guard let shown else { return [] }
        var kept: Set<String> = []
        if let owner = owner?.field { kept.insert(owner) }
        for unique in uniques
        where unique.fields.contains(where: { state.fields[$0]?.value != shown[$0] }) {
            kept.formUnion(unique.fields)
        }
        return kept
    }
}

extension RowRecord {
    /// Returns the keys under which a row is found by values that are not shown.
    fileprivate func listingKeys(
        of row: RowID,
        in entity: SyncEntity?
    ) -> [(inout ByteWriter) -> Void] {
        let values = values
        var keys: [(inout ByteWriter) -> Void] = []
        for (field, value) in values {
            guard let target = value.row else { continue }
            keys.append { writer in
                writer.append(referenceTo: target, from: row.entity, by: field)
                writer.append(row.key)
            }
        }
        for (index, unique) in (entity?.uniques ?? []).enumerated() {
            let isListed = unique.fields.allSatisfy { differences[$0]?.isUnshown == true }
            guard isComplete || isListed,
                let value = unique.key(unique.fields.map { values[$0] ?? .null })
            else { continue }
            keys.append { writer in
                writer.append(unique: value, of: row.entity, at: index)
                writer.append(row.key)
            }
        }
        return keys
    }
}

extension RowRecord.Difference {
    /// Whether the store does not show the value.
    fileprivate var isUnshown: Bool { value != nil || isAbsent }
}

extension RecordChanges {
    mutating func setOrRemove(
        _ value: ((inout ByteWriter) -> Void)?,
        _ key: (inout ByteWriter) -> Void
    ) {
        if let value { set(key, to: value) } else { remove(key) }
    }
}
