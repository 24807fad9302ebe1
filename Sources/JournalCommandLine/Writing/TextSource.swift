// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalSystem

/// Reads the text of `new` and `edit` from arguments, standard input, or the editor.
package struct TextSource {
    /// A text and its origin.
    package struct Text {
        /// The text without line breaks at its end.
        package var text: String
        /// The file that the editor worked on.
        package fileprivate(set) var draft: String?
        /// The lock on this file.
        fileprivate var lock: DraftLock?
        /// Whether the editor may still save the file, so that its options are kept.
        fileprivate var mayBeOpen = false
        /// Returns the options of the command, for a text that is kept.
        fileprivate var attributes: (() -> DraftAttributes)?
        /// Whether the history of the shell holds the whole text.
        fileprivate var isFromArguments = false

        /// Creates a text, which a draft file may already contain.
        package init(text: String, draft: String? = nil) {
            self.text = text
            self.draft = draft
        }

        fileprivate init(arguments text: String) {
            self.init(text: text)
            isFromArguments = true
        }

        /// Returns whether the bytes are equal: `é` has two encodings, which are equal as strings.
        package func isSame(as other: String) -> Bool { text.utf8.elementsEqual(other.utf8) }

        /// Removes the draft file, if any, after the text was stored elsewhere.
        package func discardDraft() {
            guard let draft else { return }
            withExtendedLifetime(lock) {
                if mayBeOpen { try? FileSystem.remove(draft) } else { FileSystem.discard(draft) }
            }
        }

        /// Replaces the text, also in the draft file; a file that cannot be written remains as it
        /// is.
        mutating func replace(_ text: String) {
            self.text = text
            guard let draft else { return }
            try? FileSystem.write(Array((text + "\n").utf8), to: draft)
        }

        /// Keeps the text of a command that failed before it sent the text.
        ///
        /// - Parameters:
        ///   - error: The failure.
        ///   - context: The run, which determines the directory of drafts.
        ///   - command: A command that reads the text from standard input; nil if only
        ///     `journal drafts` can use it.
        /// - Returns: The error, with the path of the kept text in its advice.
        package func kept(
            after error: ClientError,
            in context: CommandContext,
            for command: String?
        ) -> ClientError {
            let options = command == nil ? attributes?() : nil
            return keep(in: context, for: command, options: options ?? DraftAttributes())
                .map(error.adding) ?? error
        }

        /// Keeps a text that is neither on disk nor in the history of the shell.
        ///
        /// - Parameters:
        ///   - context: The run, which determines the directory of drafts.
        ///   - command: A command that reads the text from standard input; nil if only
        ///     `journal drafts` can use it.
        ///   - options: The options of the command, which `journal drafts` uses.
        /// - Returns: The text of a message with the path; nil if there was nothing to keep.
        func keep(
            in context: CommandContext,
            for command: String?,
            options: DraftAttributes
        ) -> String? {
            guard !isFromArguments, !text.isBlank else { return nil }
            if let draft { return Drafts.note(draft, command: command) }
            do throws(ClientError) {
                let drafts = Drafts(stateDirectory: try context.stateDirectory())
                let path = try drafts.keep(text, as: "text", attributes: options)
                return Drafts.note(path, command: command)
            } catch {
                return Drafts.note(text, lostBy: error)
            }
        }
    }

    private let context: CommandContext
    private let words: [String]
    /// Returns the options of the command, which are kept with a text that is not written.
    var attributes = { DraftAttributes() }

    /// Creates a source from the words of the command line; `-` alone means standard input.
    package init(context: CommandContext, words: [String]) {
        self.context = context
        self.words = words
    }

    /// Whether the text comes from standard input, entirely or in part; it can be read only once.
    package var readsStandardInput: Bool {
        if words == ["-"] { return true }
        return words.isEmpty
            ? !StandardDescriptors.isTerminal(0) : StandardDescriptors.hasExclusiveInput
    }

    /// The words of the command line as a text to be kept; nil if there are none.
    ///
    /// It is for failures that are no mistake in the command line: a program may have written the
    /// words, and then no shell has them in its history.
    package var wordsToKeep: Text? {
        guard !words.isEmpty, words != ["-"] else { return nil }
        var text = Text(text: words.joined(separator: " "))
        text.attributes = attributes
        return text
    }

    /// Whether the text is written in the editor.
    package var opensEditor: Bool { words.isEmpty && !readsStandardInput }

    /// Reads standard input for a command that can do without a text.
    ///
    /// - Returns: The text, or `nil` for empty input such as `/dev/null`.
    /// - Throws: A `ClientError` if the input is not valid UTF-8; the bytes are kept.
    package func readPiped() throws(ClientError) -> Text? {
        guard readsStandardInput, StandardDescriptors.isReadable(0) else { return nil }
        return try readNonblankInput()
    }

    /// Reads standard input if it was redirected exclusively to this process.
    ///
    /// - Returns: The text, or `nil`.
    /// - Throws: A `ClientError` if the input is not valid UTF-8; the bytes are kept.
    package func readExclusiveInput() throws(ClientError) -> Text? {
        StandardDescriptors.hasExclusiveInput ? try readNonblankInput() : nil
    }

    /// Reads standard input for a command that changes an entry.
    ///
    /// - Parameter isExclusive: Whether only input is read that was redirected exclusively to this
    ///   process, so that a command with options works in a loop of the shell.
    /// - Returns: The text, or `nil` if standard input is not read or is empty.
    /// - Throws: A `ClientError` if the input is not valid UTF-8; the bytes are kept.
    func input(exclusively isExclusive: Bool) throws(ClientError) -> Text? {
        if isExclusive { return try readExclusiveInput() }
        return readsStandardInput ? try read(draftName: "") { "" } : nil
    }

    private func readNonblankInput() throws(ClientError) -> Text? {
        let text = try standardInput()
        return text.text.isBlank ? nil : text
    }

    /// Reads the text; without words and on a terminal it opens the editor.
    ///
    /// Standard input that was redirected to a command with words is the text below them.
    ///
    /// - Parameters:
    ///   - draftName: The name of the file that the editor works on.
    ///   - initial: The text that the editor shows first.
    /// - Returns: The text; never blank if it comes from the editor.
    /// - Throws: A `ClientError` if there is no text, or no valid UTF-8.
    package func read(draftName: String, initial: () -> String) throws(ClientError) -> Text {
        if words.isEmpty || words == ["-"] {
            return readsStandardInput
                ? try standardInput() : try edit(draftName: draftName, initial: initial())
        }
        let title = words.joined(separator: " ")
        guard let body = try readExclusiveInput() else {
            return Text(arguments: title)
        }
        var text = body
        text.text = "\(title)\n\n\(body.text)"
        return text
    }

    /// Opens a text in the editor.
    package func edit(draftName: String, initial: String) throws(ClientError) -> Text {
        let editor = Editor(
            environment: context.environment,
            setting: context.settings.editor,
            stateDirectory: try context.stateDirectory()
        )
        let draft = try editor.edit(initial, name: draftName, attributes: attributes())
        guard !draft.text.isBlank else {
            draft.discard()
            throw ClientError(.input, "the text is empty; nothing was written")
        }
        var text = Text(text: draft.text, draft: draft.path)
        text.lock = draft.lock
        text.mayBeOpen = draft.mayBeOpen
        return text
    }

    private func standardInput() throws(ClientError) -> Text {
        let input = try Interruption.delayed { () throws(ClientError) in StandardInput() }
        if let problem = input.problem { throw keep(input.bytes, after: problem) }
        guard let text = String(validating: input.bytes, as: UTF8.self) else {
            let problem = "standard input is not valid UTF-8; nothing was written"
            throw keep(input.bytes, after: ClientError(.input, problem))
        }
        var result = Text(text: Editor.trimmed(Self.withoutByteOrderMark(text)))
        result.attributes = attributes
        return result
    }

    private static func withoutByteOrderMark(_ text: String) -> String {
        text.unicodeScalars.first == "\u{FEFF}"
            ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Keeps the bytes of an input that is no text, or not all of it, with the options of the
    /// command; returns the error with their path.
    private func keep(_ bytes: [UInt8], after error: ClientError) -> ClientError {
        guard !bytes.isEmpty else { return error }
        do throws(ClientError) {
            let drafts = Drafts(stateDirectory: try context.stateDirectory())
            let path = try drafts.keep(bytes, as: "input", attributes: attributes())
            return error.adding("What was read was saved unchanged: \(path)")
        } catch let failure {
            let text = String(decoding: bytes, as: UTF8.self)
            return error.adding(Drafts.note(text, lostBy: failure))
        }
    }
}
