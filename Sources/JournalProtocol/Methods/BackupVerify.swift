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

        /// Creates a reply.
        package init(
            problems: [String],
            entryCount: Int,
            attachmentCount: Int,
            version: String
        ) {
            isIntact = problems.isEmpty
            self.problems = problems
            self.entryCount = entryCount
            self.attachmentCount = attachmentCount
            self.version = version
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            isIntact = try fields.required("intact")
            problems = try fields.array("problems") ?? []
            entryCount = try fields.required("entries")
            attachmentCount = try fields.required("attachments")
            version = try fields.required("schema")
        }

        package var json: JSON {
            [
                "intact": .bool(isIntact), "problems": .array(problems.map { .string($0) }),
                "entries": entryCount.json, "attachments": attachmentCount.json,
                "schema": .string(version),
            ]
        }
    }
}
