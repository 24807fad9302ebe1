// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The result of an attempt to decrypt every encrypted value of a store.
///
/// Values in external files are not part of it.
package struct EncryptedValues: Sendable, Equatable {
    /// The maximum number of damaged values that are described.
    package static let describedCount = 200

    /// The number of values.
    package internal(set) var count = 0
    /// The number of values that cannot be decrypted.
    package internal(set) var damagedCount = 0
    /// The first of these.
    package internal(set) var damages: [DamagedValue] = []
}
