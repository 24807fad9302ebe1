// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A test whether a column of a table has the value of a query's parameter.
struct ColumnTest: Sendable {
    /// The column, where 0 is the key and 1 the first value.
    let column: Int
    /// The index of the value in the query's template.
    let value: Int
    /// Whether the test is the whole condition.
    fileprivate(set) var isWholeCondition = false

    /// Returns the unsaved rows of a table that pass the test for a query, by ascending key.
    ///
    /// - Complexity: O(*k*) for *k* rows; O(*n*) for the first search of the column.
    func rows(in table: PendingTable, for query: FetchQuery) -> [PendingRows.Row] {
        let value = query.value(at: value)
        let positions = table.positions(of: value, in: column)
        guard !positions.isEmpty else { return [] }
        let sorted = table.positions(positions, in: .ascending) ?? positions
        return sorted.compactMap { position in
            // Values that are not equal can have the same entry in the index.
            table.rows[position].flatMap { $0.value(of: column) == value ? $0 : nil }
        }
    }

    /// Returns whether some unsaved row of a table may pass the test for a query.
    ///
    /// - Complexity: O(1); O(*n*) for the first search of the column.
    func mayPass(in rows: PendingTable, for query: FetchQuery) -> Bool {
        rows.count(of: query.value(at: value), in: column) > 0
    }
}

extension QueryExpression {
    /// Returns an equality test of a column that the condition includes, or `nil`.
    func columnTest(in table: TableLayout) -> ColumnTest? {
        let parts = conjuncts
        for case .equal(let left, let right) in parts {
            if var test = ColumnTest(left, value: right, table: table)
                ?? ColumnTest(right, value: left, table: table)
            {
                test.isWholeCondition = parts.count == 1
                return test
            }
        }
        return nil
    }
}

extension ColumnTest {
    /// Creates the test of an attribute of the fetched rows; nil for other expressions.
    fileprivate init?(_ attribute: QueryExpression, value: QueryExpression, table: TableLayout) {
        guard case .attribute(let path, let property, let offset, let type) = attribute,
            case .parameter(let index, let valueType) = value, path.steps.isEmpty,
            path.variable.id == 0, type.kind == valueType.kind, type.kind.hasOneStoredForm
        else { return nil }
        column = table.positions(of: property).lowerBound + offset + 1
        self.value = index
    }
}

extension _ColumnType.Kind {
    /// Whether the stored forms of two values are equal if, and only if, the values are.
    fileprivate var hasOneStoredForm: Bool {
        switch self {
        case .bool, .integer, .text, .date, .uuid: true
        case .unsigned64, .float, .double, .decimal, .data, .url, .json: false
        }
    }
}
