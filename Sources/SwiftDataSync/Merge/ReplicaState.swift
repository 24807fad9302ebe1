// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rows and pairs of a replica with everything that the merge needs to know about them.
///
/// It has what was changed, and asks a source for all else. Without a source everything is in
/// memory. The rules use nothing but these operations.
struct ReplicaState: Sendable {
    /// The entities and their rules.
    var schema: SyncSchema
    /// The source of all entries that were not changed.
    let source: (any ReplicaSource)?
    private(set) var rows: [String: Overlay<RowKey, RowState>] = [:]
    private(set) var pairs = Overlay<PairID, PairState>()
    private(set) var deaths = Overlay<RowID, Death>()
    private(set) var redirects = Overlay<RowID, RowID>()
    private(set) var parked = Overlay<ParkedSlot, Change>()
    /// Rows that had a unique value of another row when they received it.
    var equalRows = RecordSet<RowID>(.equalRow)
    /// The references without a row.
    var homeless = RecordMap<FieldID, Homeless>(.homeless)
    /// The rows to which several rows may refer by a field that allows one; empty between steps.
    private(set) var contested: Set<ReplicaIndex.Reference> = []
    var index = ReplicaIndex()

    /// A reference without a row, with the time at which a repair found it.
    struct Homeless: Hashable, RecordValue {
        var since: Int64?

        func appendValue(to writer: inout ByteWriter) { writer.append(optional: since) }

        static func readValue(from reader: inout ByteReader) throws(SyncError) -> Homeless {
            Homeless(since: try reader.optionalNumber())
        }
    }

    init(schema: SyncSchema, source: (any ReplicaSource)? = nil) {
        self.schema = schema
        self.source = source
    }

    var hasSource: Bool { source != nil }

    // MARK: Rows

    subscript(row: RowID) -> RowState? {
        get {
            if let entry = rows[row.entity]?.entries[row.key] { return entry }
            return source?.row(row)
        }
        set {
            let old = self[row]
            let indexed = rows[row.entity]?.entries[row.key] ?? nil
            index.update(row, from: indexed, to: newValue, in: schema)
            rows[row.entity, default: Overlay()]
                .set(row.key, to: newValue, hasSource: hasSource)
            note(row, from: old, to: newValue)
        }
    }

    /// Returns whether a row exists.
    func contains(_ row: RowID) -> Bool { self[row] != nil }

    /// Returns whether a row was changed.
    func hasChanged(_ row: RowID) -> Bool { rows[row.entity]?.hasChanged(row.key) ?? false }

    /// Adds the rows of a source that were not changed to changed ones, in order.
    private func ordered(
        _ changed: Set<RowKey>,
        with stored: [RowKey]?,
        of entity: String
    ) -> [RowID] {
        var keys = changed
        for key in stored ?? [] where rows[entity]?.hasChanged(key) != true { keys.insert(key) }
        return keys.sorted().map { RowID(entity: entity, key: $0) }
    }

    /// Returns the rows of an entity with a reference to a row, or to one that was merged into it,
    /// in order.
    func rows(of entity: String, referringTo row: RowID, by field: String) -> [RowID] {
        var changed: Set<RowKey> = []
        var stored: [RowKey] = []
        for target in [row] + mergedRows(into: row) {
            let reference = ReplicaIndex.Reference(target: target, entity: entity, field: field)
            if let found = index.referrers[reference] { changed.formUnion(found) }
            stored += source?.rows(of: entity, referringTo: target, by: field) ?? []
        }
        return ordered(changed, with: stored, of: entity)
    }

    /// Returns the rows of an entity with a reference to a row, or to one that was merged into it,
    /// that the store does not show, in order.
    func unshownRows(of entity: String, referringTo row: RowID, by field: String) -> [RowID] {
        let keys = ([row] + mergedRows(into: row)).flatMap { target in
            source?.rows(of: entity, withUnshown: target, as: field) ?? []
        }
        return ordered([], with: keys, of: entity)
    }

    /// Returns the rows of an entity with a value of a unique constraint, in order.
    func rows(of entity: String, with value: SyncValue, ofUnique number: Int) -> [RowID] {
        let unique = ReplicaIndex.UniqueValue(entity: entity, index: number, value: value)
        return ordered(
            index.equalRows[unique] ?? [],
            with: source?.rows(of: entity, with: value, ofUnique: number),
            of: entity
        )
    }

    // MARK: Pairs

    subscript(pair: PairID) -> PairState? {
        get { pairs.value(for: pair, source: source?.pair(pair)) }
        set {
            pairs.set(pair, to: newValue, hasSource: hasSource)
            index.update(pair, isPresent: newValue != nil)
        }
    }

    /// Returns the pairs with a row, in order.
    func pairs(of row: RowID) -> [PairID] {
        let stored = source?.pairs(of: row).filter { !pairs.hasChanged($0) } ?? []
        return ((index.pairs[row].map(Array.init) ?? []) + stored).sorted()
    }

    /// Returns the pairs with a row at the left, which are published with it, in order.
    func ownPairs(of row: RowID) -> [PairID] { pairs(of: row).filter { $0.left == row } }

    // MARK: Redirects

    /// Returns the row that a row was merged into directly.
    func redirect(of row: RowID) -> RowID? {
        redirects.value(for: row, source: source?.redirect(of: row))
    }

    /// Returns whether a row has a redirect.
    func isRedirected(_ row: RowID) -> Bool { redirect(of: row) != nil }

    /// Returns the row that a row was merged into; the row itself if it was not.
    ///
    /// It ends because a redirect is always to a smaller row.
    func resolve(_ row: RowID) -> RowID {
        var row = row
        while let target = redirect(of: row), target < row { row = target }
        return row
    }

    /// Returns the rows that were merged into a row that stays, directly or not.
    private func mergedRows(into row: RowID) -> [RowID] {
        if source == nil, redirects.entries.isEmpty { return [] }
        guard !isRedirected(row) else { return [] }
        var found = [row]
        var next = 0
        while next < found.count {
            let target = found[next]
            let stored = source?.redirects(into: target).filter { !redirects.hasChanged($0) }
            found += (index.merged[target].map(Array.init) ?? []) + (stored ?? [])
            next += 1
        }
        return Array(found.dropFirst())
    }

    /// Returns the rows that were merged into a row and still exist, in order.
    func unmergedRows(into row: RowID) -> [RowID] {
        mergedRows(into: row).filter(contains).sorted()
    }

    /// Adds a redirect; returns whether it is news.
    mutating func redirect(_ row: RowID, to target: RowID) -> Bool {
        guard target < row, target.entity == row.entity else { return false }
        let known = redirect(of: row)
        if let known, known <= target { return false }
        if let known, redirects.hasChanged(row) { index.merged[known]?.remove(row) }
        redirects.set(row, to: target, hasSource: hasSource)
        index.merged[target, default: []].insert(row)
        noteReferrers(of: row)
        noteContests(about: target)
        return true
    }

    // MARK: Contests

    /// Notes that several rows may refer to a row by a field that allows one.
    mutating func contest(_ target: RowID, by field: String, of entity: String) {
        contested.insert(ReplicaIndex.Reference(target: target, entity: entity, field: field))
    }

    /// Forgets the noted contests, and returns them in order.
    mutating func takeContests() -> [ReplicaIndex.Reference] {
        guard !contested.isEmpty else { return [] }
        defer { contested = [] }
        return contested.sorted { left, right in
            (left.target, left.entity, left.field) < (right.target, right.entity, right.field)
        }
    }

    // MARK: Deletions

    /// Returns what is known of the deletions of a row.
    func death(of row: RowID) -> Death? {
        deaths.value(for: row, source: source?.death(of: row))
    }

    /// Adds a deletion to what is known; returns whether it is news.
    mutating func record(_ death: Death, of row: RowID) -> Bool {
        let known = self.death(of: row)
        let joined = known?.joined(with: death) ?? death
        guard known != joined else { return false }
        deaths.set(row, to: joined, hasSource: hasSource)
        return true
    }

    /// Returns whether the known deletions of a row are not earlier than a clock.
    func isDead(_ row: RowID, since clock: HybridClock) -> Bool {
        death(of: row).map { $0.clock >= clock } ?? false
    }

    // MARK: Parked changes

    /// Adds a change that waits for a row, unless it waits already.
    mutating func park(_ change: Change, for row: RowID) {
        setParked(ParkedSlot(change, waitingFor: row), to: change)
    }

    /// Removes the changes that wait for a row, and returns them.
    mutating func takeParked(for row: RowID) -> [Change] {
        let slots = slots(waitingFor: row)
        return slots.compactMap { slot in
            defer { setParked(slot, to: nil) }
            return parked(at: slot)
        }
    }

    /// Removes a change that waits.
    mutating func removeParked(at slot: ParkedSlot) { setParked(slot, to: nil) }

    private mutating func setParked(_ slot: ParkedSlot, to change: Change?) {
        parked.set(slot, to: change, hasSource: hasSource)
        index.update(slot, isPresent: change != nil)
    }

    func parked(at slot: ParkedSlot) -> Change? {
        parked.value(for: slot, source: source?.parked(at: slot))
    }

    /// Returns the places of the changes that wait for a row, in order.
    func slots(waitingFor row: RowID) -> [ParkedSlot] {
        ordered(index.awaited[row], with: source?.slots(waitingFor: row))
    }

    /// Returns the places of the parked changes of a row, in order.
    func slots(of row: RowID) -> [ParkedSlot] {
        ordered(index.parked[row], with: source?.slots(of: row))
    }

    private func ordered(_ changed: Set<ParkedSlot>?, with stored: [ParkedSlot]?) -> [ParkedSlot] {
        let unchanged = stored?.filter { !parked.hasChanged($0) } ?? []
        return ((changed.map(Array.init) ?? []) + unchanged).sorted()
    }
}
