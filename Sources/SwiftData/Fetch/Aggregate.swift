// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A value that a store computes from a property of all models of a fetch, such as their sum.
///
/// The property is an attribute or a field of a structure, of the model itself or of a model at the
/// end of to-one relationships. `nil` is ignored. Without values the result is `nil`, or 0 for
/// counts.
///
/// ## Topics
///
/// ### Counting
///
/// - ``count``
/// - ``count(_:)``
/// - ``count(distinct:)``
///
/// ### Adding numbers
///
/// - ``sum(_:)-(KeyPath<Model,Number>)``
/// - ``sum(_:)-(KeyPath<Model,Number?>)``
/// - ``average(_:)-(KeyPath<Model,Number>)``
/// - ``average(_:)-(KeyPath<Model,Number?>)``
///
/// ### Comparing values
///
/// - ``min(_:)-(KeyPath<Model,Property>)``
/// - ``min(_:)-(KeyPath<Model,Property?>)``
/// - ``max(_:)-(KeyPath<Model,Property>)``
/// - ``max(_:)-(KeyPath<Model,Property?>)``
public struct Aggregate<Model: PersistentModel, Value> {
    let term: AggregateTerm<Model>
    /// Decodes the value from a result column.
    let decode: (borrowing _RowDecoder, Int32) throws -> Value

    private init(
        _ function: AggregateFunction,
        keyPath: PartialKeyPath<Model>?,
        _ decode: @escaping (borrowing _RowDecoder, Int32) throws -> Value
    ) {
        term = AggregateTerm(function: function, keyPath: keyPath)
        self.decode = decode
    }
}

// Unchecked, because key paths of models are immutable values, and closures capture nothing else.
extension Aggregate: @unchecked Sendable {}

extension Aggregate where Value == Int {
    /// The number of models.
    public static var count: Self {
        Self(.count, keyPath: nil) { row, column in try integer(row, column: column) }
    }

    /// Returns the number of models in which the property is not `nil`.
    public static func count<Property>(_ keyPath: KeyPath<Model, Property?>) -> Self {
        Self(.count, keyPath: keyPath) { row, column in try integer(row, column: column) }
    }

    /// Returns the number of different values, without nil.
    public static func count<Property>(distinct keyPath: KeyPath<Model, Property>) -> Self {
        Self(.countDistinct, keyPath: keyPath) { row, column in try integer(row, column: column) }
    }

    private static func integer(_ row: borrowing _RowDecoder, column: Int32) throws -> Int {
        Int(try row.integer(column))
    }
}

extension Aggregate {
    /// Returns the sum of numbers.
    ///
    /// Integers are added as `Int` or `UInt`, floating-point numbers as `Double`, and decimal
    /// numbers exactly. A sum that its type cannot represent is an error with the code
    /// ``StoreError/Code/overflow``.
    public static func sum<Number: SummableAttribute>(_ keyPath: KeyPath<Model, Number>) -> Self
    where Value == Number.Sum? { sum(of: keyPath, as: Number.self) }

    /// Returns the sum of the numbers that are not nil.
    public static func sum<Number: SummableAttribute>(_ keyPath: KeyPath<Model, Number?>) -> Self
    where Value == Number.Sum? { sum(of: keyPath, as: Number.self) }

    private static func sum<Number: SummableAttribute>(
        of keyPath: PartialKeyPath<Model>,
        as type: Number.Type
    ) -> Self where Value == Number.Sum? {
        Self(.sum, keyPath: keyPath) { row, column in
            if row.isNull(column) { return nil }
            return try Number._decodeSum(row, column: column)
        }
    }

    /// Returns the average of numbers.
    public static func average<Number: SummableAttribute>(
        _ keyPath: KeyPath<Model, Number>
    ) -> Self where Value == Double? { average(of: keyPath) }

    /// Returns the average of the numbers that are not nil.
    public static func average<Number: SummableAttribute>(
        _ keyPath: KeyPath<Model, Number?>
    ) -> Self where Value == Double? { average(of: keyPath) }

    private static func average(of keyPath: PartialKeyPath<Model>) -> Self where Value == Double? {
        Self(.average, keyPath: keyPath) { row, column in
            if row.isNull(column) { return nil }
            return try Double._decodeSum(row, column: column)
        }
    }

    /// Returns the smallest value; of text, the first in the order of `String`.
    public static func min<Property: _AttributeValue & Comparable>(
        _ keyPath: KeyPath<Model, Property>
    ) -> Self where Value == Property? { Self(.minimum, keyPath: keyPath, decode(Property.self)) }

    /// Returns the smallest value that is not nil.
    public static func min<Property: _AttributeValue & Comparable>(
        _ keyPath: KeyPath<Model, Property?>
    ) -> Self where Value == Property? { Self(.minimum, keyPath: keyPath, decode(Property.self)) }

    /// Returns the greatest value; of text, the last in the order of `String`.
    public static func max<Property: _AttributeValue & Comparable>(
        _ keyPath: KeyPath<Model, Property>
    ) -> Self where Value == Property? { Self(.maximum, keyPath: keyPath, decode(Property.self)) }

    /// Returns the greatest value that is not nil.
    public static func max<Property: _AttributeValue & Comparable>(
        _ keyPath: KeyPath<Model, Property?>
    ) -> Self where Value == Property? { Self(.maximum, keyPath: keyPath, decode(Property.self)) }

    private static func decode<Property: _AttributeValue>(
        _ type: Property.Type
    ) -> (borrowing _RowDecoder, Int32) throws -> Property? {
        { row, column in try Property?._decode(row, column: column) }
    }
}
