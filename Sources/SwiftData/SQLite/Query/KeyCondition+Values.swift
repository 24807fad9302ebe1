// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension KeyCondition {
    /// The values of the parameters in the statement.
    var values: [_ColumnValue] {
        switch self {
        case .range(let range): [.integer(range.lowerBound), .integer(range.upperBound)]
        case .list(let keys): [JSONArray.text(ofDistinct: keys)]
        }
    }
}
