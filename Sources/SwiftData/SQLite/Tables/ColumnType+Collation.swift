// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension _ColumnType.Kind {
    /// The `COLLATE` clause for comparisons of values of this kind; empty for numbers and data.
    var collation: SQLText {
        switch self {
        case .text: " COLLATE \(SQLText(raw: SQLFunctions.stringCollation))"
        case .decimal: " COLLATE \(SQLText(raw: SQLFunctions.decimalCollation))"
        // Explicit, because the collation of an operand would otherwise apply to the comparison.
        case .uuid, .url, .json: " COLLATE BINARY"
        case .bool, .integer, .unsigned64, .float, .double, .date, .data: ""
        }
    }
}
