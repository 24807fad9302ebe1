// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient

/// Plain files with text that was not written: the content of the editor after a failure, and
/// entries that were rejected permanently.
package struct Drafts: Sendable {
    /// The directory of the files.
    package let directory: String

    /// Opens the drafts below the state directory of the journal.
    package init(stateDirectory: String) { directory = stateDirectory + "/drafts" }

    /// Saves a text, and returns the path of its file.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The beginning of the file's name.
    ///   - attributes: The options of the command.
    /// - Returns: The path.
    /// - Throws: An error if a file cannot be written.
    package func keep(
        _ text: String,
        as name: String,
        attributes: DraftAttributes = DraftAttributes()
    ) throws(ClientError) -> String {
        try keep(Array(text.utf8), as: name, attributes: attributes)
    }

    /// Saves bytes that may not be valid UTF-8 and returns the path of their file.
    func keep(
        _ bytes: [UInt8],
        as name: String,
        attributes: DraftAttributes
    ) throws(ClientError) -> String {
        let path = try FileSystem.keep(bytes, in: directory, as: name)
        try attributes.write(toDraft: path)
        return path
    }

    /// Returns the message about a text that was saved.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - command: A command that reads the text from standard input, without the attributes of
    ///     the draft; nil if only `journal drafts` can use it.
    ///   - error: The reason why the text was saved, if a daemon has rejected it.
    /// - Returns: The path, and a command that uses the text.
    static func note(
        _ path: String,
        command: String? = nil,
        rejectedBy error: ClientError? = nil
    ) -> String {
        let option = error?.replacingOption ?? ""
        let use =
            command.map { "\($0) < \(path)" }
            ?? "journal drafts use \(SavedText.name(of: path))\(option)"
        return "The text was saved: \(path)\nTo use it: \(use)"
    }

    /// Returns the message about a text that could not be saved, which quotes the text.
    static func note(_ text: String, lostBy error: ClientError) -> String {
        "The text could not be saved (\(error.message)):\n\(text)"
    }
}

extension FileSystem {
    /// Removes a file after its content was stored elsewhere, and the attributes of a draft.
    ///
    /// A failure is reported on standard error and not thrown: the content is safe, and an error
    /// would suggest writing it a second time.
    static func discard(_ path: String) {
        do {
            try remove(path)
            DraftAttributes.remove(ofDraft: path)
        } catch {
            StandardError.say("journal: \(error.message)")
        }
    }
}
