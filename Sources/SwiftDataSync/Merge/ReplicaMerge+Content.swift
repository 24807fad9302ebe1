// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The content of rows: their guarded fields, and the guarded fields of their parts.
extension ReplicaMerge {
    /// A value of a guarded field, named by the clock of its writing.
    struct Piece {
        let row: RowID
        let field: String
        let state: FieldState
    }

    /// Returns the row that a row is part of, if it is known.
    func owner(of state: RowState, entity: String) -> RowID? {
        guard let field = schema.entities[entity]?.owner?.field else { return nil }
        return state.fields[field]?.value.row.map(self.state.resolve)
    }

    /// Returns the rows that are parts of a row, and theirs, each after its owner.
    func parts(of row: RowID) -> [RowID] {
        var found = [row]
        var known: Set<RowID> = [row]
        var index = 0
        while index < found.count {
            let owner = found[index]
            for entity in schema.parts(of: owner.entity) {
                guard let field = entity.owner?.field else { continue }
                let parts = state.rows(of: entity.name, referringTo: owner, by: field)
                found += parts.filter { known.insert($0).inserted }
            }
            index += 1
        }
        return Array(found.dropFirst())
    }

    /// Returns the values of the guarded fields of a row.
    func ownPieces(of row: RowID) -> [Piece] {
        let fields = schema.entities[row.entity]?.guardedFields ?? []
        return fields.compactMap { field in
            state[row]?.fields[field.name].map { Piece(row: row, field: field.name, state: $0) }
        }
    }

    /// Returns the pieces that a user of a row has before them.
    func seenContent(of row: RowID) -> Seen {
        var seen = Seen()
        for piece in ownPieces(of: row) { seen.formUnion(piece.state.seen) }
        let parts = parts(of: row)
        for piece in ([row] + parts).flatMap(ownPieces) { seen.insert(piece.state.clock) }
        for clock in parts.compactMap(moveClock) { seen.insert(clock) }
        return seen
    }

    /// Returns the clock at which a user gave a part to its owner; nil if it was born there.
    private func moveClock(of part: RowID) -> HybridClock? {
        state[part].flatMap { $0.moveClock(of: part.entity, in: schema) }
    }

    /// Returns the clocks of the parts that a user gave to a row, and that a deletion had not seen.
    func unseenMoves(to row: RowID, since death: Death) -> [HybridClock] {
        parts(of: row).compactMap(moveClock).filter { !death.seen.covers($0) }
    }

    /// Returns the known owners of a part: its owner, the owner of that row, and so on.
    func owners(of part: RowState, entity: String) -> [RowID] {
        var owners: [RowID] = []
        var next = owner(of: part, entity: entity)
        while let owner = next, !owners.contains(owner) {
            owners.append(owner)
            next = state[owner].flatMap { self.owner(of: $0, entity: owner.entity) }
        }
        return owners
    }

    /// Returns the row with content that a row is part of: the last of its owners.
    ///
    /// - Returns: Nil if one of the owners is not known here.
    func root(ofPart row: RowState, entity: String) -> RowID? {
        owners(of: row, entity: entity).last
            .flatMap { schema.entities[$0.entity]?.owner == nil ? $0 : nil }
    }

    /// Returns whether a change is content that the authors of deletions had before them.
    ///
    /// Such content is not applied again, other than with a row that lives.
    func isCovered(_ change: Change) -> Bool {
        switch change {
        case .birth(let birth):
            guard schema.entities[birth.row.entity]?.owner != nil else {
                return birth.isCovered(by: state.death(of: birth.row)?.seen, in: schema)
            }
            guard let root = root(ofPart: birth.state, entity: birth.row.entity) else {
                return isPurgedWithOwner(birth)
            }
            let since = birth.state.lifeClock(of: birth.row.entity, in: schema)
            let isAlive = state.contains(root) && !state.isDead(root, since: since)
            return !isAlive && birth.isCovered(by: state.death(of: root)?.seen, in: schema)
        case .set(let row, let field, let value):
            return schema.hasContent(row.entity) && schema.isGuarded(field, of: row.entity)
                && state.death(of: row)?.seen.covers(value.clock) == true
        case .pair, .death, .redirect:
            return false
        }
    }

    /// Returns whether a part was purged, and with it its owner, which is not here.
    ///
    /// The deletion of the root cannot be compared with such a part: of an attachment that is not
    /// here, the entry is not known. If the part returns, it is published with its owners.
    private func isPurgedWithOwner(_ birth: Change.Birth) -> Bool {
        guard let owner = owner(of: birth.state, entity: birth.row.entity), !state.contains(owner)
        else { return false }
        return [birth.row, owner].allSatisfy { state.death(of: $0)?.isPurge == true }
    }

    /// Publishes a part that returns although a deletion of its root had seen it, with its owners.
    ///
    /// The root lives here because of other content. Where that came after the part, the part was
    /// not applied.
    mutating func publishReturn(of birth: Change.Birth) {
        let row = birth.row
        guard follows(.revive), !state.contains(row),
            let root = root(ofPart: birth.state, entity: row.entity),
            birth.isCovered(by: state.death(of: root)?.seen, in: schema)
        else { return }
        let owners = owners(of: birth.state, entity: row.entity)
        outcomes.formUnion(([row] + owners).map(ChangeKey.row))
    }
}

extension Change.Birth {
    /// Returns whether the row has content, and all of it is among what an author has seen.
    fileprivate func isCovered(by seen: Seen?, in schema: SyncSchema) -> Bool {
        guard let seen else { return false }
        let pieces = (schema.entities[row.entity]?.guardedFields ?? [])
            .compactMap { state.fields[$0.name] }
        let move = state.moveClock(of: row.entity, in: schema)
        return !pieces.isEmpty && pieces.allSatisfy { seen.covers($0.clock) }
            && move.map(seen.covers) ?? true
    }
}

extension RowState {
    /// Returns the clock of a row's birth, or of the last change of a part's owner.
    func lifeClock(of entity: String, in schema: SyncSchema) -> HybridClock {
        let owner = schema.ownerField(of: entity).flatMap { fields[$0]?.clock }
        return max(born, owner ?? born)
    }

    /// Returns the clock at which a user gave a part to its owner; nil if it was born there.
    func moveClock(of entity: String, in schema: SyncSchema) -> HybridClock? {
        let owner = schema.ownerField(of: entity).flatMap { fields[$0]?.clock }
        return owner.flatMap { $0 > born && $0.level == 0 ? $0 : nil }
    }
}
