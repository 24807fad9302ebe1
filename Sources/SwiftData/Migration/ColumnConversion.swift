// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// How the values of a column of one type become values of another without losing any.
enum ColumnConversion: Sendable {
    /// They are stored alike.
    case none
    /// Integers become numbers.
    case toReal

    /// Nil when values could be lost or misunderstood.
    init?(from old: SchemaSnapshot.Attribute, to new: SchemaSnapshot.Attribute) {
        if old.type == new.type || Self.texts[new.type]?.contains(old.type) == true {
            self = .none
        } else if old.type == "float", new.type == "double" {
            self = .none
        } else if let before = Self.stored[old.type], let after = Self.held[new.type],
            after.contains(before.lowerBound), after.contains(before.upperBound)
        {
            self = new.type == "float" || new.type == "double" ? .toReal : .none
        } else {
            return nil
        }
    }

    /// The types whose stored form is text that reads as the type itself.
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

    /// The integers that a column of a type may hold; raw values are any of their storage.
    private static let stored = integers.merging([
        "bool": 0...1,
        "integer": Int128(Int64.min)...Int128(Int64.max),
        "unsigned64": 0...Int128(UInt64.max),
    ]) { first, _ in first }

    /// The integers that a type can hold exactly.
    private static let held = integers.merging([
        "float": -(1 << 24)...(1 << 24),
        "double": -(1 << 53)...(1 << 53),
    ]) { first, _ in first }
}
