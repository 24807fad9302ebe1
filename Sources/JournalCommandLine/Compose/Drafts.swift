// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient

/// Plain files with unwritten texts: the content of the editor after a failure, and texts that were
/// rejected permanently.
package struct Drafts: Sendable {
    /// The directory of the files.
    package let directory: String

    /// Opens the drafts below the state directory of the journal.
    package init(stateDirectory: String) { directory = stateDirectory + "/drafts" }

    /// The number of drafts.
    var count: Int { FileSystem.names(in: directory).count { $0.hasSuffix(".md") } }

    /// Saves a text and returns the path of its file.
    package func keep(_ text: String, as name: String) throws(ClientError) -> String {
        try keep(Array(text.utf8), as: name)
    }

    /// Saves bytes that may not be valid UTF-8 and returns the path of their file.
    func keep(_ bytes: [UInt8], as name: String) throws(ClientError) -> String {
        try FileSystem.keep(bytes, in: directory, as: name)
    }

    /// Returns the message about a text that was saved.
    static func note(_ path: String, command: String = "journal new -") -> String {
        "The text was saved: \(path)\nTo use it: \(command) < \(path)"
    }

    /// Returns the message about a text that could not be saved, which quotes the text.
    static func note(_ text: String, lostBy error: ClientError) -> String {
        "The text could not be saved (\(error.message)):\n\(text)"
    }
}
