// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
package import JournalProtocol

/// The user's editor, working on a draft that survives every failure.
package struct Editor {
    private let command: EditorCommand
    private let environment: Environment
    private let drafts: Drafts

    /// Chooses `$VISUAL`, `$EDITOR`, the command of the settings, or an editor that every Debian
    /// has.
    package init(environment: Environment, setting: String? = nil, stateDirectory: String) {
        self.environment = environment
        drafts = Drafts(stateDirectory: stateDirectory)
        command = EditorCommand(environment: environment, setting: setting)
    }

    /// An edited text and the file that still holds it, which no other process can use.
    package struct Draft: Sendable {
        /// The edited text.
        package var text: String
        /// The file, to be removed once the text is stored.
        package var path: String
        /// The lock on the file.
        package var lock: DraftLock
        /// Whether the editor may still be open, although its command has ended.
        fileprivate(set) var mayBeOpen = false

        /// Removes the file, but not the options of the command if the editor may still save it.
        package func discard() {
            withExtendedLifetime(lock) {
                if mayBeOpen { try? FileSystem.remove(path) } else { FileSystem.discard(path) }
            }
        }
    }

    /// Opens a text in the editor and waits until the editor exits.
    ///
    /// - Parameters:
    ///   - text: The initial text.
    ///   - name: The beginning of the draft's file name.
    ///   - attributes: The options of the command.
    /// - Returns: The text without line breaks at its end.
    /// - Throws: An error if the editor fails; it names the draft, which is kept unless it is
    ///   blank or still the initial text.
    package func edit(
        _ text: String,
        name: String,
        attributes: DraftAttributes = DraftAttributes()
    ) throws(ClientError) -> Draft {
        // Editors expect a line break after the last line; `trimmed` removes it again.
        let content = text.isEmpty ? "" : text + "\n"
        let path = try drafts.keep(content, as: name, attributes: attributes)
        return try open(path, holding: try DraftLock(path), initial: content)
    }

    /// Opens a draft in the editor and waits until the editor exits.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - lock: The lock on the file.
    /// - Returns: The text without line breaks at its end.
    /// - Throws: An error if the editor fails; it names the draft, which is kept unless it is
    ///   blank.
    package func open(_ path: String, holding lock: DraftLock) throws(ClientError) -> Draft {
        try open(path, holding: lock, initial: nil)
    }

    private func open(
        _ path: String,
        holding lock: DraftLock,
        initial: String?
    ) throws(ClientError) -> Draft {
        let before = try FileSystem.read(path)
        let shortTime = Deadline.after(EditorCommand.shortTime)
        guard try run(path) == .exited(0) else {
            let error = ClientError(.program, "the editor (\(command.line)) failed")
            throw Self.kept(path, from: initial, because: error)
        }
        let isQuick = !shortTime.isOver
        let after = try FileSystem.read(path)
        guard let edited = String(validating: after, as: UTF8.self) else {
            throw Self.kept(
                path,
                from: initial,
                because: ClientError(.input, "the text is not valid UTF-8")
            )
        }
        var draft = Draft(text: Self.trimmed(edited), path: path, lock: lock)
        if before == after, let hint = command.hint(isQuick: isQuick) {
            draft.mayBeOpen = true
            StandardError.say("journal: \(hint)\nA text that it saves later is a draft: \(path)")
        }
        return draft
    }

    /// Runs the editor on a file, and waits until it exits.
    private func run(_ path: String) throws(ClientError) -> Program.Outcome {
        // As in git, a shell splits the variable, which may hold arguments.
        let program = try Program.start(
            ["/bin/sh", "-c", command.line + " \"$@\"", command.line, path],
            variables: environment.variables,
            streams: .shared
        )
        // Control-C in the editor is for the editor.
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
        }
        return program.wait()
    }

    /// Returns the error with the path of the draft; removes a draft that is blank or unchanged.
    private static func kept(
        _ path: String,
        from initial: String?,
        because error: ClientError
    ) -> ClientError {
        var error = error
        let text = (try? FileSystem.read(path)).map { String(decoding: $0, as: UTF8.self) }
        if let text, text.isBlank || initial?.utf8.elementsEqual(text.utf8) == true {
            FileSystem.discard(path)
        } else {
            let name = SavedText.name(of: path)
            error.advice = "The draft was saved: \(path)\nTo use it: journal drafts use \(name)"
        }
        return error
    }

    /// Returns the text without the line breaks that editors and `echo` append.
    package static func trimmed(_ text: String) -> String {
        var text = Substring(text)
        while let last = text.last, last.isNewline { text = text.dropLast() }
        return String(text)
    }
}
