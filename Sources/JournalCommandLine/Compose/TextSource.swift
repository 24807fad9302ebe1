// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalSystem

/// Where the text of `new` and `edit` comes from: arguments, standard input, or the editor.
package struct TextSource {
    /// A text, and where it is from.
    package struct Text {
        /// What was written, without blank lines around it.
        package var text: String
        /// The file that the editor worked on.
        package fileprivate(set) var draft: String?
        /// Whether the shell remembers it.
        fileprivate var isFromArguments = false

        /// Whether it is a text to the byte: an accent written another way is another text.
        package func isSame(as other: String) -> Bool { text.utf8.elementsEqual(other.utf8) }

        /// Removes the draft file, if there is one, now that its text is safe elsewhere.
        package func discardDraft() {
            if let draft { FileSystem.discard(draft) }
        }

        /// Keeps the text of a command that failed before it came to use it.
        ///
        /// - Parameters:
        ///   - error: Why it failed.
        ///   - context: The run, which knows where drafts are.
        ///   - command: What takes the text from standard input.
        /// - Returns: The error, with a word about where the text is.
        package func kept(
            after error: ClientError,
            in context: CommandContext,
            for command: String
        ) -> ClientError {
            keep(in: context, for: command).map(error.adding) ?? error
        }

        /// Keeps a text that is on no disk and in no history yet, and tells where.
        ///
        /// - Parameters:
        ///   - context: The run, which knows where drafts are.
        ///   - command: What takes the text from standard input.
        /// - Returns: What to say about it; nil when there was nothing to keep.
        func keep(in context: CommandContext, for command: String) -> String? {
            guard !isFromArguments, !Editor.isBlank(text) else { return nil }
            if let draft { return Drafts.note(draft, command: command) }
            do throws(ClientError) {
                let drafts = Drafts(stateDirectory: try context.stateDirectory())
                return Drafts.note(try drafts.keep(text, as: "text"), command: command)
            } catch {
                return Drafts.note(text, lostBy: error)
            }
        }
    }

    private let context: CommandContext
    private let words: [String]

    /// Takes the words of the command line; `-` alone means standard input.
    package init(context: CommandContext, words: [String]) {
        self.context = context
        self.words = words
    }

    /// Whether the text comes from standard input, which can be read only once.
    package var isStandardInput: Bool {
        words.isEmpty ? !StandardDescriptors.isTerminal(0) : words == ["-"]
    }

    /// Reads what was piped into a command that does something without a text too.
    ///
    /// - Returns: The text, or nil when there is none, as from `/dev/null`.
    /// - Throws: A `ClientError` when it is no text.
    func readPiped() throws(ClientError) -> Text? {
        guard isStandardInput, StandardDescriptors.isReadable(0) else { return nil }
        let text = try standardInput()
        return Editor.isBlank(text.text) ? nil : text
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
        if isStandardInput { return try standardInput() }
        if !words.isEmpty {
            return Text(text: words.joined(separator: " "), isFromArguments: true)
        }
        let editor = Editor(
            environment: context.environment,
            stateDirectory: try context.stateDirectory()
        )
        let draft = try editor.edit(initial(), name: draftName)
        guard !Editor.isBlank(draft.text) else {
            FileSystem.discard(draft.path)
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
            throw ClientError(
                .input,
                "standard input is not valid UTF-8, nothing was written",
                advice: keep(bytes)
            )
        }
        return Text(text: Editor.trimmed(text))
    }

    /// Keeps what is no text, for whoever knows how to read it, and tells where.
    private func keep(_ bytes: [UInt8]) -> String {
        do throws(ClientError) {
            let drafts = Drafts(stateDirectory: try context.stateDirectory())
            return "It is kept as it came: \(try drafts.keep(bytes, as: "input"))"
        } catch {
            return "It could not be kept: \(error.message)"
        }
    }
}
