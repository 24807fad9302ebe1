// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Rows that were merged into rows with smaller identities.
extension ReplicaMerge {
    mutating func apply(redirect row: RowID, to target: RowID) -> [Change] {
        guard state.redirect(row, to: target) else { return [] }
        merge(row)
        // Rows that waited for this row now wait for its target.
        mergeRedirected(into: state.resolve(target))
        return state.takeParked(for: row)
    }

    /// Merges the rows that wait for the one into which they were merged.
    mutating func mergeRedirected(into row: RowID) {
        for other in state.unmergedRows(into: row) { merge(other) }
    }

    /// Merges a row into the one that stays, which is published with what it gains.
    private mutating func merge(_ row: RowID) {
        guard let known = state[row] else { return }
        let target = state.resolve(row)
        if !state.contains(target) {
            guard state.death(of: target) != nil else { return }
            guard !referringRows(denyingDeletionOf: target).isEmpty else { return remove(row) }
            state[target] = known
            revive(target)
        }
        for (name, value) in known.fields.sorted(by: { $0.key < $1.key })
        where merge(value, into: name, of: target) && follows(.again) {
            outcomes.insert(.field(target, name))
        }
        let moved = state.pairs(of: row).map { ($0, state[$0]) }
        for (pair, _) in moved { state[pair] = nil }
        remove(row)
        for case (let pair, let value?) in moved { move(pair, state: value, from: row, to: target) }
    }

    private mutating func move(
        _ pair: PairID,
        state value: PairState,
        from row: RowID,
        to target: RowID
    ) {
        let moved = PairID(
            relation: pair.relation,
            left: pair.left == row ? target : pair.left,
            right: pair.right == row ? target : pair.right
        )
        if pair.left == row, let born = state[target]?.born, value.clock < born { return }
        state[moved] = state[moved]?.joined(with: value) ?? value
        if follows(.again) { outcomes.insert(.pair(moved)) }
    }

    /// Applies a birth of a merged row to the one that stayed.
    mutating func redirect(_ birth: Change.Birth) -> [Change] {
        let target = state.resolve(birth.row)
        guard state.contains(target) else {
            park(.birth(birth), for: target)
            return []
        }
        for (name, value) in birth.state.fields.sorted(by: { $0.key < $1.key })
        where merge(value, into: name, of: target) && follows(.again) {
            outcomes.insert(.field(target, name))
        }
        return birth.pairs.sorted { $0.key < $1.key }.map { .pair($0.key, $0.value) }
    }

    /// Applies a field of a merged row to the one that stayed.
    mutating func redirect(_ value: FieldState, of field: String, in row: RowID) -> [Change] {
        let target = state.resolve(row)
        guard state.contains(target) else {
            if !state.isDead(target, since: value.clock) {
                park(.set(row, field: field, value), for: target)
            }
            return []
        }
        if merge(value, into: field, of: target), follows(.again) {
            outcomes.insert(.field(target, field))
        }
        return []
    }
}
