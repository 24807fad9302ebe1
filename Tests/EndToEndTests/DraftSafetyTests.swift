// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Drafts that are used twice, later, or with other options.
struct DraftSafetyTests {
    private let bed: TestBed
    private var drafts: String { bed.state + "/drafts" }

    init() throws { bed = try TestBed() }

    private func entry(_ id: String) throws -> JSON {
        try JSON.parse(bed.journal("show", id, "--json").line)
    }

    private func save(_ text: String, as path: String) throws {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        try FileSystem.makeDirectory("/" + folder)
        try FileSystem.write(Array(text.utf8), to: path)
    }

    @Test func optionsOfTheCommandAreKeptWithTheText() throws {
        let options = "-N sea -t a,b --star --at '2026-03-01 18:30'"
        let failed = try bed.edit(
            "new \(options)",
            editor: "echo 'half #c' >$1; false",
            onTerminal: true
        )
        #expect(failed.status != 0)
        let used = try bed.journal("drafts", "use", "1", "--as-is")
        #expect(used.errors == "journal: created the notebook \"sea\"\n")
        let new = try entry(used.line)
        #expect(new["notebook"]?["name"] == "sea")
        #expect(new["tags"] == ["a", "b", "c"])
        #expect(new["starred"] == true)
        #expect(new["createdAt"]?.stringValue?.hasPrefix("2026-03-01T18:30:00") == true)
        // The same for a text from a pipe.
        try bed.journal("new", "-N", "lake", "--at", "never", input: "piped")
        let piped = try bed.journal("drafts", "use", "1", "--as-is")
        #expect(try entry(piped.line)["notebook"]?["name"] == "lake")
        #expect(FileSystem.names(in: drafts) == [])
    }

    @Test func settingsApplyToDrafts() throws {
        let editor = try bed.saveEditor("echo 'and whole #b' >>$1")
        let settings = "notebook = \"work\"\ntext-tags = false\neditor = \"\(editor)\"\n"
        try save(settings, as: bed.root + "/config/journal/config.toml")
        try save("half #a\n", as: drafts + "/new.md")
        let used = try bed.journal("drafts", "use", "1")
        #expect(used.status == 0, "\(used.errors)")
        let written = try entry(used.line)
        #expect(written["text"] == "half #a\nand whole #b")
        #expect(written["notebook"]?["name"] == "work")
        #expect(written["tags"] == [])
    }

    @Test func draftIsUsedOnceAtATime() throws {
        try save("half\n", as: drafts + "/new.md")
        let seen = bed.root + "/seen"
        let editor = """
            \(Built.journal) drafts use new --as-is --timeout 40 2>>\(seen)
            \(Built.journal) drafts delete new -y 2>>\(seen)
            echo whole >>$1
            """
        let used = try bed.edit("drafts use 1", editor: editor)
        #expect(used.status == 0, "\(used.errors)")
        let refusals = String(decoding: try FileSystem.read(seen), as: UTF8.self)
        #expect(refusals.components(separatedBy: "new is open in another editor").count == 3)
        #expect(try bed.journal("list", "--full").output.hasSuffix("half\nwhole\n"))
        #expect(try bed.journal("list", "--count").line == "1")
        #expect(FileSystem.names(in: drafts) == [])
    }

    @Test func newEntriesOfATextAreWrittenOnce() throws {
        let ids = try ["one", "two"].map { try bed.journal("new", $0).line }
        let large = "head -c 1200000 /dev/zero | tr '\\0' x"
        let editor = """
            sed -i -e s/one/ONE/ "$1"
            printf '\\n=== new\\nthree\\n=== new\\n' >>"$1"; \(large) >>"$1"
            """
        let failed = try bed.edit("edit \(ids[0]) \(ids[1])", editor: editor, onTerminal: true)
        #expect(failed.status == 65, "\(failed.output.suffix(500))")
        #expect(try bed.journal("list", "--count").line == "3")
        // What was written is not in the file any more.
        let kept = String(decoding: try FileSystem.read(drafts + "/entries.md"), as: UTF8.self)
        #expect(!kept.contains("three") && !kept.contains("ONE"))
        let refused = try bed.journal("drafts", "use", "1", "--as-is", "-N", "sea")
        #expect(refused.status == 64, "\(refused.errors)")
        let used = try bed.edit("drafts use 1", editor: "sed -i s/x*x/four/ $1")
        #expect(used.status == 0, "\(used.errors)")
        #expect(try bed.journal("list", "--count").line == "4")
    }

    @Test func draftOfAKilledProcessCreatesNothingTwice() throws {
        let ids = try ["one", "two"].map { try bed.journal("new", $0).line }
        let editor = "printf '\\n=== new\\nthree\\n' >>$1; \(Built.journal) daemon stop"
        let line = "edit \(ids[0]) \(ids[1]) --no-start"
        #expect(try bed.edit(line, editor: editor, onTerminal: true).status == 69)
        let path = drafts + "/entries.md"
        let kept = try FileSystem.read(path)
        #expect(try bed.journal("drafts", "use", "1", "--as-is").lines.count == 1)
        // As if the process had been killed before it removed the file.
        try FileSystem.write(kept, to: path)
        let again = try bed.journal("drafts", "use", "1", "--as-is")
        #expect(again.status == 0, "\(again.errors)")
        #expect(try bed.journal("list", "--count").line == "3")
    }

    @Test func textWithoutARevisionReplacesNoNewerText() throws {
        let ids = try ["one", "two"].map { try bed.journal("new", $0).line }
        // The missing entry is not confirmed, so that the text is kept.
        let piped = try bed.journal("edit", ids[0], ids[1], "-", input: "=== \(ids[0])\nmine\n")
        #expect(piped.status == 64)
        try bed.journal("edit", ids[0], "theirs")
        let used = try bed.journal("drafts", "use", "1", "--as-is")
        #expect(used.status == 1, "\(used.errors)")
        #expect(try entry(ids[0])["text"] == "theirs")
        #expect(try bed.savedKinds() == ["conflict"])
        try save("=== edit\n=== \(ids[1])\nmine\n", as: drafts + "/entries.md")
        let refused = try bed.journal("drafts", "use", "entries", "--as-is")
        #expect(refused.status == 65)
        #expect(refused.errors.contains("line 2: \(ids[1]) has no revision"), "\(refused.errors)")
        #expect(try entry(ids[1])["text"] == "two")
        #expect(FileSystem.names(in: drafts) == ["entries.md"])
    }

    @Test func editorThatReturnsAtOnceGetsAHint() throws {
        // The window of the editor saves its text once there is a file.
        let path = bed.root + "/code"
        let go = bed.root + "/go"
        let open = bed.root + "/open"
        let window = """
            touch \(open); until test -e \(go); do sleep 0.02; done; echo typed later >"$1"
            """
        let script = """
            #!/bin/sh
            setsid sh -c '\(window)' code "$1" >/dev/null 2>&1 </dev/null &
            until test -e \(open); do sleep 0.02; done

            """
        try FileSystem.write(Array(script.utf8), to: path)
        chmod(path, 0o755)
        let line = "EDITOR=\(path) \(Built.journal) new -N sea --timeout 40"
        let terminal = try #require(Built.tool("script"))
        let result = try bed.run([terminal, "-q", "-e", "-c", line, "/dev/null"])
        #expect(result.status == 65, "\(result.output)")
        #expect(result.output.contains("EDITOR=\"\(path) --wait\""), "\(result.output)")
        #expect(result.output.contains("draft: \(drafts)/new.md"), "\(result.output)")
        try FileSystem.write([], to: go)
        try eventually("a draft") {
            (try? FileSystem.read(drafts + "/new.md"))?.isEmpty == false ? true : nil
        }
        let used = try bed.journal("drafts", "use", "1", "--as-is")
        #expect(try entry(used.line)["text"] == "typed later")
        #expect(try entry(used.line)["notebook"]?["name"] == "sea")
    }
}
