// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The effect of an update on a row.
enum UpdatedRow {
    /// The row has other values than before, or the store does not compare them.
    case changed
    /// The row already had the values, or no column contains the properties.
    case unchanged
    /// The row does not exist.
    case missing
}
