// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The constraints that merged changes can violate together.
extension Replica {
    /// Merges rows with equal unique values, and replaces references to rows that no machine has.
    ///
    /// Call it when all changes that others had read are here; otherwise rows are merged that never
    /// had equal values at one time.
    ///
    /// - Parameters:
    ///   - time: The present time in any unit.
    ///   - patience: The time after which a reference to a missing row is replaced.
    package mutating func repair(at time: Int64, patience: Int64) {
        if follows(.home) { substituteMissingRows(at: time, patience: patience) }
        if follows(.unique) { mergeEqualRows() }
        merge.settleContests()
    }

    private mutating func substituteMissingRows(at time: Int64, patience: Int64) {
        for id in merge.state.homeless.keys().sorted() {
            let fields = schema.entities[id.row.entity]?.denyingFields ?? []
            for (name, substitute) in fields where name == id.field {
                if isHomeless(id, at: time, patience: patience) {
                    self.substitute(substitute, for: name, of: id.row)
                }
            }
        }
    }

    /// Returns whether a reference has been without its row for longer than a time.
    private mutating func isHomeless(
        _ id: FieldID,
        at time: Int64,
        patience: Int64
    ) -> Bool {
        guard let known = merge.state.homeless[id] else { return false }
        guard let target = merge.state[id.row]?.fields[id.field]?.value.row,
            !merge.state.contains(merge.state.resolve(target))
        else {
            merge.state.homeless[id] = nil
            return false
        }
        let since = known.since ?? time
        if known.since == nil { merge.state.homeless[id] = .init(since: since) }
        return time - since > patience
    }

    private mutating func substitute(_ value: SyncValue, for field: String, of row: RowID) {
        guard let clock = merge.state[row]?.fields[field]?.clock else { return }
        merge.state[row]?.fields[field] = FieldState(clock: clock.repaired, value: value)
        merge.outcomes.insert(.field(row, field))
    }

    /// Merges the rows with equal values into the one with the smallest identity.
    private mutating func mergeEqualRows() {
        for entity in schema.entities.keys.sorted() {
            for index in (schema.entities[entity]?.uniques ?? []).indices {
                let groups = merge.state.equalRows(of: entity, inUnique: index)
                for rows in groups { mergeIntoFirst(rows) }
            }
        }
        merge.state.forgetDifferentRows()
    }

    /// Merges rows, which are in order, into the first of them.
    private mutating func mergeIntoFirst(_ rows: [RowID]) {
        guard let target = rows.first else { return }
        for row in rows.dropFirst() {
            merge.outcomes.insert(.redirect(row))
            apply(.redirect(row, to: target))
        }
    }
}
