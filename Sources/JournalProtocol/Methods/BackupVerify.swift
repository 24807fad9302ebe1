// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Checks a backup.
package struct BackupVerify: MethodCall {
    package static let method = MethodName.backupVerify

    /// The absolute path of the backup.
    package var path: String

    /// Creates a request for a check.
    package init(path: String) { self.path = path }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        path = try fields.required("path", \.path, as: .absolutePath)
    }

    /// The result of the check.
    package struct Reply: ProtocolObject, Equatable {
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

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            isIntact = try fields.required("intact", \.isIntact)
            problems = try fields.sent("problems", \.problems, ifAbsent: [])
            entryCount = try fields.required("entries", \.entryCount)
            attachmentCount = try fields.required("attachments", \.attachmentCount)
            version = try fields.required("schema", \.version)
            isEncrypted = try fields.optional("encrypted", \.isEncrypted, default: false)
            values = try fields.optional("values", \.values)
        }
    }
}
