// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Deletions: what their authors had not seen lives.
extension ReplicaMerge {
    mutating func apply(_ death: Death, to row: RowID) -> [Change] {
        if death.isPurge, state.death(of: row)?.isPurge != true { notePurge(of: row) }
        let isNews = state.record(death, of: row)
        for change in state.takeParked(for: row) where !isCovered(change) {
            state.park(change, for: row)
        }
        if death.isPurge { removePurgedChanges(of: row) }
        guard !state.isRedirected(row) else { return [] }
        guard let known = state[row] else {
            mergeRedirected(into: row)
            var waiting: [Change] = []
            for part in parts(of: row) { waiting += awaitOwner(of: part) }
            return waiting
        }
        if schema.hasContent(row.entity) {
            if keepsAlive(row, unseenOnly: follows(.revive)) {
                if isNews { revive(row) }
                return []
            }
        } else if isLaterThanDeletion(row, known) {
            return []
        } else if hasUnseenContent(part: row) {
            if isNews { revive(row) }
            return []
        } else if follows(.deny), !referringRows(denyingDeletionOf: row).isEmpty {
            revive(row)
            return []
        }
        removeWithParts(row)
        return []
    }

    /// Returns the rows that forbid the deletion of a row.
    func referringRows(denyingDeletionOf row: RowID) -> [RowID] {
        schema.denials(of: row.entity).flatMap {
            state.rows(of: $0.entity, referringTo: row, by: $0.field)
        }
    }

    /// Returns whether a row was born, or a part given to its owner, after its deletion.
    private func isLaterThanDeletion(_ row: RowID, _ known: RowState) -> Bool {
        guard let clock = state.death(of: row)?.clock else { return false }
        return clock <= known.lifeClock(of: row.entity, in: schema)
    }

    /// Returns whether a deleted part has content that its deletion had not seen.
    ///
    /// An earlier version of the program did not state what the deletion of a part had seen.
    private func hasUnseenContent(part row: RowID) -> Bool {
        guard follows(.revive), schema.ownerField(of: row.entity) != nil,
            let death = state.death(of: row), !death.seen.isEmpty
        else { return false }
        return ([row] + parts(of: row)).flatMap(ownPieces).contains { piece in
            !death.seen.covers(piece.state.clock)
        } || !unseenMoves(to: row, since: death).isEmpty
    }

    /// Returns whether a deleted row lives because of its content, and replaces what does not.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - unseenOnly: Whether content that the deletion had seen is deleted, whenever it was
    ///     written.
    /// - Returns: Whether the row lives.
    private mutating func keepsAlive(_ row: RowID, unseenOnly: Bool) -> Bool {
        guard let death = state.death(of: row), let known = state[row] else { return false }
        guard unseenOnly else { return death.clock < known.born }
        let pieces = ([row] + parts(of: row)).flatMap(ownPieces)
        let unseen = pieces.filter { !death.seen.covers($0.state.clock) }
        let clocks = unseen.map(\.state.clock) + unseenMoves(to: row, since: death)
        guard let latest = clocks.max() else { return false }
        for piece in ownPieces(of: row) where death.seen.covers(piece.state.clock) {
            replace(piece, by: unseen, latest: latest)
        }
        return true
    }

    /// Replaces a value that a deletion had seen in a row that lives.
    ///
    /// The latest unseen value that was kept for this field takes its place. If there is none, only
    /// other content was unseen: the value stays, with a clock that no known deletion covers.
    private mutating func replace(_ piece: Piece, by unseen: [Piece], latest: HybridClock) {
        let guarded = schema.entities[piece.row.entity]?.guardedFields
            .first { $0.name == piece.field }
        let candidates = unseen.filter { candidate in
            candidate.row.entity == guarded?.kept?.entity
                && candidate.field == guarded?.kept?.content
                && hasLabel(candidate, of: piece.field, in: guarded?.kept?.label)
        }
        let successor = candidates.map(\.state).reduce(nil as FieldState?) { best, next in
            best.map { next.wins(over: $0) ? next : $0 } ?? next
        }
        guard let successor else {
            state[piece.row]?.fields[piece.field]?.clock = latest.repaired
            return
        }
        if let kept = keptRow(piece.state, of: piece.field, in: piece.row),
            !state.contains(kept.row), !hasKept(piece)
        {
            state[kept.row] = kept.state
        }
        state[piece.row]?.fields[piece.field]?.clock = successor.clock
        state[piece.row]?.fields[piece.field]?.value = successor.value
    }

    /// Returns whether a row keeps a value of a guarded field, and not of another one.
    private func hasLabel(_ kept: Piece, of field: String, in label: String?) -> Bool {
        guard let label else { return true }
        return state[kept.row]?.fields[label]?.value == .text(field)
    }

    /// Returns whether a part of the row has the value already.
    private func hasKept(_ piece: Piece) -> Bool {
        parts(of: piece.row).flatMap(ownPieces).contains { $0.state.value == piece.state.value }
    }

    /// Bears a row and its parts again, one level above the deletion, for all machines.
    ///
    /// Content keeps its clocks, which name it; all else outranks the deletion.
    mutating func revive(_ row: RowID) {
        guard let clock = state.death(of: row)?.clock.repaired else { return }
        for part in [row] + parts(of: row) {
            bear(part, at: clock)
            outcomes.insert(.row(part))
        }
    }

    /// Bears a part and its own parts again that came to a row after its deletion, which lives.
    ///
    /// On other machines the part may be gone, and would not be applied again.
    mutating func reviveInRoot(_ row: RowID) {
        guard follows(.revive),
            let root = state[row].flatMap({ root(ofPart: $0, entity: row.entity) }),
            state.contains(root), let clock = state.death(of: root)?.clock
        else { return }
        for part in [row] + parts(of: row) {
            let life = state[part]?.lifeClock(of: part.entity, in: schema)
            guard let life, life <= clock else { continue }
            bear(part, at: clock.repaired)
            outcomes.insert(.row(part))
        }
    }

    private mutating func bear(_ row: RowID, at clock: HybridClock) {
        guard var known = state[row] else { return }
        known.born = max(known.born, clock)
        guard follows(.restamp) else {
            state[row] = known
            return
        }
        for name in known.fields.keys where !schema.isGuarded(name, of: row.entity) {
            known.fields[name]?.raise(to: clock)
        }
        state[row] = known
        for pair in state.ownPairs(of: row) {
            state[pair]?.raise(to: clock)
        }
    }

    private mutating func removeWithParts(_ row: RowID) {
        guard let clock = state.death(of: row)?.clock else { return }
        for part in parts(of: row).reversed() + [row] {
            for change in newerChanges(of: part, than: clock) { park(change, for: part) }
            remove(part)
        }
    }

    /// Returns what is later than a deletion, and what a return of the row brings back.
    private func newerChanges(of row: RowID, than clock: HybridClock) -> [Change] {
        let fields = (state[row]?.fields ?? [:]).sorted { $0.key < $1.key }
            .filter { name, field in
                field.clock > clock && !schema.isGuarded(name, of: row.entity)
            }
        let pairs = state.ownPairs(of: row).compactMap { pair in state[pair].map { (pair, $0) } }
            .filter { $1.clock > clock }
        return fields.map { .set(row, field: $0.key, $0.value) } + pairs.map { .pair($0, $1) }
    }

    /// Removes a row; pairs with it at the right wait for it if it can return.
    mutating func remove(_ row: RowID) {
        state[row] = nil
        for pair in state.pairs(of: row) {
            if pair.left != row, canReturn(row), let value = state[pair] {
                park(.pair(pair, value), for: row)
            }
            state[pair] = nil
        }
    }

    /// Returns whether a birth of a row that does not exist can be applied.
    private func canReturn(_ row: RowID) -> Bool {
        !state.isRedirected(row) && schema.canReturn(row.entity)
    }

    /// Removes the birth of a part that was purged with the owner for which it waits.
    private mutating func removePurgedChanges(of row: RowID) {
        for slot in state.slots(of: row) {
            guard let change = state.parked(at: slot), isCovered(change) else { continue }
            state.removeParked(at: slot)
        }
    }

    /// Notes the rows with content that must not remain in published objects.
    private mutating func notePurge(of row: RowID) {
        purged.formUnion([row] + parts(of: row))
        purged.formUnion(state.slots(waitingFor: row).map(\.subject.row))
    }
}
