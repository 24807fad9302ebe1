// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A lossless conversion between the column types of two schema versions.
enum ColumnConversion: Sendable {
    /// The stored form is the same for both types.
    case none
    /// Integers are converted to floating-point numbers.
    case toReal

    /// Creates the conversion between two attributes; returns nil if values could be lost or
    /// misread.
    init?(from old: SchemaSnapshot.Attribute, to new: SchemaSnapshot.Attribute) {
        guard ColumnPolicy.areConvertible(old.options, new.options) else { return nil }
        if old.type == new.type || Self.texts[new.type]?.contains(old.type) == true {
            self = .none
        } else if old.type == "float", new.type == "double" {
            self = .none
        } else if let before = Self.stored[old.type], let after = Self.exact[new.type],
            after.contains(before.lowerBound), after.contains(before.upperBound)
        {
            self = new.type == "float" || new.type == "double" ? .toReal : .none
        } else {
            return nil
        }
    }

    /// The types that are stored as text which is also a valid value of another type.
    private static let texts: [String: Set<String>] = ["text": ["uuid", "url", "decimal"]]

    private static let integers: [String: ClosedRange<Int128>] = [
        "Int": Int128(Int64.min)...Int128(Int64.max),
        "Int8": Int128(Int8.min)...Int128(Int8.max),
        "Int16": Int128(Int16.min)...Int128(Int16.max),
        "Int32": Int128(Int32.min)...Int128(Int32.max),
        "Int64": Int128(Int64.min)...Int128(Int64.max),
        "UInt": 0...Int128(UInt64.max),
        "UInt8": 0...Int128(UInt8.max),
        "UInt16": 0...Int128(UInt16.max),
        "UInt32": 0...Int128(UInt32.max),
        "UInt64": 0...Int128(UInt64.max),
    ]

    /// The range of integers in a column of a type; a raw value can use the full range of its
    /// storage.
    private static let stored = integers.merging([
        "bool": 0...1,
        "integer": Int128(Int64.min)...Int128(Int64.max),
        "unsigned64": 0...Int128(UInt64.max),
    ]) { first, _ in first }

    /// The range of integers that a type represents exactly.
    private static let exact = integers.merging([
        "float": -(1 << 24)...(1 << 24),
        "double": -(1 << 53)...(1 << 53),
    ]) { first, _ in first }
}
