// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// A type of numbers that a store can add.
public protocol SummableAttribute: _AttributeValue {
    /// The type of a sum.
    associatedtype Sum
    /// Decodes a sum from a result column; throws if the type cannot represent it.
    static func _decodeSum(_ row: borrowing _RowDecoder, column: Int32) throws -> Sum
}

extension SummableAttribute where Self: FixedWidthInteger & SignedInteger {
    /// Decodes a sum of signed integers; throws if it is out of range.
    public static func _decodeSum(_ row: borrowing _RowDecoder, column: Int32) throws -> Int {
        if case .text(let text) = row.value(column) { throw StoreError.overflow(text, type: "Int") }
        return Int(try row.integer(column))
    }
}

extension SummableAttribute where Self: FixedWidthInteger & UnsignedInteger {
    /// Decodes a sum of unsigned integers; throws if it is out of range.
    public static func _decodeSum(_ row: borrowing _RowDecoder, column: Int32) throws -> UInt {
        if case .text(let text) = row.value(column) {
            throw StoreError.overflow(text, type: "UInt")
        }
        return UInt(bitPattern: Int(try row.integer(column)))
    }
}

extension SummableAttribute where Self: BinaryFloatingPoint {
    /// Decodes a sum of numbers, which is not a number if infinities of both signs were added.
    public static func _decodeSum(_ row: borrowing _RowDecoder, column: Int32) throws -> Double {
        if case .text = row.value(column) { return .nan }
        return try row.real(column)
    }
}

extension Int: SummableAttribute {}
extension Int8: SummableAttribute {}
extension Int16: SummableAttribute {}
extension Int32: SummableAttribute {}
extension Int64: SummableAttribute {}
extension UInt: SummableAttribute {}
extension UInt8: SummableAttribute {}
extension UInt16: SummableAttribute {}
extension UInt32: SummableAttribute {}
extension UInt64: SummableAttribute {}
extension Float: SummableAttribute {}
extension Double: SummableAttribute {}

extension Decimal: SummableAttribute {
    /// Decodes a sum of decimal numbers; throws if it is not exact.
    public static func _decodeSum(_ row: borrowing _RowDecoder, column: Int32) throws -> Decimal {
        let text = try row.text(column)
        guard let sum = Decimal(_stored: text) else {
            throw StoreError(
                .overflow,
                "a sum has too many digits for Decimal; add the numbers of fewer models"
            )
        }
        return sum
    }
}

extension StoreError {
    fileprivate static func overflow(_ sum: String, type: String) -> StoreError {
        StoreError(
            .overflow,
            "the sum \(sum) is out of the range of \(type); add the numbers of fewer models, or "
                + "compute their average"
        )
    }
}
