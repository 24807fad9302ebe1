// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Seals the records of a replica, for a store with encrypted content.
///
/// Records have values that wait for rows, and that the store does not show.
package protocol RecordCipher: Sendable {
    /// Returns the sealed form of a value, which opens for its key only.
    ///
    /// - Throws: An error of the encryption.
    func seal(_ value: [UInt8], for key: [UInt8]) throws -> [UInt8]

    /// Returns the value of a sealed form.
    ///
    /// - Throws: An error if another key of the store has sealed it, or it is damaged.
    func open(_ sealed: [UInt8], for key: [UInt8]) throws -> [UInt8]
}
