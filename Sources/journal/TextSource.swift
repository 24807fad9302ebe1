// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient

/// Where the text of `new` and `edit` comes from: arguments, standard input, or the editor.
struct TextSource {
    /// A text, and the draft file to remove once it is safe.
    struct Text {
        var text: String
        var draft: String?

        func discardDraft() throws(ClientError) {
            if let draft { try FileSystem.remove(draft) }
        }
    }

    let session: Session
    let words: [String]

    func read(
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
        let bytes = try FileSystem.read(descriptor: 0, name: "standard input")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ClientError(.input, "standard input is not valid UTF-8, nothing was written")
        }
        return Text(text: Editor.trimmed(text))
    }
}
