// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A decryption of the values of a store.
package protocol SealedValues {
    /// Decrypts a value, which is bound to its place; nil if it is damaged.
    func open(_ sealed: [UInt8], at place: SealedValuePlace) -> OpenedValue?
}

/// The place of an encrypted value in a store.
package struct SealedValuePlace: Sendable, Equatable {
    /// The name of the table.
    package var table: String
    /// The name of the column.
    package var column: String
    /// The primary key of the row.
    package var key: Int64

    /// Creates a place.
    package init(table: String, column: String, key: Int64) {
        self.table = table
        self.column = column
        self.key = key
    }
}

/// A decrypted value.
package enum OpenedValue: Sendable, Equatable {
    case text(String)
    case bytes([UInt8])
}
