// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// Decrypts single values of a store, for the recovery of a file that SQLite cannot read.
package struct SealedValueOpener: Sendable {
    /// A decrypted value.
    package enum Value: Sendable, Equatable {
        case text(String)
        case data(Data)
    }

    private let cipher: ValueCipher

    /// Creates an opener with the key of the store.
    package init(_ key: ModelConfiguration.EncryptionKey) { cipher = ValueCipher(key) }

    /// Returns the text or the bytes at a place; nil if the value is damaged, or of another type.
    package func open(
        _ sealed: Data,
        table: String,
        column: String,
        key: Int64
    ) -> Value? {
        switch cipher.open(sealed, at: .init(table: table, column: column, key: key)) {
        case .text(let text)?: .text(text)
        case .blob(let data)?: .data(data)
        default: nil
        }
    }
}
