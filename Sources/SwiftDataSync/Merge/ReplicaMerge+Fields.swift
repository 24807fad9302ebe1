// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The merge of one field, and the guard of its content.
extension ReplicaMerge {
    /// Merges a writing of a field: the later one wins, and unseen content is kept.
    ///
    /// - Returns: Whether the row has the new value.
    @discardableResult
    mutating func merge(_ new: FieldState, into field: String, of row: RowID) -> Bool {
        guard let old = state[row]?.fields[field] else {
            guard !isDeletedContent(new, of: field, in: row) else { return false }
            state[row]?.fields[field] = new
            return true
        }
        let wins = new.wins(over: old)
        guard schema.isGuarded(field, of: row.entity) else {
            if wins { state[row]?.fields[field] = new }
            return wins
        }
        guard !isDeletedContent(new, of: field, in: row) else { return false }
        if old.value != new.value {
            let (winner, loser) = wins ? (new, old) : (old, new)
            if follows(.guard), !winner.follows(loser) { keep(loser, of: field, in: row) }
        }
        let joined = joined(old, with: new)
        state[row]?.fields[field] = joined
        return wins
    }

    private func joined(_ old: FieldState, with new: FieldState) -> FieldState {
        let joined = old.joined(with: new)
        guard !follows(.absorb), old.clock != new.clock else { return joined }
        return new.wins(over: old) ? new : old
    }

    /// Returns whether the author of a deletion had a value of a guarded field before them.
    func isDeletedContent(_ new: FieldState, of field: String, in row: RowID) -> Bool {
        schema.hasContent(row.entity) && schema.isGuarded(field, of: row.entity)
            && state.death(of: row)?.seen.covers(new.clock) == true
    }

    /// Keeps a value that its author's successor had not seen.
    private mutating func keep(_ loser: FieldState, of field: String, in row: RowID) {
        guard state.death(of: row)?.seen.covers(loser.clock) != true,
            let kept = keptRow(loser, of: field, in: row), !state.contains(kept.row),
            !state.isDead(kept.row, since: kept.state.born)
        else { return }
        state[kept.row] = kept.state
        outcomes.insert(.row(kept.row))
    }

    /// Returns the row that keeps a value: the same one on every machine.
    func keptRow(
        _ value: FieldState,
        of field: String,
        in row: RowID
    ) -> (row: RowID, state: RowState)? {
        let guarded = schema.entities[row.entity]?.guardedFields.first { $0.name == field }
        guard let form = guarded?.kept else { return nil }
        var writer = ByteWriter()
        writer.append(row)
        writer.append(name: field)
        writer.append(value.clock)
        writer.append(value.value)
        let id = RowID(entity: form.entity, key: StableHash.hash(writer.bytes))
        var values = form.constants
        values[form.content] = value.value
        values[form.owner] = .row(row)
        if let time = form.time { values[time] = .date(value.clock.time) }
        if let label = form.label { values[label] = .text(field) }
        let fields = values.mapValues { FieldState(clock: value.clock, value: $0) }
        return (id, RowState(born: value.clock, fields: fields))
    }
}
