// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import JournalSystem
import Testing

struct EditorTests {
    private func editor(_ command: String, _ directory: TemporaryDirectory) -> Editor {
        Editor(
            environment: Environment(["EDITOR": command, "PATH": "/usr/bin:/bin"]),
            stateDirectory: directory.path
        )
    }

    @Test func editedTextIsReturnedAndTheDraftRemains() throws {
        let directory = try TemporaryDirectory()
        let draft = try editor("sh -c 'echo more >> \"$1\"' edit", directory)
            .edit("before", name: "d")
        #expect(draft.text == "before\nmore")
        #expect(try FileSystem.read(draft.path) == Array("before\nmore\n".utf8))
        #expect(FileStatus(path: draft.path)?.permissions == 0o600)
    }

    @Test(arguments: ["false", "/nowhere/editor", "sh -c 'kill -9 $$'"])
    func failingEditorLeavesNoUnchangedText(command: String) throws {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: ClientError.self) {
            try editor(command, directory).edit("of the entry", name: "d")
        }
        #expect(error?.advice == nil)
        #expect(FileSystem.names(in: directory.path + "/drafts") == [])
    }

    @Test(arguments: ["false", "kill -9 $$"])
    func failingEditorKeepsTheDraft(end: String) throws {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: ClientError.self) {
            try editor("sh -c 'echo precious > \"$1\"; \(end)' edit", directory)
                .edit("before", name: "d")
        }
        #expect(
            error?.advice == "The draft was saved: \(directory.path)/drafts/d.md\n"
                + "To use it: journal drafts use d"
        )
        #expect(try FileSystem.read(directory.path + "/drafts/d.md") == Array("precious\n".utf8))
    }

    @Test func olderDraftIsNotOverwritten() throws {
        let directory = try TemporaryDirectory()
        #expect(throws: ClientError.self) {
            try editor("sh -c 'echo first > \"$1\"; false' edit", directory).edit("", name: "d")
        }
        let draft = try editor("sh -c 'echo second >> \"$1\"' edit", directory).edit("", name: "d")
        #expect(draft.text == "second")
        #expect(try FileSystem.read(directory.path + "/drafts/d.md") == Array("first\n".utf8))
    }

    @Test func blankDraftIsRemoved() throws {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: ClientError.self) {
            try editor("false", directory).edit("", name: "d")
        }
        #expect(error?.advice == nil)
        #expect(FileSystem.names(in: directory.path + "/drafts") == [])
    }

    @Test func visualPrecedesEditor() throws {
        let directory = try TemporaryDirectory()
        let editor = Editor(
            environment: Environment(["VISUAL": "true", "EDITOR": "false", "PATH": "/bin"]),
            stateDirectory: directory.path
        )
        #expect(try editor.edit("x", name: "d").text == "x")
    }

    @Test func textThatIsNotUTF8KeepsTheDraft() throws {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: ClientError.self) {
            try editor("sh -c 'printf \"\\377\" > \"$1\"' edit", directory).edit("", name: "d")
        }
        #expect(error?.code == .input)
    }

    @Test(arguments: [("a\n\n", "a"), ("a\r\n", "a"), ("\n", ""), ("a\nb", "a\nb"), ("a ", "a ")])
    func trailingLineBreaksAreRemoved(text: String, trimmed: String) {
        #expect(Editor.trimmed(text) == trimmed)
    }
}
