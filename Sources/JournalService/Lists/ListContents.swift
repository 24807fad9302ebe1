// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The rows of a live list at one commit, as a value.
///
/// It keeps two orders: the entries by time, with some more than the list shows so that few of its
/// changes need the store, and the rows that are shown, which may be grouped. Both are updated by
/// the framework's `ResultRows`, in proportion to the entries that changed.
struct ListContents {
    /// A row that is shown.
    private struct Place: Hashable {
        let entry: Int64
        /// The tag that the row stands for; nil unless the list is grouped by tag.
        let tag: String?
    }

    /// The limits of a list.
    private struct RowLimits {
        /// The maximum number of entries that are shown.
        let count: Int
        /// The maximum number of groups of one entry.
        let tagCount: Int
        /// The maximum size of the encoded entries of all rows in bytes, which leaves room for the
        /// other members of the rows.
        let byteCount: Int

        init(count: Int, grouping: ListGrouping) {
            self.count = count
            tagCount = max(1, maximumTagRowCount / count)
            let rowCount = count * (grouping == .tag ? min(tagCount, Limits.tags) : 1)
            // Every byte of a title may be escaped by another one.
            let title = grouping == .none ? 0 : 2 * Limits.name
            byteCount = maximumByteCount - rowCount * (ListRow.maximumFrameLength + title)
        }
    }

    /// An edit with the row that it concerns.
    struct Edit: Equatable {
        let edit: ListEdit
        let row: ListRow
        let group: String?

        /// The JSON text.
        var json: [UInt8] { row.json(edit, group: group) }

        /// An upper bound for the length of the JSON text, with a comma after it.
        var maximumLength: Int {
            var length = ListRow.maximumFrameLength + 1
            if let group { length += JSON.string(group).serialized().count }
            if case .delete = edit { return length }
            return length + row.byteCount
        }
    }

    /// The maximum size of the encoded rows of a list in bytes; further entries are truncated.
    static let maximumByteCount = 4 << 20
    /// The maximum number of rows of a list that is grouped by tag.
    static let maximumTagRowCount = 4000
    /// The approximate size in bytes of an entry without its content, and of a place of it.
    private static let rowLengths = (entry: 400, place: 300)

    private let limits: RowLimits
    private let grouping: ListGrouping
    /// The entries by time.
    private var window: ResultRows
    /// The shown rows, by the keys of their places.
    private var shown: ResultRows
    private let order: RowOrdering
    private var entries: [Int64: ListRow] = [:]
    private var numbers: [String: Int64] = [:]
    private var places: [Int64: Place] = [:]
    private var keys: [Place: Int64] = [:]
    private var keysOfEntries: [Int64: [Int64]] = [:]
    private var lastNumber: Int64 = 0
    private var byteCount = 0

    /// Creates an empty list.
    init(limit: Int, order: ListOrder, grouping: ListGrouping) {
        limits = RowLimits(count: limit, grouping: grouping)
        self.grouping = grouping
        let isReverse = order == .newest
        let time: [RowOrdering.Level] = [
            .values(of: .integer, isReverse: isReverse), .values(of: .uuid, isReverse: isReverse),
        ]
        let reserve = Self.reserve(for: limit)
        window = ResultRows(ordering: RowOrdering(time), limit: limit + reserve, reserve: reserve)
        let group = RowOrdering.Level.values(
            of: .uuid,
            isReverse: isReverse && grouping == .day
        )
        self.order = RowOrdering(grouping == .none ? time : [group, group] + time)
        shown = ResultRows(ordering: self.order)
    }

    /// The number of entries beyond the limit that are kept.
    static func reserve(for limit: Int) -> Int { max(16, limit / 4) }

    /// The maximum number of entries that are kept.
    var capacity: Int { limits.count + Self.reserve(for: limits.count) }

    /// Whether an entry is among those that are kept.
    func contains(_ id: String) -> Bool { numbers[id] != nil }

    /// The size in bytes without the content of the rows.
    var structureByteCount: Int {
        entries.count * Self.rowLengths.entry + places.count * Self.rowLengths.place
    }

    /// The size in bytes, with the content of the rows.
    var totalByteCount: Int { structureByteCount + byteCount }

    /// Returns the row of an entry; nil if it is not among those that are kept.
    func row(_ id: String) -> ListRow? { numbers[id].flatMap { entries[$0] } }

    /// Whether another list, with the same criteria, keeps the same rows.
    func hasSameRows(as other: ListContents) -> Bool {
        entries.count == other.entries.count && keptRows == other.keptRows
    }

    /// The entries that are kept, by time.
    var keptRows: [ListRow] { window.keys.compactMap { entries[$0] } }

    /// The shown rows with the titles of their groups.
    var rows: [(row: ListRow, group: String?)] {
        shown.keys.compactMap { key in
            guard let place = places[key], let row = entries[place.entry] else { return nil }
            return (row, group(of: row, place: place))
        }
    }
}

// MARK: - Changes

extension ListContents {
    /// Replaces the rows by those that were read from the store, in order and up to `capacity`.
    ///
    /// - Returns: The edits that turn the old shown rows into the new ones.
    mutating func replace(with rows: [ListRow]) -> [Edit] {
        let former = entries
        let formerNumbers = numbers
        entries = [:]
        numbers = [:]
        byteCount = 0
        var kept: [ResultRow] = []
        for row in rows {
            let number = formerNumbers[row.id] ?? nextNumber()
            insert(row, number: number)
            kept.append(ResultRow(key: number, values: Self.time(of: row)))
        }
        _ = window.replace(with: kept, updated: .keys([]))
        let affected = Set(former.keys).union(entries.keys)
        return show(affected, former: former)
    }

    /// Changes entries: to the given rows, or to none if they do not match.
    ///
    /// - Returns: The edits of the shown rows; nil, without an effect, if entries are needed that
    ///   only the store has.
    mutating func apply(_ changes: [String: ListRow?]) -> [Edit]? {
        var candidates: [Int64] = []
        var current: [ResultRow] = []
        var present: [Int64: ListRow] = [:]
        let lastNumber = lastNumber
        for (id, row) in changes.sorted(by: { $0.key < $1.key }) {
            guard let number = numbers[id] ?? (row == nil ? nil : nextNumber()) else { continue }
            candidates.append(number)
            guard let row else { continue }
            present[number] = row
            current.append(ResultRow(key: number, values: Self.time(of: row)))
        }
        let formerKeys = window.keys
        guard let difference = window.update(candidates, to: current) else {
            self.lastNumber = lastNumber
            return nil
        }
        var affected = Set(candidates)
        let shift =
            difference.deletions.count + difference.insertions.count
            + difference.moves.count
        if shift > 0 {
            // Entries that others pushed out of the shown part, or let into it.
            for keys in [formerKeys, window.keys] {
                let start = min(max(0, limits.count - shift), keys.count)
                affected.formUnion(keys[start..<min(limits.count + shift, keys.count)])
            }
        }
        var former: [Int64: ListRow] = [:]
        for number in affected { former[number] = entries[number] }
        for number in candidates + difference.deletions.map(\.key) { remove(number) }
        for (number, row) in present where window.offset(of: number) != nil {
            insert(row, number: number)
        }
        return show(affected, former: former)
    }

    private mutating func nextNumber() -> Int64 {
        lastNumber += 1
        return lastNumber
    }

    private mutating func insert(_ row: ListRow, number: Int64) {
        let fits = byteCount + byteCount(of: row) <= limits.byteCount
        let row = fits ? row : row.truncated
        entries[number] = row
        numbers[row.id] = number
        byteCount += byteCount(of: row)
    }

    /// Returns the size of an entry in all rows that contain it.
    private func byteCount(of row: ListRow) -> Int { row.byteCount * groups(of: row).count }

    private func groups(of row: ListRow) -> [String?] {
        row.groups(by: grouping, tagLimit: limits.tagCount)
    }

    private mutating func remove(_ number: Int64) {
        guard let row = entries.removeValue(forKey: number) else { return }
        numbers[row.id] = nil
        byteCount -= byteCount(of: row)
    }
}

// MARK: - Shown rows

extension ListContents {
    /// Updates the shown rows of some entries.
    ///
    /// - Parameters:
    ///   - affected: The entries that changed, or that entered or left the shown part.
    ///   - former: The rows of these entries before the change.
    /// - Returns: The edits.
    private mutating func show(_ affected: Set<Int64>, former: [Int64: ListRow]) -> [Edit] {
        var candidates: Set<Int64> = []
        var current: [ResultRow] = []
        var present: [Int64: [Int64]] = [:]
        for number in affected {
            candidates.formUnion(keysOfEntries[number] ?? [])
            guard let offset = window.offset(of: number), offset < limits.count,
                let row = entries[number]
            else { continue }
            for group in groups(of: row) {
                let key = key(of: Place(entry: number, tag: grouping == .tag ? group : nil))
                candidates.insert(key)
                present[number, default: []].append(key)
                current.append(ResultRow(key: key, values: values(of: row, group: group)))
            }
        }
        let formerKeys = shown.keys
        // Without a limit, there is always a difference.
        guard let difference = shown.update(candidates, to: current) else { return [] }
        for number in affected { keysOfEntries[number] = present[number] }
        let edits = difference.edits(from: formerKeys, to: shown.keys)
            .compactMap { edit($0.edit, ofRow: $0.key, former: former) }
        for row in difference.deletions {
            if let place = places.removeValue(forKey: row.key) { keys[place] = nil }
        }
        return edits
    }

    private func edit(
        _ edit: ListEdit,
        ofRow key: Int64,
        former: [Int64: ListRow]
    ) -> Edit? {
        guard let place = places[key] else { return nil }
        let old = former[place.entry]
        if case .delete = edit {
            return old.map { Edit(edit: edit, row: $0, group: group(of: $0, place: place)) }
        }
        guard let row = entries[place.entry] else { return nil }
        switch edit {
        case .update where old == row: return nil
        case .move(let from, let to) where from == to && old == row: return nil
        default: return Edit(edit: edit, row: row, group: group(of: row, place: place))
        }
    }

    private mutating func key(of place: Place) -> Int64 {
        if let known = keys[place] { return known }
        let key = nextNumber()
        keys[place] = key
        places[key] = place
        return key
    }

    private func group(of row: ListRow, place: Place) -> String? {
        place.tag ?? groups(of: row).first.flatMap { $0 }
    }

    // MARK: Sort keys

    private static func time(of row: ListRow) -> [_ColumnValue] {
        [.integer(row.milliseconds), .text(row.id)]
    }

    private func values(of row: ListRow, group: String?) -> [_ColumnValue] {
        guard let group else { return Self.time(of: row) }
        // Names are unique by their keys, which ignore letter case.
        let key = grouping == .day ? group : Name.key(of: group)
        return [.text(key), .text(group)] + Self.time(of: row)
    }
}
