// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The changes of the store's user, which receive their clocks.
extension Replica {
    /// Assigns clocks to the changes of the store since the last call.
    ///
    /// Call it before `apply(_:)`: the clocks are later than what the user had before them.
    ///
    /// - Parameters:
    ///   - changes: The changes in the order of the history, with present values.
    ///   - limit: The number of outcomes of merges at most.
    /// - Returns: The subjects to publish, with outcomes of merges.
    package mutating func capture(
        _ changes: [LocalChange],
        outcomes limit: Int = .max
    ) -> Set<ChangeKey> {
        var keys: Set<ChangeKey> = []
        var deletions: [Deletion] = []
        for change in changes {
            switch change {
            case .insert(let row, let values, let milliseconds):
                keys.insert(insert(row, with: values, at: milliseconds))
            case .set(let row, let field, let value, let milliseconds):
                keys.formUnion(set(value, as: field, of: row, at: milliseconds))
            case .pair(let pair, let isPresent, let milliseconds):
                let key = relate(pair, isPresent: isPresent, at: milliseconds)
                if let key { keys.insert(key) }
            case .delete(let row, let isPurge, let milliseconds):
                deletions.append(Deletion(row, isPurge: isPurge, at: milliseconds))
            }
        }
        keys.formUnion(delete(deletions))
        merge.settleContests()
        for key in nextOutcomes(limit: limit) {
            keys.insert(key)
            merge.outcomes.remove(key)
        }
        return keys
    }

    /// Returns the next outcomes.
    ///
    /// All deletions come at once, because their order matters. A part brings its owners, if they
    /// wait or were deleted: where they are deleted, it would not be applied before them.
    private func nextOutcomes(limit: Int) -> Set<ChangeKey> {
        var limit = limit
        while true {
            let keys = merge.outcomes.keys(limit: limit)
            guard keys.count == limit, case .death? = keys.last else {
                return Set(keys + keys.flatMap(neededOwners))
            }
            limit *= 2
        }
    }

    private func neededOwners(of key: ChangeKey) -> [ChangeKey] {
        guard case .row(let row) = key, let part = merge.state[row] else { return [] }
        let owners = merge.owners(of: part, entity: row.entity)
        let keys = owners.map(ChangeKey.row)
        let wereDeleted = owners.contains { merge.state.death(of: $0) != nil }
        return wereDeleted ? keys : keys.filter(merge.outcomes.contains)
    }

    private struct Deletion {
        let row: RowID
        let isPurge: Bool
        let milliseconds: Int64
        var seen = Seen()

        init(_ row: RowID, isPurge: Bool, at milliseconds: Int64) {
            self.row = row
            self.isPurge = isPurge
            self.milliseconds = milliseconds
        }
    }

    private mutating func insert(
        _ row: RowID,
        with values: [String: SyncValue],
        at milliseconds: Int64
    ) -> ChangeKey {
        let old = merge.state[row]
        let clock = next(at: milliseconds, after: clocks(of: row))
        var fields = values.mapValues { FieldState(clock: clock, value: $0) }
        for name in values.keys where schema.isGuarded(name, of: row.entity) {
            guard let known = old?.fields[name] else { continue }
            fields[name]?.seen = known.seen.inserting(known.clock)
        }
        merge.state[row] = RowState(born: clock, fields: fields)
        if old != nil { for pair in merge.state.ownPairs(of: row) { merge.state[pair] = nil } }
        return .row(row)
    }

    private mutating func set(
        _ value: SyncValue,
        as field: String,
        of row: RowID,
        at milliseconds: Int64
    ) -> [ChangeKey] {
        guard let known = merge.state[row] else { return [] }
        let old = known.fields[field]
        let clock = next(at: milliseconds, after: follows(.clock) ? [old?.clock, known.born] : [])
        var new = FieldState(clock: clock, value: value)
        if schema.isGuarded(field, of: row.entity), let old {
            new.seen = old.seen.inserting(old.clock)
        }
        merge.state[row]?.fields[field] = new
        let isOwner = field == schema.ownerField(of: row.entity)
        return [.field(row, field)] + (isOwner ? move(row, at: clock) : [])
    }

    /// Publishes a part that was given to an owner, with its own parts: on machines where its
    /// previous owner was deleted, they do not exist.
    private mutating func move(_ row: RowID, at clock: HybridClock) -> [ChangeKey] {
        let parts = merge.parts(of: row)
        for part in parts {
            guard let field = schema.ownerField(of: part.entity) else { continue }
            merge.state[part]?.fields[field]?.raise(to: clock)
        }
        return ([row] + parts).map(ChangeKey.row)
    }

    private mutating func relate(
        _ pair: PairID,
        isPresent: Bool,
        at milliseconds: Int64
    ) -> ChangeKey? {
        guard let left = merge.state[pair.left], merge.state.contains(pair.right) else {
            return nil
        }
        let clock = next(at: milliseconds, after: [merge.state[pair]?.clock, left.born])
        merge.state[pair] = PairState(clock: clock, isPresent: isPresent)
        return .pair(pair)
    }

    /// Deletes rows, parts before their owners, so that an owner that lives outranks the deletion
    /// of its parts.
    private mutating func delete(_ deletions: [Deletion]) -> [ChangeKey] {
        var deletions = withParts(deletions)
        for index in deletions.indices where schema.hasGuardedFields(deletions[index].row.entity) {
            deletions[index].seen = merge.seenContent(of: deletions[index].row)
        }
        let ordered = deletions.enumerated().sorted { left, right in
            (schema.depth(of: right.element.row.entity), left.offset)
                < (schema.depth(of: left.element.row.entity), right.offset)
        }
        return ordered.compactMap { delete($0.element) }
    }

    /// Adds the parts of the rows that the history did not list.
    private func withParts(_ deletions: [Deletion]) -> [Deletion] {
        var known = Set(deletions.map(\.row))
        return deletions.flatMap { deletion in
            let parts = merge.parts(of: deletion.row).filter { known.insert($0).inserted }
            return [deletion]
                + parts.map {
                    Deletion($0, isPurge: deletion.isPurge, at: deletion.milliseconds)
                }
        }
    }

    /// Deletes a row; one that was never captured needs no deletion.
    private mutating func delete(_ deletion: Deletion) -> ChangeKey? {
        let row = deletion.row
        guard merge.state.contains(row) else { return nil }
        let clock = next(at: deletion.milliseconds, after: clocks(of: row))
        if deletion.isPurge { merge.purged.formUnion([row] + merge.parts(of: row)) }
        _ = merge.state.record(
            Death(clock: clock, seen: deletion.seen, isPurge: deletion.isPurge),
            of: row
        )
        merge.remove(row)
        return .death(row)
    }

    /// Returns the clocks of a row and its fields, and of its last deletion.
    private func clocks(of row: RowID) -> [HybridClock?] {
        [merge.state[row]?.born, merge.state.death(of: row)?.clock]
            + (merge.state[row]?.fields.values.map(\.clock) ?? [])
    }

    private mutating func next(
        at milliseconds: Int64,
        after clocks: [HybridClock?]
    ) -> HybridClock {
        self.clocks.next(at: milliseconds, after: clocks.compactMap { $0 })
    }
}

/// A change of the store by its user, as the history names it, with the present values.
///
/// A deletion is listed only if the row does not exist now, all others only if it does.
package enum LocalChange: Hashable, Sendable {
    /// A row was inserted.
    case insert(RowID, [String: SyncValue], milliseconds: Int64)
    /// A field was written.
    case set(RowID, field: String, SyncValue, milliseconds: Int64)
    /// Two rows were related or separated.
    case pair(PairID, isPresent: Bool, milliseconds: Int64)
    /// A row was deleted, and its parts with it, whether they are listed or not.
    case delete(RowID, isPurge: Bool, milliseconds: Int64)
}
