// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A row of a fetch: its primary key and the values that determine its position.
struct ResultRow: Equatable, Sendable {
    let key: Int64
    /// The values of the sort keys, most significant first.
    let values: [_ColumnValue]
}
