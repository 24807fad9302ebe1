// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Where the text of `new` and `edit` comes from: arguments, standard input, or the editor.
package struct TextSource {
    /// A text, and the draft file to remove once it is safe.
    package struct Text {
        /// What was written, without blank lines around it.
        package var text: String
        fileprivate var draft: String?

        /// Removes the draft file, if there is one, now that its text is safe elsewhere.
        package func discardDraft() {
            if let draft { FileSystem.discard(draft) }
        }
    }

    private let session: Session
    private let words: [String]

    /// Takes the words of the command line; `-` alone means standard input.
    package init(session: Session, words: [String]) {
        self.session = session
        self.words = words
    }

    /// Reads the text; without words and on a terminal it opens the editor.
    ///
    /// - Parameters:
    ///   - draftName: The name of the file that the editor works on.
    ///   - initial: What stands in it at first.
    /// - Returns: The text; never blank when it comes from the editor.
    /// - Throws: A `ClientError` when there is nothing to read, or nothing that is text.
    package func read(
        draftName: String,
        initial: () -> String
    ) throws(ClientError) -> Text {
        if words == ["-"] { return try standardInput() }
        if !words.isEmpty { return Text(text: words.joined(separator: " ")) }
        if !ProcessFacts.isTerminal(0) { return try standardInput() }
        let editor = Editor(
            environment: session.environment,
            stateDirectory: try session.stateDirectory()
        )
        let draft = try editor.edit(initial(), name: draftName)
        guard !Editor.isBlank(draft.text) else {
            try FileSystem.remove(draft.path)
            throw ClientError(.input, "the text is empty, nothing was written")
        }
        return Text(text: draft.text, draft: draft.path)
    }

    private func standardInput() throws(ClientError) -> Text {
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.read(descriptor: 0, name: "standard input")
        } catch {
            throw ClientError(.input, error.message)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ClientError(.input, "standard input is not valid UTF-8, nothing was written")
        }
        return Text(text: Editor.trimmed(text))
    }
}
