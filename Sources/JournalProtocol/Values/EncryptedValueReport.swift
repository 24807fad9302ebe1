// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The result of an attempt to decrypt every value of an encrypted store.
package struct EncryptedValueReport: ProtocolObject, Equatable, Sendable {
    /// The number of values.
    package var count: Int
    /// The number of values that cannot be decrypted.
    package var damagedCount: Int
    /// The ids of the entries to which the first of these belong.
    package var entries: [String]

    /// Creates a report.
    package init(count: Int, damagedCount: Int = 0, entries: [String] = []) {
        self.count = count
        self.damagedCount = damagedCount
        self.entries = entries
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        count = try fields.required("checked", \.count)
        damagedCount = try fields.required("damaged", \.damagedCount)
        entries = try fields.sent("entries", \.entries, ifAbsent: [])
    }
}
