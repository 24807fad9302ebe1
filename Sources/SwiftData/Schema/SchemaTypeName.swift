// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// Maps standard attribute types to names in the encoded form of a schema, and back.
enum SchemaTypeName {
    private static let known: [String: any Any.Type] = {
        let types: [any Any.Type] = [
            Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self,
            UInt8.self, UInt16.self, UInt32.self, UInt64.self, Float.self, Double.self,
            Decimal.self, String.self, Date.self, Data.self, URL.self, UUID.self,
            Bool?.self, Int?.self, Int8?.self, Int16?.self, Int32?.self, Int64?.self, UInt?.self,
            UInt8?.self, UInt16?.self, UInt32?.self, UInt64?.self, Float?.self, Double?.self,
            Decimal?.self, String?.self, Date?.self, Data?.self, URL?.self, UUID?.self,
        ]
        return Dictionary(uniqueKeysWithValues: types.map { (name(of: $0), $0) })
    }()

    static func name(of type: any Any.Type) -> String { String(reflecting: type) }

    /// Returns the standard type with a name from `name(of:)`; nil for the name of another type.
    static func type(named name: String) -> (any Any.Type)? { known[name] }
}
