// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Checks a backup.
package struct BackupVerify: MethodCall {
    package static let method = MethodName.backupVerify

    /// The absolute path of the backup.
    package var path: String

    /// Creates a request for a check.
    package init(path: String) { self.path = path }

    package init(json: JSON) throws(InvalidParams) { path = try Backup.path(JSONFields(json)) }

    package var json: JSON { ["path": .string(path)] }

    /// The result of the check.
    package struct Reply: JSONConvertible, Equatable {
        /// Whether the backup is intact.
        package var isIntact: Bool
        /// The problems, at most as many as fit in a message for people.
        package var problems: [String]
        /// The number of entries, including those in the trash.
        package var entryCount: Int
        /// The number of attached files.
        package var attachmentCount: Int
        /// The version of the schema.
        package var version: String

        /// Whether the texts are encrypted.
        package var isEncrypted: Bool
        /// The check of the encrypted values; nil if there are none, or if the key is missing.
        package var values: EncryptedValueReport?

        /// Creates a reply.
        package init(
            problems: [String],
            entryCount: Int,
            attachmentCount: Int,
            version: String,
            isEncrypted: Bool = false,
            values: EncryptedValueReport? = nil
        ) {
            isIntact = problems.isEmpty
            self.problems = problems
            self.entryCount = entryCount
            self.attachmentCount = attachmentCount
            self.version = version
            self.isEncrypted = isEncrypted
            self.values = values
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            isIntact = try fields.required("intact")
            problems = try fields.array("problems") ?? []
            entryCount = try fields.required("entries")
            attachmentCount = try fields.required("attachments")
            version = try fields.required("schema")
            isEncrypted = try fields.optional("encrypted") ?? false
            values = try fields.optional("values")
        }

        package var json: JSON {
            var object = JSONObject()
            object.append("intact", isIntact)
            object.append("problems", each: problems)
            object.append("entries", entryCount)
            object.append("attachments", attachmentCount)
            object.append("schema", version)
            object.append("encrypted", isEncrypted ? true : nil)
            object.append("values", values)
            return .object(object)
        }
    }
}
