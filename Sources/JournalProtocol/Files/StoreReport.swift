// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The result of `journal-daemon check`, which examines the file of a store.
package struct StoreReport: ProtocolObject, Equatable, Sendable {
    /// The problems; empty if the file is intact.
    package var problems: [String]
    /// The number of entries, including those in the trash.
    package var entryCount: Int
    /// The number of attached files.
    package var attachmentCount: Int
    /// The version of the schema.
    package var version: String
    /// The time of the newest entry; nil if there is none.
    package var newest: Timestamp?
    /// Whether new indexes solve all problems.
    package var needsOnlyIndex: Bool
    /// Whether the texts are encrypted.
    package var isEncrypted: Bool
    /// The check of the encrypted values; nil if there are none, or without a passphrase.
    package var values: EncryptedValueReport?
    /// The path of the file before its indexes were rebuilt; nil if they were not rebuilt.
    package var kept: String?

    /// Creates a report.
    package init(
        problems: [String],
        entryCount: Int,
        attachmentCount: Int,
        version: String,
        newest: Timestamp?,
        needsOnlyIndex: Bool = false,
        isEncrypted: Bool = false,
        values: EncryptedValueReport? = nil
    ) {
        self.problems = problems
        self.entryCount = entryCount
        self.attachmentCount = attachmentCount
        self.version = version
        self.newest = newest
        self.needsOnlyIndex = needsOnlyIndex
        self.isEncrypted = isEncrypted
        self.values = values
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        fields.derived("intact", \.problems.isEmpty)
        problems = try fields.sent("problems", \.problems, ifAbsent: [])
        entryCount = try fields.required("entries", \.entryCount)
        attachmentCount = try fields.required("attachments", \.attachmentCount)
        version = try fields.required("schema", \.version)
        newest = try fields.optional("newest", \.newest)
        needsOnlyIndex = try fields.optional("needsOnlyIndex", \.needsOnlyIndex, default: false)
        isEncrypted = try fields.optional("encrypted", \.isEncrypted, default: false)
        values = try fields.optional("values", \.values)
        kept = try fields.optional("kept", \.kept)
    }
}

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
