// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// Values that a store computes from all models that match a predicate.
///
/// One aggregate results in its value, several in a tuple:
///
/// ```swift
/// let totals = AggregateDescriptor(
///     of: Book.self,
///     .count,
///     .sum(\.number),
///     .max(\.title),
///     predicate: #Predicate { $0.year < 1820 }
/// )
/// let (count, sum, last) = try context.fetchAggregate(totals)
/// ```
///
/// ## Topics
///
/// ### Creating a descriptor
///
/// - ``init(of:_:predicate:)``
/// - ``init(of:_:_:predicate:)``
/// - ``init(of:_:_:_:predicate:)``
/// - ``init(of:_:_:_:_:predicate:)``
/// - ``init(of:_:_:_:_:_:predicate:)``
/// - ``init(of:_:_:_:_:_:_:predicate:)``
///
/// ### Models
///
/// - ``predicate``
/// - ``includePendingChanges``
///
/// ### Groups
///
/// - ``grouped(by:_:)``
public struct AggregateDescriptor<Model: PersistentModel, Value> {
    /// The condition that models must satisfy; nil selects all models.
    public var predicate: Predicate<Model>?
    /// Whether the values include unsaved changes of the context.
    public var includePendingChanges = true
    let terms: [AggregateTerm<Model>]
    /// Decodes the values from consecutive result columns, given the first of them.
    let decode: (borrowing _RowDecoder, Int32) throws -> Value

    /// Creates a descriptor for one aggregate.
    ///
    /// - Parameters:
    ///   - model: The type of the models; of a subclass, only its models count.
    ///   - aggregate: The value to compute.
    ///   - predicate: The condition that models must satisfy; nil selects all models.
    public init(
        of model: Model.Type = Model.self,
        _ aggregate: Aggregate<Model, Value>,
        predicate: Predicate<Model>? = nil
    ) {
        self.init(predicate, packing: aggregate)
    }

    /// Creates a descriptor for several aggregates; the result is a tuple of their values.
    ///
    /// The public initializers have no parameter pack, because the compiler cannot infer a key path
    /// with an optional chain in the arguments of one.
    init<each Result>(
        _ predicate: Predicate<Model>?,
        packing aggregates: repeat Aggregate<Model, each Result>
    ) where Value == (repeat each Result) {
        var terms: [AggregateTerm<Model>] = []
        for aggregate in repeat each aggregates { terms.append(aggregate.term) }
        self.terms = terms
        self.predicate = predicate
        decode = { row, first in
            var column = first
            func next<R>(
                _ aggregate: Aggregate<Model, R>,
                from row: borrowing _RowDecoder
            ) throws -> R {
                defer { column += 1 }
                return try aggregate.decode(row, column)
            }
            return (repeat try next(each aggregates, from: row))
        }
    }

    /// Returns a descriptor of the same values for each group of models with equal properties.
    ///
    /// - Parameters:
    ///   - keyPath: A property: an attribute of a type that a store compares, an enumeration with
    ///     raw values, a to-one relationship, or a property of the model to which one leads.
    ///   - others: More properties.
    /// - Returns: The descriptor; its groups have one key for each property.
    public func grouped<First, each Property>(
        by keyPath: KeyPath<Model, First>,
        _ others: repeat KeyPath<Model, each Property>
    ) -> GroupedAggregateDescriptor<Model, (First, repeat each Property), Value> {
        GroupedAggregateDescriptor(self, keyPath, repeat each others)
    }
}

// Unchecked, because predicates and key paths of models are immutable values, and the closures
// capture nothing else.
extension AggregateDescriptor: @unchecked Sendable {}
