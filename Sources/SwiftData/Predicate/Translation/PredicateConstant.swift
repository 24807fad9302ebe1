// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A value of any type that a predicate captured.
protocol PredicateConstant {
    /// Returns the stored form of the value; throws if no column can hold it.
    func expression() throws -> QueryExpression
    /// Returns the column values of a struct; throws if the value does not have this shape.
    func columns(of shape: _CompositeShape) throws -> [_ColumnValue]
    /// The elements of a sequence; nil for other values.
    var elements: [any PredicateConstant]? { get }
    /// The bounds of a range; nil for other values.
    var range: (any PredicateRange)? { get }
    /// The value itself if it is an identifier, or the identifier of a model; nil for other values.
    var identifier: PersistentIdentifier? { get }
    /// Whether the value is an optional without a value.
    var isNil: Bool { get }
    /// Returns the parameter for the key of the value's row in an entity; `nil` if no parameter
    /// represents the value.
    func parameter(forKeyOf entity: EntityDescription) -> QueryExpression?
}

extension PredicateConstant {
    func parameter(forKeyOf entity: EntityDescription) -> QueryExpression? { nil }
}

/// A captured value together with its static type.
struct Captured<Value>: PredicateConstant {
    let value: Value

    func expression() throws -> QueryExpression {
        guard let type = _ColumnType(of: Value.self) else {
            if isNil { return .constant(.null, _ColumnType(.json, isOptional: true)) }
            throw SwiftDataError.incomparable(Value.self)
        }
        guard let column = try _ColumnValue(captured: value) else {
            // SQLite cannot bind NaN; NULL in a non-optional type represents it.
            return .constant(.null, _ColumnType(type.kind))
        }
        return .constant(column, type)
    }

    func columns(of shape: _CompositeShape) throws -> [_ColumnValue] {
        func encode<T: Encodable>(_ value: T) throws -> [_ColumnValue] {
            var columns = [_ColumnValue](repeating: .null, count: shape.columns.count)
            try CompositeEncoder.encode(value, shape: shape, into: &columns)
            return columns
        }
        let wrapped = (value as? any OptionalType)?.wrappedValue ?? value
        guard let encodable = wrapped as? any Encodable else {
            throw SwiftDataError.incomparable(Value.self)
        }
        return try encode(encodable)
    }

    var elements: [any PredicateConstant]? {
        func collect<S: Sequence>(_ sequence: S) -> [any PredicateConstant] {
            sequence.map { Captured<S.Element>(value: $0) }
        }
        return (value as? any Sequence).map { collect($0) }
    }

    var range: (any PredicateRange)? { value as? any PredicateRange }

    var identifier: PersistentIdentifier? {
        value as? PersistentIdentifier ?? (value as? any PersistentModel)?.persistentModelID
    }

    var isNil: Bool { (value as? any OptionalType).map { $0.wrappedValue == nil } ?? false }
}

extension SwiftDataError {
    /// The error of a captured value that has no stored form.
    fileprivate static func incomparable<Value>(_ type: Value.Type) -> SwiftDataError {
        unsupportedPredicate(
            "captured values of type \(type) cannot be compared in a predicate; compare their "
                + "properties, those of a collection with contains(where:)"
        )
    }
}

extension _ColumnType {
    /// Creates the column type for a Swift type; returns nil if stores cannot compare its values.
    init?(of type: any Any.Type) {
        func ofRawValue<R: RawRepresentable>(_ type: R.Type) -> _ColumnType? {
            (R.RawValue.self as? any _AttributeValue.Type)?._columnType
        }
        if let type = type as? any _AttributeValue.Type {
            self = type._columnType
        } else if let type = type as? any RawRepresentable.Type {
            guard let raw = ofRawValue(type) else { return nil }
            self = raw
        } else if let type = type as? any OptionalType.Type {
            guard let wrapped = _ColumnType(of: type.wrappedType) else { return nil }
            self = wrapped.optional
        } else if type == Character.self {
            self = _ColumnType(.text)
        } else {
            return nil
        }
    }
}

extension _ColumnValue {
    /// Creates the stored form of a captured value; returns nil for NaN.
    init?<Value>(captured value: Value) throws {
        func raw<R: RawRepresentable>(_ value: R) throws -> _ColumnValue? {
            try _ColumnValue(captured: value.rawValue)
        }
        func unwrapped<Wrapped>(_ value: Wrapped) throws -> _ColumnValue? {
            try _ColumnValue(captured: value)
        }
        let column: _ColumnValue?
        switch value {
        case let optional as any OptionalType:
            column = try optional.wrappedValue.map { try unwrapped($0) } ?? .null
        case let number as Double where number.isNaN: column = nil
        case let number as Float where number.isNaN: column = nil
        case let number as Decimal where number.isNaN: column = nil
        case let date as Date where date.timeIntervalSinceReferenceDate.isNaN: column = nil
        case let attribute as any _AttributeValue: column = try attribute._columnValue()
        case let character as Character: column = .text(String(character))
        case let enumeration as any RawRepresentable: column = try raw(enumeration)
        default:
            throw SwiftDataError.incomparable(Value.self)
        }
        guard let column else { return nil }
        self = column
    }
}

/// A range of any of the standard library's range types.
protocol PredicateRange {
    var lowerConstant: (any PredicateConstant)? { get }
    var upperConstant: (any PredicateConstant)? { get }
    var includesUpper: Bool { get }
}

extension Range: PredicateRange {
    var lowerConstant: (any PredicateConstant)? { Captured(value: lowerBound) }
    var upperConstant: (any PredicateConstant)? { Captured(value: upperBound) }
    var includesUpper: Bool { false }
}

extension ClosedRange: PredicateRange {
    var lowerConstant: (any PredicateConstant)? { Captured(value: lowerBound) }
    var upperConstant: (any PredicateConstant)? { Captured(value: upperBound) }
    var includesUpper: Bool { true }
}

extension PartialRangeFrom: PredicateRange {
    var lowerConstant: (any PredicateConstant)? { Captured(value: lowerBound) }
    var upperConstant: (any PredicateConstant)? { nil }
    var includesUpper: Bool { true }
}

extension PartialRangeUpTo: PredicateRange {
    var lowerConstant: (any PredicateConstant)? { nil }
    var upperConstant: (any PredicateConstant)? { Captured(value: upperBound) }
    var includesUpper: Bool { false }
}

extension PartialRangeThrough: PredicateRange {
    var lowerConstant: (any PredicateConstant)? { nil }
    var upperConstant: (any PredicateConstant)? { Captured(value: upperBound) }
    var includesUpper: Bool { true }
}
