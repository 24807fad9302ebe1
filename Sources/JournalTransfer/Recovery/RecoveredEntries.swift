// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The rows of entries that were found in a damaged store, in one array: there can be millions.
struct RecoveredEntries {
    private struct Candidate {
        var key: Int64
        var date: Double
        var revision: Int64
        var page: UInt32
        var cell: UInt32
        var isTrashed: Bool
        var isReached: Bool
    }

    private var candidates: [Candidate] = []

    /// The number of entries outside the trash, and of those in it.
    var counts: (listed: Int, trashed: Int) {
        let trashed = candidates.count { $0.isTrashed }
        return (candidates.count - trashed, trashed)
    }

    /// The places of the rows.
    var places: some Sequence<RecoveredStore.Place> { candidates.lazy.map(Self.place) }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - place: Its place.
    ///   - isReached: Whether another page refers to the page of the row.
    mutating func add(_ row: TableRow, at place: RecoveredStore.Place, isReached: Bool) {
        candidates.append(
            Candidate(
                key: row.key,
                date: row.number(StoreTable.EntryColumn.createdAt) ?? 0,
                revision: row.integer(StoreTable.EntryColumn.revision) ?? 0,
                page: UInt32(truncatingIfNeeded: place.page),
                cell: UInt32(truncatingIfNeeded: place.cell),
                isTrashed: row.values[StoreTable.EntryColumn.trashedAt] != .null,
                isReached: isReached
            )
        )
    }

    /// Keeps one row of each entry, after all rows were added: unused pages may contain previous
    /// versions of a row.
    mutating func removeFormerVersions() {
        candidates.sort { first, second in
            guard first.key == second.key else { return first.key < second.key }
            guard first.isReached == second.isReached else { return first.isReached }
            return !first.isReached && first.revision > second.revision
        }
        var count = 0
        for index in candidates.indices
        where count == 0 || candidates[count - 1].key != candidates[index].key {
            candidates[count] = candidates[index]
            count += 1
        }
        candidates.removeSubrange(count...)
    }

    /// Returns the place of the row with a key.
    ///
    /// - Complexity: O(log *n*) for *n* entries.
    func place(of key: Int64) -> RecoveredStore.Place? {
        var (low, high) = (0, candidates.count)
        while low < high {
            let middle = (low + high) / 2
            if candidates[middle].key < key { low = middle + 1 } else { high = middle }
        }
        guard low < candidates.count, candidates[low].key == key else { return nil }
        return Self.place(candidates[low])
    }

    /// Returns the keys of the entries, oldest first.
    func keys(trashed: Bool) -> [Int64] {
        var found: [(date: Double, key: Int64)] = []
        for candidate in candidates where trashed || !candidate.isTrashed {
            found.append((candidate.date, candidate.key))
        }
        found.sort { $0 < $1 }
        return found.map(\.key)
    }

    private static func place(_ candidate: Candidate) -> RecoveredStore.Place {
        RecoveredStore.Place(page: Int(candidate.page), cell: Int(candidate.cell))
    }
}

/// The identifiers that an index of a damaged store lists.
struct ListedIdentifiers {
    private var numbers: [UInt128] = []

    /// Adds an identifier; a text that is none, as on a damaged page, is omitted.
    mutating func add(_ text: String) {
        if let number = Self.number(text) { numbers.append(number) }
    }

    /// Returns the identifiers that are not among others, sorted.
    func texts(notIn others: some Sequence<String>) -> [String] {
        let present = others.compactMap(Self.number).sorted()
        var rest = present[...]
        var last: UInt128?
        return numbers.sorted().compactMap { number in
            rest = rest.drop { $0 < number }
            defer { last = number }
            guard rest.first != number, last != number else { return nil }
            return EntryID.text(
                high: UInt64(truncatingIfNeeded: number >> 64),
                low: UInt64(truncatingIfNeeded: number)
            )
        }
    }

    private static func number(_ text: String) -> UInt128? {
        guard let bits = EntryID(text)?.bits else { return nil }
        return UInt128(bits.high) << 64 | UInt128(bits.low)
    }
}
