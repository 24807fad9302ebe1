// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLText {
    /// Returns the test whether a foreign key is one of some keys.
    ///
    /// A condition, not a join as in `rows(_:with:in:)`: the rows are needed in the order of their
    /// own keys, and no filter competes with the index of the foreign key.
    static func isOne(of keys: KeyCondition, column: SQLText) -> SQLText {
        let first: SQLText = "\(parameter: .foreignKey(0))"
        return switch keys {
        case .range: "\(column) BETWEEN \(first) AND \(parameter: .foreignKey(1))"
        case .list: "\(column) IN (SELECT value FROM json_each(\(first)))"
        }
    }

    /// Returns distinct keys as the outer table of a join.
    ///
    /// With a condition instead, SQLite would prefer to scan an index that matches the filter, even
    /// if that index has far more rows.
    static func keysTable(_ keys: SQLText) -> SQLText {
        "json_each(\(keys)) AS \"keys\""
    }

    /// Returns the rows of a table in which a column has one of some keys, as the end of a `FROM`
    /// clause.
    static func rows(
        _ table: SQLText,
        with column: SQLText,
        in keys: KeyCondition
    ) -> SQLText {
        let values = keys.values
        switch keys {
        case .range:
            return "\(table) WHERE \(column) BETWEEN \(bind: values[0]) AND \(bind: values[1])"
        case .list:
            let keys = keysTable("\(bind: values[0])")
            return "\(keys) CROSS JOIN \(table) ON \(column) = \"keys\".value"
        }
    }
}
