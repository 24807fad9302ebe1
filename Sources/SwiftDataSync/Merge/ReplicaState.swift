// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rows and pairs of a replica with everything that the merge needs to know about them.
///
/// The rules use nothing but these operations, which tables can also provide.
struct ReplicaState: Hashable, Sendable {
    private var rows: [String: [RowKey: RowState]] = [:]
    private(set) var deaths: [RowID: Death] = [:]
    private(set) var redirects: [RowID: RowID] = [:]
    private(set) var pairs: [PairID: PairState] = [:]
    var parked = Parked()
    private var referrers: [Reference: Set<RowKey>] = [:]
    private var pairsByRow: [RowID: Set<PairID>] = [:]

    /// The rows of an entity that refer to a row by a field.
    private struct Reference: Hashable {
        let target: RowID
        let entity: String
        let field: String
    }

    subscript(row: RowID) -> RowState? {
        get { rows[row.entity]?[row.key] }
        set {
            updateReferrers(of: row, from: self[row], to: newValue)
            rows[row.entity, default: [:]][row.key] = newValue
        }
    }

    private mutating func updateReferrers(
        of row: RowID,
        from old: RowState?,
        to new: RowState?
    ) {
        for (field, state) in old?.fields ?? [:] {
            guard let target = state.value.row, new?.fields[field]?.value.row != target else {
                continue
            }
            let reference = Reference(target: target, entity: row.entity, field: field)
            referrers[reference]?.remove(row.key)
            if referrers[reference]?.isEmpty == true { referrers[reference] = nil }
        }
        for (field, state) in new?.fields ?? [:] {
            guard let target = state.value.row, old?.fields[field]?.value.row != target else {
                continue
            }
            let reference = Reference(target: target, entity: row.entity, field: field)
            referrers[reference, default: []].insert(row.key)
        }
    }

    subscript(pair: PairID) -> PairState? {
        get { pairs[pair] }
        set {
            pairs[pair] = newValue
            for row in [pair.left, pair.right] {
                if newValue == nil {
                    pairsByRow[row]?.remove(pair)
                    if pairsByRow[row]?.isEmpty == true { pairsByRow[row] = nil }
                } else {
                    pairsByRow[row, default: []].insert(pair)
                }
            }
        }
    }

    /// Returns whether a row exists.
    func contains(_ row: RowID) -> Bool { self[row] != nil }

    /// Returns the rows of an entity in order.
    func rows(of entity: String) -> [RowID] {
        (rows[entity] ?? [:]).keys.sorted().map { RowID(entity: entity, key: $0) }
    }

    /// All rows in order.
    var allRows: [RowID] { rows.keys.sorted().flatMap(rows(of:)) }

    /// Returns the rows of an entity with a reference to a row, or to one that was merged into it,
    /// in order.
    func rows(of entity: String, referringTo row: RowID, by field: String) -> [RowID] {
        let merged = redirects.isEmpty ? [] : redirects.keys.filter { resolve($0) == row }
        let keys = ([row] + merged).reduce(into: Set<RowKey>()) { keys, target in
            let reference = Reference(target: target, entity: entity, field: field)
            if let found = referrers[reference] { keys.formUnion(found) }
        }
        return keys.sorted().map { RowID(entity: entity, key: $0) }
    }

    /// Returns the pairs with a row, in order.
    func pairs(of row: RowID) -> [PairID] { pairsByRow[row]?.sorted() ?? [] }

    /// Returns the pairs with a row at the left, which are published with it, in order.
    func ownPairs(of row: RowID) -> [PairID] { pairs(of: row).filter { $0.left == row } }

    /// Returns the row that a row was merged into; the row itself if it was not.
    ///
    /// It ends because a redirect is always to a smaller row.
    func resolve(_ row: RowID) -> RowID {
        var row = row
        while let target = redirects[row], target < row { row = target }
        return row
    }

    /// Returns whether a row has a redirect.
    func isRedirected(_ row: RowID) -> Bool { redirects[row] != nil }

    /// Returns the rows that were merged into a row and still exist, in order.
    func unmergedRows(into row: RowID) -> [RowID] {
        redirects.keys.filter { contains($0) && resolve($0) == row }.sorted()
    }

    /// Adds a redirect; returns whether it is news.
    mutating func redirect(_ row: RowID, to target: RowID) -> Bool {
        guard target < row, target.entity == row.entity else { return false }
        if let known = redirects[row], known <= target { return false }
        redirects[row] = target
        return true
    }

    /// Adds a deletion to what is known; returns whether it is news.
    mutating func record(_ death: Death, of row: RowID) -> Bool {
        let joined = deaths[row]?.joined(with: death) ?? death
        guard deaths[row] != joined else { return false }
        deaths[row] = joined
        return true
    }

    /// Returns whether the known deletions of a row are not earlier than a clock.
    func isDead(_ row: RowID, since clock: HybridClock) -> Bool {
        deaths[row].map { $0.clock >= clock } ?? false
    }
}
