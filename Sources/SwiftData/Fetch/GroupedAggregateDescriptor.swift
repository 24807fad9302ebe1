// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// Values that a store computes for each group of models with equal properties.
///
/// ```swift
/// var byYear = AggregateDescriptor(of: Book.self, .count).grouped(by: \.publisher, \.year)
/// byYear.sortBy = [.by(.count, order: .reverse)]
/// byYear.fetchLimit = 10
/// for group in try context.fetchGroups(byYear) {
///     let (publisher, year) = group.key
///     print(publisher, year, group.value)
/// }
/// ```
///
/// ## Topics
///
/// ### Models
///
/// - ``predicate``
/// - ``includePendingChanges``
///
/// ### Order and limits
///
/// - ``sortBy``
/// - ``fetchLimit``
/// - ``fetchOffset``
public struct GroupedAggregateDescriptor<Model: PersistentModel, Key, Value> {
    /// A function that decodes the keys of a group from the first result columns.
    typealias KeyDecoder = (borrowing _RowDecoder) throws -> Key

    /// The condition that models must satisfy; nil selects all models.
    public var predicate: Predicate<Model>?
    /// Whether the values include unsaved changes of the context.
    public var includePendingChanges: Bool
    /// The order of the groups, most significant first; after that, they are in the order of their
    /// keys.
    public var sortBy: [AggregateSort<Model>] = []
    /// The maximum number of groups; nil means no maximum.
    public var fetchLimit: Int?
    /// The number of groups to skip; nil means none.
    public var fetchOffset: Int?
    /// The properties that are equal in a group.
    let keyPaths: [PartialKeyPath<Model>]
    let terms: [AggregateTerm<Model>]
    /// Decodes the values from consecutive result columns, given the first of them.
    let decode: (borrowing _RowDecoder, Int32) throws -> Value
    /// Returns the decoder of the keys.
    let makeKeyDecoder: (@escaping ModelLookup) throws -> KeyDecoder

    init<each Property>(
        _ descriptor: AggregateDescriptor<Model, Value>,
        _ keyPaths: repeat KeyPath<Model, each Property>
    ) where Key == (repeat each Property) {
        predicate = descriptor.predicate
        includePendingChanges = descriptor.includePendingChanges
        terms = descriptor.terms
        decode = descriptor.decode
        var paths: [PartialKeyPath<Model>] = []
        for keyPath in repeat each keyPaths { paths.append(keyPath) }
        self.keyPaths = paths
        makeKeyDecoder = { models in
            let decoders = (repeat try ColumnDecoder.required(for: each keyPaths, models))
            return { row in
                var column: Int32 = 0
                func next<P>(
                    _ decoder: ColumnDecoder<P>,
                    from row: borrowing _RowDecoder
                ) throws -> P {
                    defer { column += 1 }
                    return try decoder.decode(row, column)
                }
                return (repeat try next(each decoders, from: row))
            }
        }
    }
}

// Unchecked, because predicates and key paths of models are immutable values, and the closures
// capture nothing else.
extension GroupedAggregateDescriptor: @unchecked Sendable {}

/// The models with equal properties, and the values computed from them.
public struct AggregateGroup<Key, Value> {
    /// The value of the property by which models are grouped; of several, a tuple.
    public let key: Key
    /// The value of the aggregate; of several, a tuple.
    public let value: Value
}

extension AggregateGroup: Sendable where Key: Sendable, Value: Sendable {}
extension AggregateGroup: Equatable where Key: Equatable, Value: Equatable {}
extension AggregateGroup: Hashable where Key: Hashable, Value: Hashable {}

/// A sort key for groups: an aggregate, or a property by which models are grouped.
public struct AggregateSort<Model: PersistentModel> {
    /// The value by which groups are sorted.
    enum Target {
        case aggregate(AggregateTerm<Model>)
        case key(PartialKeyPath<Model>)
    }

    let target: Target
    let isReverse: Bool

    /// Returns a sort by the value of an aggregate, which the descriptor need not contain.
    public static func by<Value>(
        _ aggregate: Aggregate<Model, Value>,
        order: SortOrder = .forward
    ) -> Self {
        Self(target: .aggregate(aggregate.term), isReverse: order == .reverse)
    }

    /// Returns a sort by a property by which the models are grouped; text is sorted as by `String`.
    public static func by<Property>(
        key keyPath: KeyPath<Model, Property>,
        order: SortOrder = .forward
    ) -> Self {
        Self(target: .key(keyPath), isReverse: order == .reverse)
    }
}

// Unchecked, because key paths of models are immutable values.
extension AggregateSort: @unchecked Sendable {}
