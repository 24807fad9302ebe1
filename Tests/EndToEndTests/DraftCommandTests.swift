// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import JournalSystem
import Testing

/// Texts that were not written, and their use.
struct DraftCommandTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func text(_ id: String) throws -> String { try bed.journal("show", id).line }

    @Test func draftOfAFailedEditorIsAnnouncedAndTakenUp() throws {
        let failed = try bed.edit("new", editor: "echo half > $1; false", onTerminal: true)
        #expect(failed.status != 0)
        #expect(failed.output.contains("journal drafts use new"), "\(failed.output)")
        let next = try bed.edit("new next", editor: "false", onTerminal: true)
        #expect(next.output.contains("1 draft left; see: journal drafts"), "\(next.output)")
        #expect(try bed.journal("status").output.contains("not written\t1 draft; see:"))
        let list = try bed.journal("drafts").line.split(separator: "\t")
        #expect(list.first == "1")
        #expect(list.dropFirst().first == "draft")
        #expect(list.last == "half")
        #expect(try bed.journal("drafts", "show", "new").line == "half")
        let used = try bed.edit("drafts use 1", editor: "echo 'and whole #done' >> $1")
        #expect(used.status == 0, "\(used.errors)")
        #expect(try text(used.line) == "half\nand whole #done")
        #expect(try bed.journal("list", "-t", "done", "--count").line == "1")
        #expect(try bed.journal("drafts").output == "")
        #expect(try bed.journal("undo").line == "\(used.line)\tmoved to the trash")
    }

    @Test func draftThatFailsAgainRemains() throws {
        try bed.journal("new", "--at", "never", input: "piped text")
        #expect(try bed.savedKinds() == ["draft"])
        #expect(try bed.edit("drafts use 1", editor: "false").status != 0)
        #expect(try bed.journal("drafts", "use", "1", "--as-is", "--no-start").status == 69)
        #expect(try bed.savedKinds() == ["undelivered"])
        let used = try bed.journal("drafts", "use", "1", "--as-is")
        #expect(used.status == 0, "\(used.errors)")
        #expect(try text(used.line) == "piped text")
        #expect(try bed.savedKinds() == [])
        #expect(try bed.journal("drafts", "use", "1").status == 66)
    }

    @Test func pipedEditWithoutADaemonChangesItsEntryLater() throws {
        let id = try bed.journal("new", "before").line
        try bed.journal("daemon", "stop")
        let line = ["edit", String(id.prefix(8)), "--star", "-", "--no-start"]
        let failed = try bed.start(line, input: "after").wait()
        #expect(failed.status == 69)
        #expect(failed.errors.contains("journal drafts use text\n"), "\(failed.errors)")
        let used = try bed.journal("drafts", "use", "text", "--as-is")
        #expect(used.status == 0, "\(used.errors)")
        let entry = try JSON.parse(bed.journal("show", id, "--json").line)
        #expect(entry["text"] == "after")
        #expect(entry["starred"] == true)
        #expect(try bed.journal("list", "--count").line == "1")
        #expect(try bed.savedKinds() == [])
    }

    @Test(arguments: ["--at foo", "--bogus"])
    func draftOfARefusedCommandLineKeepsTheOptions(refused: String) throws {
        let refused = ["new"] + refused.split(separator: " ").map(String.init)
        let options = ["-N", "q", "-t", "z", "-s"]
        let result = try bed.start(refused + options, input: "piped text").wait()
        #expect(result.status == 64)
        let advice = "To use it: journal drafts use text\n"
        #expect(result.errors.contains(advice), "\(result.errors)")
        let used = try bed.journal("drafts", "use", "text", "--as-is")
        let entry = try JSON.parse(bed.journal("show", used.line, "--json").line)
        #expect(entry["text"] == "piped text")
        #expect(entry["notebook"]?["name"] == "q")
        #expect(entry["tags"] == ["z"])
        #expect(entry["starred"] == true)
        // A text without options can be piped into new again.
        let plain = try bed.start(refused, input: "plain text").wait()
        #expect(plain.errors.contains("To use it: journal new - < "), "\(plain.errors)")
    }

    @Test func editOfAnInvalidCommandLineChangesItsEntry() throws {
        let id = try bed.journal("new", "before").line
        let refused = try bed.journal("edit", id, "--bogus", input: "after")
        #expect(refused.errors.contains("To use it: journal edit \(id) - < "))
        let used = try bed.journal("drafts", "use", "text", "--as-is")
        #expect(used.line == id, "\(used.errors)")
        #expect(try text(id) == "after")
        #expect(try bed.journal("list", "--count").line == "1")
        // The id may be the value of the unknown option.
        let unknown = try bed.journal("edit", "--bogus", id, input: "for one of them")
        #expect(unknown.errors.contains("To use it: journal edit ID - < "), "\(unknown.errors)")
        let unused = try bed.journal("drafts", "use", "text", "--as-is")
        #expect(unused.status == 64)
        #expect(unused.errors.contains("journal edit ID - < "), "\(unused.errors)")
        #expect(try bed.journal("list", "--count").line == "1")
        #expect(try bed.savedKinds() == ["draft"])
    }

    @Test func draftThatIsOpenInAnEditorIsNotTakenUp() throws {
        // The editor lists the drafts from another process while it is open.
        let command = "\(Built.journal) drafts --timeout 40 --jsonl"
        let use = "\(Built.journal) drafts use 1 --timeout 40"
        let seen = "\(bed.root)/seen"
        let written = try bed.edit(
            "new",
            editor: """
                echo mine > $1
                \(command) > \(seen)
                \(use) 2>> \(seen)
                \(Built.journal) drafts delete 1 -y 2>> \(seen)
                \(Built.journal) status >> \(seen)
                """,
            onTerminal: true
        )
        #expect(written.status == 0, "\(written.output)")
        #expect(!written.output.contains("1 draft left"), "\(written.output)")
        let lines = String(decoding: try FileSystem.read(seen), as: UTF8.self)
        #expect(lines.contains("\"openedBy\":"), "\(lines)")
        #expect(lines.components(separatedBy: "new is open in another editor").count == 3)
        #expect(!lines.contains("not written"), "\(lines)")
        #expect(FileSystem.names(in: bed.state + "/drafts") == [])
        #expect(try bed.journal("list", "--full").output.hasPrefix("mine"))
    }

    @Test func undeliveredTextIsChangedBeforeItIsDelivered() throws {
        let failed = try bed.journal("new", "-N", "sea", "-t", "a", "waits", "--no-start")
        #expect(failed.status == 69)
        let used = try bed.edit("drafts use 1", editor: "sed -i s/waits/arrives/ $1")
        #expect(used.status == 0, "\(used.errors)")
        let entry = try JSON.parse(bed.journal("show", used.line, "--json").line)
        #expect(entry["text"] == "arrives")
        #expect(entry["notebook"]?["name"] == "sea")
        #expect(entry["tags"] == ["a"])
        #expect(try bed.savedKinds() == [])
    }

    @Test(arguments: [["-N", ""], ["-t", (1...65).map(String.init).joined(separator: ",")]])
    func textWithRejectedOptionsIsUsedWithoutThem(options: [String]) throws {
        let rejected = try bed.start(["new"] + options, input: "kept words").wait()
        #expect(rejected.status == 65)
        #expect(rejected.errors.contains("journal drafts use new-"), "\(rejected.errors)")
        #expect(rejected.errors.hasSuffix(" \(options[0]) NAME\n"), "\(rejected.errors)")
        let used = try bed.journal("drafts", "use", "1", "--as-is")
        #expect(used.status == 0, "\(used.errors)")
        #expect(try text(used.line) == "kept words")
        #expect(try bed.savedKinds() == [])
    }

    @Test func editWithARejectedNotebookIsUsedWithoutIt() throws {
        let id = try bed.journal("new", "before").line
        let rejected = try bed.journal("edit", id, "-N", "", "-t", "a", "-", input: "after")
        #expect(rejected.status == 65)
        #expect(rejected.errors.hasSuffix(" -N NAME\n"), "\(rejected.errors)")
        let used = try bed.journal("drafts", "use", "1", "--as-is")
        #expect(used.status == 0, "\(used.errors)")
        let entry = try JSON.parse(bed.journal("show", id, "--json").line)
        #expect(entry["text"] == "after")
        #expect(entry["tags"] == ["a"])
    }

    @Test func notebookAndTagsOfADraftAreReplaced() throws {
        try bed.journal("new", "-N", "", "-t", "a", input: "kept #words")
        // The editor fails, and the next use has the same options.
        #expect(try bed.edit("drafts use 1 -N sea -t b,c", editor: "false").status != 0)
        let used = try bed.journal("drafts", "use", "1", "--as-is")
        #expect(used.status == 0, "\(used.errors)")
        let entry = try JSON.parse(bed.journal("show", used.line, "--json").line)
        #expect(entry["notebook"]?["name"] == "sea")
        #expect(entry["tags"] == ["b", "c", "words"])
    }

    @Test(arguments: [true, false])
    func notebookAndTagsOfAnUndeliveredTextAreReplaced(isEdited: Bool) throws {
        let failed = try bed.journal("new", "-N", "lake", "-t", "a", "waits #here", "--no-start")
        #expect(failed.status == 69)
        let use = "drafts use 1 -N sea -t b" + (isEdited ? "" : " --as-is")
        let used = try bed.edit(use, editor: "true")
        #expect(used.status == 0, "\(used.errors)")
        let entry = try JSON.parse(bed.journal("show", used.line, "--json").line)
        #expect(entry["notebook"]?["name"] == "sea")
        #expect(entry["tags"] == ["b", "here"])
        #expect(try bed.savedKinds() == [])
    }

    @Test func draftThatIsNamedTwiceIsDeletedOnce() throws {
        try bed.journal("new", "--at", "never", input: "piped text")
        let deleted = try bed.journal("drafts", "delete", "1", "text", "1", "-y")
        #expect(deleted.status == 0, "\(deleted.errors)")
        #expect(deleted.lines.count == 1)
        #expect(try bed.savedKinds() == [])
    }

    @Test func conflictIsMergedInTheEditor() throws {
        let id = try bed.journal("new", "first line\nshared").line
        let theirs = "\(Built.journal) edit \(id) 'their line\nshared' </dev/null >/dev/null"
        let lost = try bed.edit(
            "edit \(id)",
            editor: "\(theirs); sed -i 's/first/my/' $1",
            onTerminal: true
        )
        #expect(lost.status == 1)
        #expect(lost.output.contains("To merge the two: journal drafts use"), "\(lost.output)")
        #expect(try bed.savedKinds() == ["conflict"])
        #expect(try bed.journal("drafts", "use", "1", "--as-is").status == 65)
        let unresolved = try bed.edit("drafts use 1", editor: "grep -q '<<<<<<< your text' $1")
        #expect(unresolved.status == 65, "\(unresolved.errors)")
        #expect(try text(id) == "their line\nshared")
        // The draft contains both texts, and replaces the conflict.
        #expect(unresolved.errors.contains("To use it: journal drafts use \(id)-"))
        #expect(try bed.savedKinds() == ["draft"])
        let merged = try bed.edit("drafts use 1", editor: "sed -i '/^[<=>]/d' $1")
        #expect(merged.status == 0, "\(merged.errors)")
        #expect(try text(id) == "my line\ntheir line\nshared")
        #expect(try bed.savedKinds() == [])
        #expect(try bed.journal("undo").status == 0)
        #expect(try text(id) == "their line\nshared")
    }

    @Test func textThatTheEntryHasAlreadyIsRemoved() throws {
        let id = try bed.journal("new", "same").line
        let conflicts = bed.state + "/conflicts"
        try FileSystem.makeDirectory(conflicts)
        try FileSystem.write(Array("same\n".utf8), to: "\(conflicts)/\(id)-1.md")
        let used = try bed.journal("drafts", "use", "1")
        #expect(used.status == 0)
        #expect(used.errors.contains("has this text"))
        #expect(try bed.savedKinds() == [])
    }

    @Test func textOfSeveralEntriesIsTakenUp() throws {
        let ids = try ["one", "two"].map { try bed.journal("new", $0).line }
        let editor = "sed -i -e s/one/ONE/ -e s/two/TWO/ $1; false"
        #expect(
            try bed.edit("edit \(ids[0]) \(ids[1])", editor: editor, onTerminal: true).status != 0
        )
        try bed.journal("edit", ids[1], "theirs")
        let used = try bed.journal("drafts", "use", "1", "--as-is")
        #expect(used.status == 1, "\(used.errors)")
        #expect(try text(ids[0]) == "ONE")
        #expect(try text(ids[1]) == "theirs")
        #expect(try bed.savedKinds() == ["conflict"])
    }

    @Test func deletionOfADraftNeedsAConfirmation() throws {
        try bed.journal("new", "--at", "never", input: "piped text")
        #expect(try bed.journal("drafts", "delete", "1").status == 64)
        #expect(try bed.journal("drafts", "delete", "1", "2", "-y").status == 66)
        #expect(try bed.savedKinds() == ["draft"])
        #expect(try bed.journal("drafts", "delete", "1", "-y").line.hasSuffix("/drafts/text.md"))
        #expect(try bed.savedKinds() == [])
        #expect(bed.daemons == [])
    }
}
