// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The application of other machines' changes.
extension ReplicaMerge {
    /// Merges changes; what cannot be applied yet is parked.
    mutating func apply(_ changes: some Sequence<Change>) {
        for change in changes { apply(change) }
    }

    /// Merges a change, and those that waited for it.
    mutating func apply(_ change: Change) {
        var waiting = [change]
        while let next = waiting.popLast() { waiting += applyOne(next).reversed() }
    }

    /// Applies the parked changes of entities and fields that a new schema describes.
    func adopting(_ schema: SyncSchema) -> ReplicaMerge {
        var result = self
        result.state.adopt(schema)
        for row in Set(state.slots.map(\.awaited)).sorted() {
            result.apply(result.state.takeParked(for: row))
        }
        return result
    }

    /// Merges a change; returns the changes that waited for it.
    private mutating func applyOne(_ change: Change) -> [Change] {
        guard schema.describes(change) else {
            state.park(change, for: change.row)
            return []
        }
        switch change {
        case .birth(let birth): return apply(birth)
        case .set(let row, let field, let value): return apply(value, to: field, of: row)
        case .pair(let pair, let value): return apply(value, to: pair)
        case .death(let row, let death): return apply(death, to: row)
        case .redirect(let row, let target): return apply(redirect: row, to: target)
        }
    }

    private mutating func apply(_ birth: Change.Birth) -> [Change] {
        let row = birth.row
        if state.isRedirected(row) { return redirect(birth) }
        if state.isDead(row, since: birth.state.lifeClock(of: row.entity, in: schema)) { return [] }
        if isCovered(.birth(birth)) {
            if schema.hasContent(row.entity) { parkNewer(birth) }
            return []
        }
        if let owner = owner(of: birth.state, entity: row.entity), !state.contains(owner),
            !hasLaterOwner(than: birth)
        {
            park(.birth(birth), for: owner)
            return []
        }
        publishReturn(of: birth)
        merge(fieldsOf: birth)
        voidPairs(replacedBy: birth)
        var waiting: [Change] = []
        for (pair, value) in birth.pairs.sorted(by: { $0.key < $1.key }) {
            waiting.append(.pair(pair, value))
        }
        mergeRedirected(into: row)
        return waiting + state.takeParked(for: row)
    }

    /// Merges the fields of a birth; those that the schema does not have are parked.
    private mutating func merge(fieldsOf birth: Change.Birth) {
        let row = birth.row
        var fields = birth.state.fields
        for (name, value) in fields.sorted(by: { $0.key < $1.key })
        where !schema.hasField(name, of: row.entity) {
            state.park(.set(row, field: name, value), for: row)
            fields[name] = nil
        }
        guard let known = state[row] else {
            fields = fields.filter { !isDeletedContent($0.value, of: $0.key, in: row) }
            state[row] = RowState(born: birth.state.born, fields: fields)
            return
        }
        if birth.state.born > known.born { state[row]?.born = birth.state.born }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            merge(value, into: name, of: row)
        }
        if let field = schema.ownerField(of: row.entity),
            state[row]?.fields[field]?.value != known.fields[field]?.value
        {
            reviveInRoot(row)
        }
    }

    /// Removes the pairs of a row's previous life, which a birth does not list.
    private mutating func voidPairs(replacedBy birth: Change.Birth) {
        guard let born = state[birth.row]?.born else { return }
        let void = state.ownPairs(of: birth.row).filter { pair in
            birth.pairs[pair] == nil && state[pair].map { $0.clock < born } == true
        }
        for pair in void { state[pair] = nil }
    }

    private mutating func apply(
        _ value: FieldState,
        to field: String,
        of row: RowID
    ) -> [Change] {
        if state.isRedirected(row) { return redirect(value, of: field, in: row) }
        if state.contains(row) {
            let isNews = merge(value, into: field, of: row)
            if isNews, field == schema.ownerField(of: row.entity) {
                reviveInRoot(row)
                return awaitOwner(of: row)
            }
        } else if schema.isGuarded(field, of: row.entity)
            || !state.isDead(row, since: value.clock)
        {
            park(.set(row, field: field, value), for: row)
        }
        return []
    }

    private mutating func apply(_ value: PairState, to pair: PairID) -> [Change] {
        let target = PairID(
            relation: pair.relation,
            left: state.resolve(pair.left),
            right: state.resolve(pair.right)
        )
        guard target == pair else {
            if follows(.again) { outcomes.insert(.pair(target)) }
            return [.pair(target, value)]
        }
        guard let left = state[pair.left] else {
            if !state.isDead(pair.left, since: value.clock) {
                park(.pair(pair, value), for: pair.left)
            }
            return []
        }
        guard state.contains(pair.right) else {
            if state.death(of: pair.right) == nil || schema.canReturn(pair.right.entity) {
                park(.pair(pair, value), for: pair.right)
            }
            return []
        }
        guard value.clock >= left.born else { return [] }
        state[pair] = state[pair]?.joined(with: value) ?? value
        return []
    }

    /// Returns whether a part was given to another owner after the one of a birth.
    private func hasLaterOwner(than birth: Change.Birth) -> Bool {
        guard let field = schema.ownerField(of: birth.row.entity),
            let known = state[birth.row]?.fields[field], let new = birth.state.fields[field]
        else { return false }
        return known.wins(over: new)
    }

    /// Removes a part and its own parts if its owner was deleted; returns their births, which wait
    /// for the owner, or are dropped with it.
    mutating func awaitOwner(of row: RowID) -> [Change] {
        guard let owner = state[row].flatMap({ self.owner(of: $0, entity: row.entity) }),
            !state.contains(owner), state.death(of: owner) != nil
        else { return [] }
        let rows = [row] + parts(of: row)
        let births = rows.compactMap { row in
            state[row].map { known in
                var birth = Change.Birth(row: row, state: known)
                for pair in state.ownPairs(of: row) { birth.pairs[pair] = state[pair] }
                return Change.birth(birth)
            }
        }
        for row in rows.reversed() { remove(row) }
        return births
    }

    mutating func park(_ change: Change, for row: RowID) {
        guard follows(.park), !isCovered(change) else { return }
        state.park(change, for: row)
    }

    /// Parks the fields and pairs of a birth that are later than the row's deletion.
    private mutating func parkNewer(_ birth: Change.Birth) {
        guard let death = state.death(of: birth.row) else { return }
        for (name, value) in birth.state.fields.sorted(by: { $0.key < $1.key })
        where value.clock > death.clock && !schema.isGuarded(name, of: birth.row.entity) {
            park(.set(birth.row, field: name, value), for: birth.row)
        }
        for (pair, value) in birth.pairs.sorted(by: { $0.key < $1.key })
        where value.clock > death.clock {
            park(.pair(pair, value), for: birth.row)
        }
    }
}
