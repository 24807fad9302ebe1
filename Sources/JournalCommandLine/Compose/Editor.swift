// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
package import JournalProtocol

/// The person's editor, working on a draft that survives every failure.
package struct Editor {
    private let command: String
    private let environment: Environment
    private let drafts: Drafts

    /// Chooses `$VISUAL`, `$EDITOR`, or an editor that every Debian has.
    package init(environment: Environment, stateDirectory: String) {
        self.environment = environment
        drafts = Drafts(stateDirectory: stateDirectory)
        command = environment["VISUAL"] ?? environment["EDITOR"] ?? Self.fallback(environment)
    }

    private static func fallback(_ environment: Environment) -> String {
        for name in ["sensible-editor", "editor"] {
            if let path = Program.find(name, path: environment["PATH"]) { return path }
        }
        return "vi"
    }

    /// A text as it came back from the editor, and the file that still holds it.
    package struct Draft: Sendable, Equatable {
        /// What the person left.
        package var text: String
        /// The file; remove it once the text is safe.
        package var path: String
    }

    /// Lets the person edit a text.
    ///
    /// - Parameters:
    ///   - text: What the editor shows at first.
    ///   - name: The beginning of the draft's file name.
    /// - Returns: The text without blank lines at its end.
    /// - Throws: When the editor fails; the draft is then kept and named, unless it is blank.
    package func edit(_ text: String, name: String) throws(ClientError) -> Draft {
        // Editors expect a line end after the last line; `trimmed` takes it away again.
        let path = try drafts.keep(text.isEmpty ? "" : text + "\n", as: name)
        // As git does it: the variable may hold arguments, so a shell splits it.
        let program = try Program.start(
            ["/bin/sh", "-c", command + " \"$@\"", command, path],
            variables: environment.variables,
            .shared
        )
        // An interrupt typed into the editor is the editor's business.
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        let outcome = program.wait()
        signal(SIGINT, interrupt)
        signal(SIGQUIT, quit)
        guard outcome == .exited(0) else {
            throw Self.kept(path, ClientError(.program, "the editor (\(command)) failed"))
        }
        guard let edited = String(validating: try FileSystem.read(path), as: UTF8.self) else {
            throw Self.kept(path, ClientError(.input, "the text is not valid UTF-8"))
        }
        return Draft(text: Self.trimmed(edited), path: path)
    }

    /// The error with the name of the draft; one that says nothing is not kept.
    private static func kept(_ path: String, _ error: ClientError) -> ClientError {
        var error = error
        if let bytes = try? FileSystem.read(path), isBlank(String(decoding: bytes, as: UTF8.self)) {
            try? FileSystem.remove(path)
        } else {
            error.advice = "The draft is kept: \(path)"
        }
        return error
    }

    /// The text without line ends at its end, as editors and `echo` put them there.
    package static func trimmed(_ text: String) -> String {
        var text = Substring(text)
        while let last = text.last, last.isNewline { text = text.dropLast() }
        return String(text)
    }

    /// Whether a text has nothing but white space.
    package static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}
