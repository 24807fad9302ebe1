// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The ordered rows of a fetch, which are updated from the rows that changed.
///
/// The rows contain no values other than sort keys. A changed row is found by a binary search for
/// its old sort keys, and inserted by a binary search for its new ones.
package struct ResultRows {
    /// The changed rows among the rows that a fetch returns again.
    package enum UpdatedRows {
        /// Every row.
        case all
        /// The rows with these keys.
        case keys(Set<Int64>)
    }

    let ordering: RowOrdering
    /// The maximum number of rows; nil means no maximum.
    let limit: Int?
    /// Whether the first value of a row is the title of its section.
    let hasSections: Bool
    /// The primary keys in order.
    package private(set) var keys: [Int64] = []
    private(set) var sections = RowSections()
    /// The number of comparisons of rows since the value was created.
    private(set) var comparisonCount = 0
    private var values: [Int64: [_ColumnValue]] = [:]
    /// The number of rows that must be present as long as the last of them may not be the last of
    /// all.
    private let minimumCount: Int
    /// Whether rows after the last one may exist.
    private var mayHaveMore = false

    /// Creates a value without rows.
    ///
    /// - Parameters:
    ///   - ordering: The order of the rows.
    ///   - limit: The maximum number of rows; nil means no maximum.
    ///   - reserve: The number of rows within the limit that may leave before rows beyond the limit
    ///     are needed.
    ///   - hasSections: Whether the first value of a row is the title of its section.
    package init(
        ordering: RowOrdering,
        limit: Int? = nil,
        reserve: Int = 0,
        hasSections: Bool = false
    ) {
        self.ordering = ordering
        self.limit = limit.map { max(0, $0) }
        minimumCount = max(0, (limit ?? 0) - reserve)
        self.hasSections = hasSections
    }

    /// Returns the offset of a row; nil if it is not among the rows.
    ///
    /// - Complexity: O(log *n*) comparisons.
    package func offset(of key: Int64) -> Int? {
        guard let values = values[key] else { return nil }
        let row = ResultRow(key: key, values: values)
        return keys.partitioningIndex { !ordering.precedes(self.row($0), row) }
    }

    // MARK: Updating

    /// Updates the rows after some of them changed.
    ///
    /// - Parameters:
    ///   - candidates: The keys of the rows that may have changed.
    ///   - current: The candidates that match now.
    /// - Returns: The difference; nil, without an effect, if rows beyond the limit are needed.
    /// - Complexity: O(*k* log *n*) comparisons for *k* candidates, and a copy of the *n* keys.
    package mutating func update(
        _ candidates: some Collection<Int64>,
        to current: [ResultRow]
    ) -> RowsDifference? {
        var change = Change()
        let matches = Dictionary(current.map { ($0.key, $0.values) }) { $1 }
        for key in candidates {
            guard let old = values[key] else { continue }
            let offset = lowerBound(of: ResultRow(key: key, values: old))
            if let new = matches[key], isSamePlace(old, new) {
                change.updated.append(.init(offset: offset, key: key))
            } else {
                change.removed.append(.init(offset: offset, key: key))
            }
        }
        change.removed.sort { $0.offset < $1.offset }
        for row in current {
            if let old = values[row.key], isSamePlace(old, row.values) { continue }
            let offset = lowerBound(of: row)
            // The rows after the last one are unknown.
            if mayHaveMore, offset == keys.count { continue }
            change.incoming.append(.init(row: row, gap: offset))
        }
        let count = keys.count - change.removed.count + change.incoming.count
        if mayHaveMore, count < minimumCount { return nil }
        change.incoming.sort { lhs, rhs in
            guard lhs.gap == rhs.gap else { return lhs.gap < rhs.gap }
            comparisonCount += 1
            return ordering.precedes(lhs.row, rhs.row)
        }
        return apply(change)
    }

    /// The changes of some rows, by offset.
    private struct Change {
        /// A row to insert before the old row with the offset `gap`.
        struct Incoming {
            let row: ResultRow
            let gap: Int
        }

        /// The rows with different sort keys or none.
        var removed: [RowsDifference.Element] = []
        /// The other changed rows.
        var updated: [RowsDifference.Element] = []
        /// The rows with new sort keys, in order.
        var incoming: [Incoming] = []

        /// Returns the number of removed rows before an old offset.
        func removedCount(before offset: Int) -> Int {
            removed.partitioningIndex { $0.offset >= offset }
        }

        /// Returns the later offset of a row that is not removed.
        func laterOffset(of offset: Int) -> Int {
            offset - removedCount(before: offset) + incoming.partitioningIndex { $0.gap > offset }
        }
    }

    private mutating func apply(_ change: Change) -> RowsDifference {
        var difference = RowsDifference(oldSections: sections)
        var next = keys(after: change)
        let dropped = limit.map { next.dropFirst($0) } ?? []
        next.removeLast(dropped.count)
        let incoming = change.incoming.enumerated().map { index, incoming in
            let gap = incoming.gap - change.removedCount(before: incoming.gap)
            return Placed(row: incoming.row, gap: gap, offset: gap + index)
        }.filter { $0.offset < next.count }

        var removedTitles = change.removed.map { title(of: $0.key) }
        difference.deletions = add(incoming, to: &difference, removed: change.removed)
        let incomingKeys = Set(change.incoming.map(\.row.key))
        for key in dropped where !incomingKeys.contains(key) {
            guard let offset = offset(of: key) else { continue }
            difference.deletions.append(.init(offset: offset, key: key))
            removedTitles.append(title(of: key))
        }
        for row in change.updated {
            let offset = change.laterOffset(of: row.offset)
            guard offset < next.count else { continue }
            difference.updates.append(.init(from: row.offset, to: offset, key: row.key))
        }

        for row in difference.deletions { values[row.key] = nil }
        for placed in incoming { values[placed.row.key] = placed.row.values }
        if !dropped.isEmpty { mayHaveMore = true }
        keys = next
        if hasSections {
            sections.change(
                removing: removedTitles,
                adding: incoming.map { title(of: $0.row.key) },
                orderedBy: titleOrder
            )
        }
        difference.newSections = sections
        difference.sort()
        return difference
    }

    /// A row with new sort keys and its place.
    private struct Placed {
        let row: ResultRow
        /// The number of rows before it that are neither removed nor incoming.
        let gap: Int
        let offset: Int
    }

    /// Adds rows to the insertions, the moves and the updates.
    ///
    /// - Returns: The removed rows that are not among the incoming ones.
    private func add(
        _ incoming: [Placed],
        to difference: inout RowsDifference,
        removed: [RowsDifference.Element]
    ) -> [RowsDifference.Element] {
        let removedIndexes = Dictionary(
            uniqueKeysWithValues: removed.indices.map { (removed[$0].key, $0) }
        )
        var kept: Set<Int64> = []
        /// The rows that are in the same gap between unchanged rows as before.
        var settled: [(old: Int, offset: Int, key: Int64)] = []
        for placed in incoming {
            let (key, offset) = (placed.row.key, placed.offset)
            guard let index = removedIndexes[key] else {
                difference.insertions.append(.init(offset: offset, key: key))
                continue
            }
            kept.insert(key)
            let old = removed[index].offset
            if old - index == placed.gap, isSameSection(placed.row) {
                settled.append((old, offset, key))
            } else {
                difference.moves.append(.init(from: old, to: offset, key: key))
            }
        }
        appendSettled(settled, to: &difference)
        return removed.filter { !kept.contains($0.key) }
    }

    /// Adds the rows that kept their places to the updates, and the others to the moves.
    private func appendSettled(
        _ rows: [(old: Int, offset: Int, key: Int64)],
        to difference: inout RowsDifference
    ) {
        let unmoved = Set(IncreasingSubsequence(of: rows.map(\.old)).indices)
        for (index, row) in rows.enumerated() {
            let pair = RowsDifference.Pair(from: row.old, to: row.offset, key: row.key)
            if unmoved.contains(index) {
                difference.updates.append(pair)
            } else {
                difference.moves.append(pair)
            }
        }
    }

    private func keys(after change: Change) -> [Int64] {
        var next: [Int64] = []
        next.reserveCapacity(keys.count + change.incoming.count)
        var (offset, removed) = (0, change.removed[...])
        func copy(through end: Int) {
            while let first = removed.first, first.offset < end {
                next += keys[offset..<first.offset]
                offset = first.offset + 1
                removed.removeFirst()
            }
            if offset < end {
                next += keys[offset..<end]
                offset = end
            }
        }
        for incoming in change.incoming {
            copy(through: incoming.gap)
            next.append(incoming.row.key)
        }
        copy(through: keys.count)
        return next
    }

    // MARK: Replacing

    /// Replaces all rows, for example after the filter or the order changed.
    ///
    /// - Parameters:
    ///   - rows: The rows in order.
    ///   - former: The previous rows to compare with, which may have another order.
    ///   - updated: The rows with values that may have changed.
    /// - Returns: The difference from the previous rows.
    /// - Complexity: O(*n* log *n*) comparisons of integers, and no comparison of rows.
    package mutating func replace(
        with rows: [ResultRow],
        after former: ResultRows? = nil,
        updated: UpdatedRows
    ) -> RowsDifference {
        let old = former ?? self
        var difference = RowsDifference(oldSections: old.sections)
        setRows(rows)
        difference.newSections = sections
        var oldOffsets: [Int64: Int] = [:]
        oldOffsets.reserveCapacity(old.keys.count)
        for (offset, key) in old.keys.enumerated() { oldOffsets[key] = offset }
        var common: [(old: Int, offset: Int, key: Int64)] = []
        for (offset, key) in keys.enumerated() {
            if let oldOffset = oldOffsets.removeValue(forKey: key) {
                common.append((oldOffset, offset, key))
            } else {
                difference.insertions.append(.init(offset: offset, key: key))
            }
        }
        difference.deletions = oldOffsets.map { .init(offset: $0.value, key: $0.key) }
        let places = common.filter { old.title(of: $0.key) == title(of: $0.key) }
        let unmoved = Set(
            IncreasingSubsequence(of: places.map(\.old)).indices.map { places[$0].key }
        )
        for (oldOffset, offset, key) in common {
            let pair = RowsDifference.Pair(from: oldOffset, to: offset, key: key)
            if !unmoved.contains(key) {
                difference.moves.append(pair)
            } else if updated.contains(key) {
                difference.updates.append(pair)
            }
        }
        difference.sort()
        return difference
    }

    private mutating func setRows(_ rows: [ResultRow]) {
        keys = rows.map(\.key)
        mayHaveMore = limit.map { rows.count >= $0 } ?? false
        values = Dictionary(rows.map { ($0.key, $0.values) }) { $1 }
        sections = RowSections()
        guard hasSections else { return }
        sections.change(removing: [], adding: keys.map { title(of: $0) }, orderedBy: titleOrder)
    }

    // MARK: Rows

    private func row(_ key: Int64) -> ResultRow {
        ResultRow(key: key, values: values[key] ?? [])
    }

    /// Returns the offset of the first row that does not precede another.
    private mutating func lowerBound(of row: ResultRow) -> Int {
        var count = 0
        let offset = keys.partitioningIndex { key in
            count += 1
            return !ordering.precedes(self.row(key), row)
        }
        comparisonCount += count
        return offset
    }

    /// Returns the title of the section of a row; empty without sections.
    private func title(of key: Int64) -> String {
        guard hasSections, case .text(let title)? = values[key]?.first else { return "" }
        return title
    }

    /// Returns whether a row stays where it is.
    ///
    /// Equal strings can have different places in a localized order, and unequal numbers the same
    /// place.
    private func isSamePlace(_ old: [_ColumnValue], _ new: [_ColumnValue]) -> Bool {
        ordering.compare(old, new, levels: ordering.levels.count) == 0
    }

    private func isSameSection(_ row: ResultRow) -> Bool {
        !hasSections || values[row.key]?.first == row.values.first
    }

    private var titleOrder: (String, String) -> Bool {
        { [ordering] lhs, rhs in
            // The first two levels are the title.
            ordering.compare(
                [.text(lhs), .text(lhs)],
                [.text(rhs), .text(rhs)],
                levels: 2
            ) < 0
        }
    }
}

extension ResultRows.UpdatedRows {
    fileprivate func contains(_ key: Int64) -> Bool {
        switch self {
        case .all: true
        case .keys(let keys): keys.contains(key)
        }
    }
}
