// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLText {
    // MARK: Joined conditions

    /// Joins conditions as a balanced tree.
    ///
    /// SQLite rejects an expression with a depth of more than 1,000.
    static func balanced(_ conditions: ArraySlice<SQLText>, by separator: SQLText) -> SQLText {
        guard conditions.count > 16 else { return "(\(conditions.joined(separator: separator)))" }
        let half = conditions.startIndex + conditions.count / 2
        let left = balanced(conditions[..<half], by: separator)
        return "(\(left)\(separator)\(balanced(conditions[half...], by: separator)))"
    }

    // MARK: Order and membership

    static func comparison(
        _ lhs: SQLText,
        ordering: QueryOrdering,
        _ rhs: SQLText,
        kind: _ColumnType.Kind
    ) -> SQLText {
        if kind == .unsigned64 {
            // The upper half of the range is stored as negative numbers.
            return "((\(lhs) < 0, \(lhs)) \(ordering.symbol) (\(rhs) < 0, \(rhs)))"
        }
        return "(\(lhs)\(kind.collation) \(ordering.symbol) \(rhs))"
    }

    /// Returns the test whether a value is one of some values.
    static func membership(
        _ value: SQLText,
        values: [_ColumnValue],
        kind: _ColumnType.Kind
    ) -> SQLText {
        let left: SQLText = "\(value)\(kind.collation)"
        guard let last = values.last else { return "0" }
        if values.count == 1 { return "(\(left) = \(bind: last))" }
        if values.count > 16, kind == .integer, let range = range(of: values) {
            // One search in an index instead of one for each value.
            return "(\(left) BETWEEN \(bind: range.lowerBound) AND \(bind: range.upperBound))"
        }
        if values.count > 16, let array = JSONArray.text(of: values) {
            return "(\(left) IN (SELECT value FROM json_each(\(bind: array))))"
        }
        // Padding to powers of two, and to multiples of a large one, limits the number of distinct
        // statements.
        var count = 2
        while count < min(values.count, 16_384) { count *= 2 }
        count *= (values.count + count - 1) / count
        let padded = values + Array(repeating: last, count: count - values.count)
        let items = padded.map { "\(bind: $0)" as SQLText }
        return "(\(left) IN (\(items.joined(separator: ", "))))"
    }
    /// Returns the range that consists of integers; nil for other values.
    private static func range(of values: [_ColumnValue]) -> ClosedRange<Int64>? {
        var integers: [Int64] = []
        integers.reserveCapacity(values.count)
        for value in values {
            guard case .integer(let integer) = value else { return nil }
            integers.append(integer)
        }
        return KeyRanges.single(integers)
    }

    /// Returns the test whether a row has one of the given classes.
    static func isClass(_ names: [String], column: SQLText) -> SQLText {
        let list = names.map { SQLText("\(bind: .text($0))") }.joined(separator: ", ")
        // With the collation of the index.
        return "\(column)\(_ColumnType.Kind.text.collation) IN (\(list))"
    }

    /// Returns the end of a statement that returns some of its rows.
    static func limit(_ count: Int?, skipped: Int?) -> SQLText {
        let offset = max(skipped ?? 0, 0)
        guard count != nil || offset > 0 else { return "" }
        let limit = count.map { max($0, 0) } ?? -1
        return offset == 0
            ? " LIMIT \(bind: Int64(limit))"
            : " LIMIT \(bind: Int64(limit)) OFFSET \(bind: Int64(offset))"
    }
}

extension QueryOrdering {
    fileprivate var symbol: SQLText {
        switch self {
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}
