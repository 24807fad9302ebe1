// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension _ColumnType.Kind {
    /// How to compare two values that are stored as text.
    var collation: SQLText {
        switch self {
        case .text: " COLLATE \(SQLText(raw: SQLFunctions.stringCollation))"
        case .decimal: " COLLATE \(SQLText(raw: SQLFunctions.decimalCollation))"
        // Said aloud, because a collation inside of an operand would reach out to this comparison.
        case .uuid, .url, .json: " COLLATE BINARY"
        case .bool, .integer, .unsigned64, .float, .double, .date, .data: ""
        }
    }
}
