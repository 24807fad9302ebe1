// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// A value in one of SQLite's five storage classes.
public enum _ColumnValue: Sendable, Hashable {
    /// SQL NULL.
    case null
    /// A signed 64-bit integer.
    case integer(Int64)
    /// A double-precision number, never NaN, which SQLite cannot store.
    case real(Double)
    /// UTF-8 text.
    case text(String)
    /// Binary data.
    case blob(Data)
}

/// The type of a column, which determines its SQL type and the semantics of operators.
public struct _ColumnType: Sendable, Hashable {
    /// The types of values that a column can hold.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// A Boolean, stored as 0 or 1.
        case bool
        /// A signed integer or an unsigned integer of up to 32 bits.
        case integer
        /// An unsigned 64-bit integer, stored as the signed integer with the same bit pattern.
        case unsigned64
        /// A single-precision number.
        case float
        /// A double-precision number.
        case double
        /// A decimal number, stored as canonical text.
        case decimal
        /// A string.
        case text
        /// A date, stored as seconds since 2001-01-01T00:00:00Z.
        case date
        /// Binary data.
        case data
        /// An absolute or relative URL, stored as text.
        case url
        /// A UUID, stored as canonical text.
        case uuid
        /// Any other `Codable` value, stored as JSON; queries read the elements of collections.
        case json
    }

    /// The type of the column's values.
    public var kind: Kind
    /// Whether the column can be NULL.
    public var isOptional: Bool

    /// Creates a column type.
    public init(_ kind: Kind, isOptional: Bool = false) {
        self.kind = kind
        self.isOptional = isOptional
    }

    /// The same type with NULL allowed.
    public var optional: _ColumnType { _ColumnType(kind, isOptional: true) }
}
