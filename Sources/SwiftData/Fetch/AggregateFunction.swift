// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A function that computes one value from the values of several rows.
enum AggregateFunction: Sendable, Hashable {
    /// The number of rows, or of values that are not nil.
    case count
    /// The number of different values that are not nil.
    case countDistinct
    case sum
    case average
    case minimum
    case maximum

    /// The name in error messages.
    var name: String {
        switch self {
        case .count: "count"
        case .countDistinct: "count of distinct values"
        case .sum: "sum"
        case .average: "average"
        case .minimum: "minimum"
        case .maximum: "maximum"
        }
    }
}

/// An aggregate function of the property at a key path.
struct AggregateTerm<Model: PersistentModel> {
    let function: AggregateFunction
    /// The property; nil for the number of rows.
    let keyPath: PartialKeyPath<Model>?
}
