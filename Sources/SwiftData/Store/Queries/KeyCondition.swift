// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The condition that a column has one of some keys.
enum KeyCondition {
    /// Keys without gaps, which one search in an index finds.
    case range(ClosedRange<Int64>)
    /// Other keys, each of which needs a search.
    case list([Int64])

    /// Creates the condition for some keys, a range only if `acceptsRange` is true.
    init(_ keys: [Int64], acceptsRange: Bool) {
        self = (acceptsRange ? KeyRanges.single(keys) : nil).map { .range($0) } ?? .list(keys)
    }

    var isRange: Bool {
        switch self {
        case .range: true
        case .list: false
        }
    }
}
