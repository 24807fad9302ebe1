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

    subscript(row: RowID) -> RowState? {
        get { rows[row.entity]?[row.key] }
        set { rows[row.entity, default: [:]][row.key] = newValue }
    }

    subscript(pair: PairID) -> PairState? {
        get { pairs[pair] }
        set { pairs[pair] = newValue }
    }

    /// Returns whether a row exists.
    func contains(_ row: RowID) -> Bool { self[row] != nil }

    /// Returns the rows of an entity in order.
    func rows(of entity: String) -> [RowID] {
        (rows[entity] ?? [:]).keys.sorted().map { RowID(entity: entity, key: $0) }
    }

    /// All rows in order.
    var allRows: [RowID] { rows.keys.sorted().flatMap(rows(of:)) }

    /// Returns the rows of an entity with a reference to a row, in order.
    func rows(of entity: String, referringTo row: RowID, by field: String) -> [RowID] {
        let found = (rows[entity] ?? [:]).filter { _, state in
            guard let target = state.fields[field]?.value.row else { return false }
            return target == row || resolve(target) == row
        }
        return found.keys.sorted().map { RowID(entity: entity, key: $0) }
    }

    /// Returns the pairs that satisfy a condition, in order.
    func pairs(where isIncluded: (PairID) -> Bool) -> [PairID] {
        pairs.keys.filter(isIncluded).sorted()
    }

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
