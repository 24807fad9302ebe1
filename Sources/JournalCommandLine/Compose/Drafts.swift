// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient

/// Texts as plain files, for the person to take up again: what was in the editor when something
/// failed, and what can never be written as it is.
package struct Drafts: Sendable {
    /// Where the files are.
    package let directory: String

    /// Keeps drafts below the state directory of the journal.
    package init(stateDirectory: String) { directory = stateDirectory + "/drafts" }

    /// Keeps a text and returns the path of its file.
    package func keep(_ text: String, as name: String) throws(ClientError) -> String {
        try keep(Array(text.utf8), as: name)
    }

    /// Keeps bytes that may be no text, and returns the path of their file.
    func keep(_ bytes: [UInt8], as name: String) throws(ClientError) -> String {
        try FileSystem.keep(bytes, in: directory, as: name)
    }

    /// What is said about a text that was kept.
    static func note(_ path: String, command: String = "journal new -") -> String {
        "The text is kept: \(path)\nTake it up again with: \(command) < \(path)"
    }

    /// What is said about a text that could not be kept, so that it is at least on the screen.
    static func note(_ text: String, lostBy error: ClientError) -> String {
        "The text could not be kept (\(error.message)). It was:\n\(text)"
    }
}
