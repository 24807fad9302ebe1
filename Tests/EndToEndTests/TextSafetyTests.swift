// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Preservation of texts from an editor or a pipe when they cannot be stored.
struct TextSafetyTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    /// Runs `journal` on a pseudoterminal, with a script as the editor.
    private func edit(_ arguments: String, editor script: String) throws -> ChildProcess.Result {
        let editor = bed.root + "/editor"
        let write = "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$2\" && chmod 700 \"$2\""
        #expect(try bed.run(["/bin/sh", "-c", write, "sh", script, editor]).status == 0)
        bed.environment["EDITOR"] = editor
        bed.environment["TERM"] = "dumb"
        let terminal = try #require(Built.tool("script"))
        let command = "\(Built.journal) \(arguments) --timeout 40"
        return try bed.run([terminal, "-q", "-e", "-c", command, "/dev/null"])
    }

    /// The names of the texts in a folder, without the hidden files of their options.
    private func kept(_ folder: String) -> [String] {
        FileSystem.names(in: "\(bed.state)/\(folder)").filter { !$0.hasPrefix(".") }
    }

    @Test func editorProvidesTheText() throws {
        let result = try edit("new", editor: #"printf 'from the editor\n\n' > "$1""#)
        #expect(result.status == 0, "\(result.output)")
        let entry = try JSON.parse(bed.journal("list", "--jsonl").line)
        #expect(entry["text"] == "from the editor")
        #expect(kept("drafts") == [])
        let id = entry["id"]?.stringValue ?? ""
        let change = try edit("edit \(id)", editor: #"sed -i 's/from/out of/' "$1""#)
        #expect(change.status == 0, "\(change.output)")
        #expect(try bed.journal("show", id).output == "out of the editor\n")
    }

    @Test(arguments: ["new", "new -t", "search"])
    func argumentThatIsNotUTF8IsRejected(command: String) throws {
        let line = "\(Built.journal) \(command) \"$(printf 'caf\\351')\" x"
        let result = try bed.run(["/bin/sh", "-c", line])
        #expect(result.status == 65)
        #expect(result.errors.contains("\"caf\u{FFFD}\" is not valid UTF-8"), "\(result.errors)")
        #expect(try bed.journal("list", "--count").line == "0")
        #expect(try bed.journal("tag", "list").output.isEmpty)
    }

    @Test(.enabled(if: Root.canMount, "only root can make a file that stays"))
    func undeletableDraftDoesNotFailTheCommand() throws {
        let result = try edit("new", editor: #"echo safe > "$1"; mount --bind "$1" "$1""#)
        let draft = try #require(kept("drafts").first)
        defer { umount2("\(bed.state)/drafts/\(draft)", 2) }
        #expect(result.status == 0)
        #expect(result.output.contains(draft), "\(result.output)")
        let id = try JSON.parse(bed.journal("list", "--jsonl").line)["id"]?.stringValue ?? ""
        #expect(result.output.contains(id), "\(result.output)")
    }

    @Test func failedEditorKeepsTheDraft() throws {
        let result = try edit("new", editor: #"echo "a draft" > "$1"; exit 3"#)
        #expect(result.status == 70)
        #expect(kept("drafts").count == 1)
        #expect(result.output.contains("/drafts/"), "\(result.output)")
        #expect(try bed.journal("list", "--count").line == "0")
    }

    @Test func emptyTextCreatesNoEntry() throws {
        let result = try edit("new", editor: "true")
        #expect(result.status == 65)
        #expect(kept("drafts") == [])
        #expect(try bed.journal("list", "--count").line == "0")
    }

    @Test func conflictShowsBothVersionsAndKeepsTheLocalOne() throws {
        let id = try bed.journal("new", "the beginning").line
        let theirs = "printf 'what the other \\033[2Jwrote'"
        let meanwhile = "\(theirs) | \(Built.journal) edit \(id) - >/dev/null"
        let result = try edit("edit \(id)", editor: "\(meanwhile)\necho mine > \"$1\"")
        #expect(result.status == 1, "\(result.output)")
        #expect(result.output.contains("what the other ␛[2Jwrote"), "\(result.output)")
        #expect(result.output.contains("mine"))
        #expect(try bed.journal("show", id).output == "what the other \u{1B}[2Jwrote\n")
        let name = try #require(kept("conflicts").first)
        #expect(result.output.contains(name))
        let text = try FileSystem.read("\(bed.state)/conflicts/\(name)")
        #expect(String(decoding: text, as: UTF8.self) == "mine")
    }

    @Test func undeliveredTextIsKeptAndDeliveredOnce() throws {
        let result = try bed.journal("new", "--no-start", "-t", "late", "important -- very")
        #expect(result.status == 69)
        let name = try #require(kept("undelivered").first)
        #expect(result.errors.contains(name), "\(result.errors)")
        let reminded = try bed.journal("new", "another")
        #expect(reminded.errors.contains("--deliver"), "\(reminded.errors)")
        let delivered = try bed.journal("new", "--deliver", input: nil)
        #expect(delivered.lines.count == 1, "\(delivered.errors)")
        #expect(kept("undelivered") == [])
        let entry = try JSON.parse(bed.journal("show", delivered.line, "--json").line)
        #expect(entry["text"] == "important -- very")
        #expect(entry["tags"] == ["late"])
        #expect(try bed.journal("list", "--count").line == "2")
    }

    @Test func usageErrorKeepsPipedText() throws {
        let long = "/tmp/" + String(repeating: "x", count: 200)
        let commands = [
            ["new", "--at", "nonsense"], ["new", "--id", "7"], ["new", "--socket", long],
            ["edit", "xyz"], ["edit", "ffff9999", "-"], ["new", "--notebok", "x"],
            ["new", "--json", "--jsonl"], ["edit", "ffff9999", "-", "--strar"], ["nwe"],
            ["lsit"], ["lis", "--all"], ["new", "-5 degrees here"], ["new", "-hello"],
            ["-ahead of schedule"],
        ]
        for (index, command) in commands.enumerated() {
            let text = "precious \(index)"
            let result = try bed.start(command, input: text).wait()
            #expect([64, 66].contains(result.status), "\(result.errors)")
            let files = kept("drafts").map { "\(bed.state)/drafts/\($0)" }
            #expect(files.count == index + 1)
            let path = try #require(files.first { result.errors.contains("< \($0)\n") })
            #expect(try FileSystem.read(path) == Array(text.utf8))
        }
    }

    @Test(arguments: ["new -N", "--timeout 40 new -t", "edit ffff9999 -t"])
    func argumentThatIsNotUTF8KeepsPipedText(command: String) throws {
        let line = "printf precious | \(Built.journal) \(command) \"$(printf 'caf\\351')\""
        let result = try bed.run(["/bin/sh", "-c", line])
        #expect(result.status == 65)
        let name = try #require(kept("drafts").first)
        #expect(result.errors.contains("/drafts/\(name)\n"), "\(result.errors)")
        #expect(try FileSystem.read("\(bed.state)/drafts/\(name)") == Array("precious".utf8))
    }

    @Test func deliverAlsoWritesPipedText() throws {
        #expect(try bed.journal("new", "--no-start", "kept").status == 69)
        let both = try bed.journal("new", "--deliver", input: "piped\n")
        #expect(both.status == 0, "\(both.errors)")
        #expect(both.lines.count == 2)
        let texts = try both.lines.map { try bed.journal("show", $0).output }
        #expect(texts == ["kept\n", "piped\n"])
        let nothing = try bed.journal("new", "--deliver", input: "\n")
        #expect(nothing.status == 0, "\(nothing.errors)")
        let closed = "\(Built.journal) new --deliver <&-"
        #expect(try bed.run(["/bin/sh", "-c", closed]).status == 0)
        #expect(try bed.journal("list", "--count").line == "2")
    }

    @Test func invalidUTF8InputIsKeptUnchanged() throws {
        let command = "printf 'caf\\351' | \(Built.journal) new"
        let result = try bed.run(["/bin/sh", "-c", command])
        #expect(result.status == 65)
        let name = try #require(kept("drafts").first)
        #expect(result.errors.contains("/drafts/\(name)\n"), "\(result.errors)")
        #expect(try FileSystem.read("\(bed.state)/drafts/\(name)") == Array("caf".utf8) + [0xE9])
    }

    @Test func permanentlyRejectedTextBecomesADraft() throws {
        let long = String(repeating: "long ", count: 110_000)
        let result = try bed.journal("new", input: long)
        #expect(result.status == 65)
        #expect(result.errors.contains("/drafts/"), "\(result.errors)")
        #expect(try bed.journal("new", "another").errors == "")
        #expect(try bed.journal("new", "--deliver").status == 0)
        #expect(try bed.journal("list", "--count").line == "1")
        #expect(kept("undelivered") == [])
    }

    /// Runs a line of the shell in which `$1` is `journal`.
    private func shell(_ command: String) throws -> ChildProcess.Result {
        try bed.run(["/bin/sh", "-c", command, "sh", Built.journal])
    }

    private func text(_ result: ChildProcess.Result) throws -> String {
        #expect(result.status == 0, "\(result.errors)")
        return try bed.journal("show", result.line).output
    }

    @Test(arguments: ["", "--timeout 40", "--timeout 40 new", "new --timeout 40"])
    func pipedTextIsWrittenWithOrWithoutTheCommand(arguments: String) throws {
        let result = try shell("echo precious | \"$1\" \(arguments)")
        #expect(try text(result) == "precious\n")
    }

    @Test func pipedTextWithEntryOptionsNeedsNoCommand() throws {
        let result = try shell(#"echo precious | "$1" --json -t build --star"#)
        let id = try JSON.parse(result.line)["id"]?.stringValue ?? ""
        let entry = try JSON.parse(bed.journal("show", id, "--json").line)
        #expect(entry["text"] == "precious")
        #expect(entry["tags"] == ["build"])
        #expect(entry["starred"] == true)
    }

    @Test func pipedTextIsAppendedToTheArguments() throws {
        #expect(try text(shell(#"echo body | "$1" new a title"#)) == "a title\n\nbody\n")
        let file = bed.root + "/body"
        try FileSystem.write(Array("from a file\n".utf8), to: file)
        // Not dash: it redirects itself first, and then seems to share its input.
        let bash = try #require(Built.tool("bash"), "bash is needed")
        let id = try bed.run([bash, "-c", "\"$1\" new a title <\(file)", "bash", Built.journal])
        #expect(try text(id) == "a title\n\nfrom a file\n")
        #expect(try text(shell("echo more | \"$1\" edit \(id.line) new")) == "new\n\nmore\n")
        #expect(try text(shell("echo other | \"$1\" edit \(id.line) --star")) == "other\n")
        #expect(try text(shell(#"printf '\n' | "$1" new only a title"#)) == "only a title\n")
    }

    @Test(arguments: ["printf 'one\\ntwo\\nthree\\n' | while", "while"])
    func inputOfALoopIsNotConsumed(loop: String) throws {
        let file = bed.root + "/lines"
        try FileSystem.write(Array("one\ntwo\nthree\n".utf8), to: file)
        let redirection = loop == "while" ? "<\(file)" : ""
        let command = #"\#(loop) read -r line; do "$1" new "$line"; done \#(redirection)"#
        let result = try shell(command)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            try result.lines.map { try bed.journal("show", $0).output } == [
                "one\n", "two\n", "three\n",
            ]
        )
    }

    @Test func pipedTextIsKeptIfThereAreArgumentsToo() throws {
        let commands = ["new word --strar", "edit ffff9999 words", "dance words", "-t a --bogus"]
        for (index, command) in commands.enumerated() {
            let result = try shell("echo 'precious \(index)' | \"$1\" \(command)")
            #expect([64, 66].contains(result.status), "\(result.errors)")
            let texts = try kept("drafts").map {
                String(decoding: try FileSystem.read("\(bed.state)/drafts/\($0)"), as: UTF8.self)
            }
            #expect(texts.contains { $0.hasSuffix("precious \(index)") }, "\(result.errors)")
        }
    }

    @Test func helpIsPrintedWithoutText() throws {
        for input in ["</dev/null", "<&-"] {
            let help = try shell("\"$1\" \(input)")
            #expect(help.status == 0)
            #expect(help.output.contains("EXIT STATUS"), "\(help.errors)")
        }
        #expect(bed.daemons == [])
    }

    @Test func unchangedTextWithALineBreakAtItsEndIsNotWritten() throws {
        let wire = try bed.connectStarting()
        let created = try wire.call("entry.create", ["text": "one line\n"])
        let id = try #require(created["id"]?.stringValue)
        let closed = try edit("edit \(id)", editor: "true")
        #expect(closed.output.contains("the text is unchanged"), "\(closed.output)")
        let entry = try wire.call("entry.get", ["id": .string(id)])["entry"]
        #expect(entry?["text"] == "one line\n")
        #expect(try wire.call("entry.history", ["id": .string(id)])["versions"] == [])
    }

    @Test func invalidDateIsReportedBeforeTheEditorIsOpened() throws {
        let opened = bed.root + "/opened"
        let result = try edit("new --at nonsense", editor: "touch \(opened)")
        #expect(result.status == 64, "\(result.output)")
        #expect(!FileManager.default.fileExists(atPath: opened))
    }
}
