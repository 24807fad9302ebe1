// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The result of `journal-daemon check`, which examines the file of a store.
package struct StoreReport: JSONConvertible, Equatable, Sendable {
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
    /// The former file of a store whose indexes were made again; nil if there is none.
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

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        problems = try fields.array("problems") ?? []
        entryCount = try fields.required("entries")
        attachmentCount = try fields.required("attachments")
        version = try fields.required("schema")
        newest = try fields.optional("newest")
        needsOnlyIndex = try fields.optional("needsOnlyIndex") ?? false
        isEncrypted = try fields.optional("encrypted") ?? false
        values = try fields.optional("values")
        kept = try fields.optional("kept")
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("intact", problems.isEmpty)
        object.append("problems", each: problems)
        object.append("entries", entryCount)
        object.append("attachments", attachmentCount)
        object.append("schema", version)
        object.append("newest", newest)
        object.append("needsOnlyIndex", needsOnlyIndex ? true : nil)
        object.append("encrypted", isEncrypted ? true : nil)
        object.append("values", values)
        object.append("kept", kept)
        return .object(object)
    }
}
