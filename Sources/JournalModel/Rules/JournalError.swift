// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// A rule of the journal that was broken, or a thing that is not there.
package struct JournalError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    package enum Code: Sendable, Equatable {
        case entryNotFound
        /// Several entries begin like this.
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
        /// A search text that cannot be read, and where, in bytes.
        case searchSyntax(offset: Int)
    }

    /// What is wrong.
    package let code: Code
    /// The same for a person.
    package let description: String

    /// Describes what is wrong.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
