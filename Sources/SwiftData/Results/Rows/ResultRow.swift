// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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
