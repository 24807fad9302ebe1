// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Notes for the next repair, made when they arise, so that no repair visits all rows.
///
/// Of two rows with one unique value, the one that received it later is noted. A reference without
/// a row is noted when it is written, or when its row disappears. A row to which only one may refer
/// is noted when a reference to it is written, or when another row is merged into it.
extension ReplicaState {
    mutating func note(_ row: RowID, from old: RowState?, to new: RowState?) {
        guard let new else {
            for (field, _) in schema.entities[row.entity]?.denyingFields ?? [] {
                removeHomeless(row, field: field)
            }
            if old != nil { noteReferrers(of: row) }
            return
        }
        guard let entity = schema.entities[row.entity] else { return }
        let isWritten = { (field: String) in old?.fields[field] != new.fields[field] }
        let uniques = entity.uniques
        if old == nil || uniques.contains(where: { $0.fields.contains(where: isWritten) }) {
            if !uniques.isEmpty, hasEqualRow(row, new) { equalRows.insert(row) }
        }
        for (field, _) in entity.denyingFields where isWritten(field) {
            if let target = new.fields[field]?.value.row { note(field, of: row, to: target) }
        }
        for field in entity.exclusiveFields where isWritten(field) {
            guard let target = new.fields[field]?.value.row else { continue }
            contest(resolve(target), by: field, of: row.entity)
        }
    }

    /// Notes that a row received the references to another one.
    mutating func noteContests(about target: RowID) {
        for (entity, field) in schema.exclusives(to: target.entity) {
            contest(resolve(target), by: field, of: entity)
        }
    }

    private mutating func note(_ field: String, of row: RowID, to target: RowID) {
        let id = FieldID(row: row, field: field)
        guard !contains(resolve(target)), homeless[id] == nil else { return }
        homeless[id] = Homeless()
    }

    mutating func removeHomeless(_ row: RowID, field: String) {
        let id = FieldID(row: row, field: field)
        if homeless[id] != nil { homeless[id] = nil }
    }

    /// Notes the references that lead to a missing row because a row was deleted or merged.
    mutating func noteReferrers(of row: RowID) {
        let denials = schema.denials(of: row.entity)
        guard !denials.isEmpty else { return }
        let target = resolve(row)
        guard !contains(target) else { return }
        for denial in denials {
            let referrers = rows(of: denial.entity, referringTo: target, by: denial.field)
            for referrer in referrers { note(denial.field, of: referrer, to: target) }
        }
    }

    private func hasEqualRow(_ row: RowID, _ state: RowState) -> Bool {
        let uniques = schema.entities[row.entity]?.uniques ?? []
        return uniques.enumerated().contains { index, unique in
            guard let value = unique.value(of: state) else { return false }
            return rows(of: row.entity, with: value, ofUnique: index).contains { $0 != row }
        }
    }

    /// Returns the rows with equal values of a unique constraint, each group in order.
    func equalRows(of entity: String, inUnique index: Int) -> [[RowID]] {
        guard let unique = schema.entities[entity]?.uniques[index] else { return [] }
        var groups: [SyncValue: [RowID]] = [:]
        for row in equalRows.keys() where row.entity == entity {
            guard let value = self[row].flatMap(unique.value(of:)), groups[value] == nil else {
                continue
            }
            groups[value] = rows(of: entity, with: value, ofUnique: index)
        }
        return groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    }

    /// Forgets the rows that have no unique value of another row any more.
    mutating func forgetDifferentRows() {
        for row in equalRows.keys() where self[row].map({ hasEqualRow(row, $0) }) != true {
            equalRows.remove(row)
        }
    }
}
