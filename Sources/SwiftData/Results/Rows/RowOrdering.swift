// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The order of the rows of a fetch, equal to the order in which a store returns them.
///
/// Rows with equal values are ordered by key, so that no two rows compare as equal.
package struct RowOrdering: Sendable {
    /// The rule for the values of one sort key.
    package struct Level: Equatable, Sendable {
        let kind: _ColumnType.Kind
        var textRule = QueryOrder.TextRule.lexical
        var isReverse = false

        /// Returns a rule for values of a kind.
        package static func values(
            of kind: _ColumnType.Kind,
            isReverse: Bool = false
        ) -> Level {
            Level(kind: kind, isReverse: isReverse)
        }
    }

    let levels: [Level]

    /// Creates an order from rules, most significant first.
    package init(_ levels: [Level]) { self.levels = levels }

    init(_ order: [QueryOrder]) {
        levels = order.map { level in
            Level(
                kind: level.expression.type.kind,
                textRule: level.textRule,
                isReverse: level.isReverse
            )
        }
    }

    /// Returns whether a row comes before another.
    package func precedes(_ lhs: ResultRow, _ rhs: ResultRow) -> Bool {
        let order = compare(lhs.values, rhs.values, levels: levels.count)
        guard order == 0 else { return order < 0 }
        // In the direction of the last level, as in the query.
        return levels.last?.isReverse == true ? lhs.key > rhs.key : lhs.key < rhs.key
    }

    /// Returns a negative number if the first of the values come before others, and a positive
    /// number if they come after them.
    func compare(_ lhs: [_ColumnValue], _ rhs: [_ColumnValue], levels count: Int) -> Int {
        for (position, level) in levels.prefix(count).enumerated() {
            let order = level.compare(lhs[position], rhs[position])
            if order != 0 { return level.isReverse ? -order : order }
        }
        return 0
    }
}

extension RowOrdering.Level {
    /// Compares two values in ascending order; NULL comes first.
    fileprivate func compare(_ lhs: _ColumnValue, _ rhs: _ColumnValue) -> Int {
        switch (lhs, rhs) {
        case (.null, .null): 0
        case (.null, _): -1
        case (_, .null): 1
        case (.integer(let left), .integer(let right)) where kind == .unsigned64:
            order(UInt64(bitPattern: left), UInt64(bitPattern: right))
        case (.integer(let left), .integer(let right)): order(left, right)
        case (.real(let left), .real(let right)): order(left, right)
        case (.integer(let left), .real(let right)): order(Double(left), right)
        case (.real(let left), .integer(let right)): order(left, Double(right))
        case (.text(let left), .text(let right)): compare(left, right)
        case (.blob(let left), .blob(let right)): order(bytes: left, right)
        // Values of different storage classes have the order of the classes.
        case (.integer, _), (.real, _): -1
        case (_, .integer), (_, .real): 1
        case (.text, .blob): -1
        case (.blob, .text): 1
        }
    }

    private func compare(_ lhs: String, _ rhs: String) -> Int {
        if lhs.utf8.elementsEqual(rhs.utf8) { return 0 }
        switch kind {
        case .text where textRule == .localizedStandard:
            return lhs.localizedStandardCompare(rhs).rawValue
        case .text: return order(lhs, rhs)
        case .decimal:
            guard let left = Decimal(_stored: lhs), let right = Decimal(_stored: rhs) else {
                return order(bytes: lhs.utf8, rhs.utf8)
            }
            return order(left, right)
        default: return order(bytes: lhs.utf8, rhs.utf8)
        }
    }

    private func order<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> Int {
        lhs == rhs ? 0 : lhs < rhs ? -1 : 1
    }

    private func order(
        bytes lhs: some Collection<UInt8>,
        _ rhs: some Collection<UInt8>
    ) -> Int {
        if lhs.lexicographicallyPrecedes(rhs) { return -1 }
        return rhs.lexicographicallyPrecedes(lhs) ? 1 : 0
    }
}

/// A row of a fetch: its primary key and the values that determine its position.
package struct ResultRow: Equatable, Sendable {
    /// The primary key, or another number that identifies the row.
    package let key: Int64
    /// The values of the sort keys, most significant first.
    package let values: [_ColumnValue]

    /// Creates a row.
    package init(key: Int64, values: [_ColumnValue]) {
        self.key = key
        self.values = values
    }
}
