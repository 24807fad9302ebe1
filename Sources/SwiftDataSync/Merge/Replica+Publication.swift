// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The changes that a machine publishes.
extension Replica {
    /// Returns the present state of subjects as changes.
    ///
    /// Subjects that do not exist any more are omitted. References come first: a row that has left
    /// another one is not deleted with it, and does not keep it alive. A row is deleted before its
    /// parts, which have earlier clocks, and born before them: a row that lives keeps its parts,
    /// and returns with them.
    package func changes(for keys: Set<ChangeKey>) -> [Change] {
        let changes = keys.sorted().flatMap { key in
            change(for: key).map { [$0] } ?? parkedChanges(for: key)
        }
        let births = changes.filter(\.isBirth).enumerated().sorted { left, right in
            (schema.depth(of: left.element.row.entity), left.offset)
                < (schema.depth(of: right.element.row.entity), right.offset)
        }
        let others = changes.filter { !$0.isDeath && !$0.isBirth }
        return others.filter(isReference)
            + changes.filter(\.isDeath).sorted { $0.deathClock > $1.deathClock }
            + others.filter { !isReference($0) } + births.map(\.element)
    }

    private func isReference(_ change: Change) -> Bool {
        guard case .set(let row, let field, _) = change else { return false }
        return schema.isReference(field, of: row.entity)
    }

    /// Returns the subjects that a rewritten log still has to contain.
    package func current(_ keys: Set<ChangeKey>) -> Set<ChangeKey> {
        keys.filter { key in
            key.isPermanent || state.contains(key.row) || !state.slots(of: key.row).isEmpty
        }
    }

    private func change(for key: ChangeKey) -> Change? {
        switch key {
        case .row(let row):
            guard let known = state[row] else { return nil }
            var birth = Change.Birth(row: row, state: known)
            for pair in state.ownPairs(of: row) { birth.pairs[pair] = state[pair] }
            return .birth(birth)
        case .field(let row, let field):
            return state[row]?.fields[field].map { .set(row, field: field, $0) }
        case .pair(let pair):
            return state[pair].map { .pair(pair, $0) }
        case .death(let row):
            return state.death(of: row).map { .death(row, $0) }
        case .redirect(let row):
            return state.redirect(of: row).map { .redirect(row, to: $0) }
        }
    }

    /// Returns the changes of a subject that wait for something and are not here for this reason.
    private func parkedChanges(for key: ChangeKey) -> [Change] {
        state.slots(of: key.row).filter { $0.subject == key }.compactMap(state.parked(at:))
    }
}

extension Change {
    fileprivate var isDeath: Bool {
        if case .death = self { true } else { false }
    }

    fileprivate var isBirth: Bool {
        if case .birth = self { true } else { false }
    }

    fileprivate var deathClock: HybridClock {
        if case .death(_, let death) = self { return death.clock }
        return HybridClock(time: HybridTime(rawValue: 0), node: NodeID(rawValue: 0))
    }
}
