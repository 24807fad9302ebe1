// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// An error for a violated rule or for an object that does not exist.
package struct JournalError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of errors.
    package enum Code: Sendable, Equatable {
        case entryNotFound
        /// An id prefix that matches several entries.
        case entryAmbiguous(candidates: [UUID])
        case entryEmpty
        case entryTooLarge(limit: Int)
        case notebookNotFound
        case notebookExists
        case notebookNotEmpty(entries: Int)
        case notebookInvalid
        case tagNotFound
        case tagExists
        case tagInvalid
        case dateInvalid
        case versionNotFound
        case entryUnreadable
        case attachmentNotFound
        case attachmentExists
        case attachmentInvalid
        case attachmentUnreadable
        /// An entry with too many attachments.
        case attachmentLimit(limit: Int)
        /// Too many unfinished uploads.
        case uploadLimit(limit: Int)
        /// A search query that cannot be parsed, and the byte offset of the error.
        case searchSyntax(offset: Int)
    }

    /// The kind of error.
    package let code: Code
    /// A message for users.
    package let description: String

    /// Creates an error with a message.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
