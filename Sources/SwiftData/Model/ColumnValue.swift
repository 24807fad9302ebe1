// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// A value in one of SQLite's five storage classes.
public enum _ColumnValue: Sendable, Hashable {
    /// No value.
    case null
    /// A signed 64-bit integer.
    case integer(Int64)
    /// A double-precision number; never NaN, which SQLite can't store.
    case real(Double)
    /// UTF-8 text.
    case text(String)
    /// Bytes.
    case blob(Data)
}

/// What a column holds, which decides its SQL type and the meaning of its operators.
public struct _ColumnType: Sendable, Hashable {
    /// The kinds of value that attributes have.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// 0 or 1.
        case bool
        /// A signed integer, or an unsigned one that fits into 63 bits.
        case integer
        /// An unsigned 64-bit integer, stored by its bit pattern.
        case unsigned64
        /// A single-precision number.
        case float
        /// A double-precision number.
        case double
        /// A decimal number as canonical text.
        case decimal
        /// Text.
        case text
        /// Seconds since 2001-01-01T00:00:00Z.
        case date
        /// Bytes.
        case data
        /// An absolute or relative URL as text.
        case url
        /// The canonical text of a UUID.
        case uuid
        /// Any other `Codable` value as JSON, opaque to queries.
        case json
    }

    /// The kind of value.
    public var kind: Kind
    /// Whether the column may be NULL.
    public var isOptional: Bool

    /// Makes a column type.
    public init(_ kind: Kind, isOptional: Bool = false) {
        self.kind = kind
        self.isOptional = isOptional
    }

    /// The same type, with NULL allowed.
    public var optional: _ColumnType { _ColumnType(kind, isOptional: true) }
}
