// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import JournalSystem
import Testing

/// `journal edit` with several entries at once.
struct SeveralEntriesTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func text(_ id: String) throws -> String { try bed.journal("show", id).line }

    private func tags(_ id: String) throws -> JSON? {
        try JSON.parse(bed.journal("show", id, "--json").line)["tags"]
    }

    /// Runs `journal` on a terminal with an editor that executes a script on its file.
    private func onTerminal(
        _ arguments: String,
        editor: String,
        answer: String = ""
    ) throws -> ChildProcess.Result {
        try bed.edit(arguments, editor: editor, onTerminal: true, answer: answer)
    }

    private func drafts() -> [String] { FileSystem.names(in: bed.state + "/drafts") }

    @Test func singleTagsOfManyEntriesChange() throws {
        let first = try bed.journal("new", "-t", "draft,one", "sow beans").line
        let second = try bed.journal("new", "-t", "draft", "--tag=-odd", "mow").line
        let changed = try bed.journal(
            "edit",
            "--search=tag:draft",
            "-t",
            "+urgent",
            "-t",
            "-draft",
            "--remove-tag=-odd"
        )
        #expect(changed.status == 0, "\(changed.errors)")
        #expect(try tags(first) == ["one", "urgent"])
        #expect(try tags(second) == ["urgent"])
        #expect(try bed.journal("undo").lines.count == 2)
        #expect(try tags(first) == ["draft", "one"])
        let refused = try bed.journal("edit", first, "-t", "--star")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("missing a tag before \"--star\""))
        #expect(try tags(first) == ["draft", "one"])
    }

    @Test func changedTextsAreWrittenAndUndoneAsOne() throws {
        let first = try bed.journal("new", "sow beans").line
        let second = try bed.journal("new", "mend the roof\n=== not a separator").line
        let third = try bed.journal("new", "paint the door").line
        let editor = """
            sed -i -e 's/sow beans/sowed beans #garden/' "$1"
            printf '==== new\\nsomething new\\n' >> "$1"
            """
        let edited = try onTerminal("edit \(first) \(second.prefix(8)) \(third)", editor: editor)
        #expect(edited.status == 0, "\(edited.output)")
        #expect(try text(first) == "sowed beans #garden")
        #expect(try tags(first) == ["garden"])
        #expect(try text(second) == "mend the roof\n=== not a separator")
        #expect(try bed.journal("list", "--count").line == "4")
        #expect(try bed.journal("search", "something").lines.count == 1)
        #expect(drafts() == [])
        #expect(try bed.journal("undo").lines.count == 2)
        #expect(try text(first) == "sow beans")
        #expect(try bed.journal("list", "--count").line == "3")
    }

    @Test func ambiguousEntryAndOptionsBesideTextsAreRefused() throws {
        let ids = (1...2).map { "aaaaaaaa-0000-4000-8000-00000000000\($0)" }
        for id in ids { try bed.journal("new", "text of \(id.suffix(1))", "--id", id) }
        let ambiguous = try bed.journal(
            "edit",
            ids[0],
            ids[1],
            "-",
            "--delete",
            input: "=== aaaaaaaa\nthe second\n"
        )
        #expect(ambiguous.status == 65)
        #expect(ambiguous.errors.contains("line 1: aaaaaaaa is ambiguous; nothing was written"))
        let options = try bed.journal(
            "edit",
            ids[0],
            ids[1],
            "--star",
            "-",
            input: "=== \(ids[0])\nnew\n=== \(ids[1])\nnew\n"
        )
        #expect(options.status == 64)
        #expect(options.errors.contains("options cannot be combined with a text"))
        #expect(try ids.map(text) == ["text of 1", "text of 2"])
        #expect(drafts().count == 2)
    }

    @Test func selectedEntriesAreChangedInOneCommitAfterTheFirst() throws {
        for number in 0..<5 { try bed.journal("new", "roof \(number)") }
        func revision() throws -> String {
            let status = try JSON.parse(bed.journal("status", "--json").output)
            let cursor = try #require(status["cursor"]?.stringValue)
            return try #require(cursor.split(separator: ".").last.map(String.init))
        }
        let before = try #require(Int(try revision()))
        let edit = try bed.journal("edit", "--search", "roof", "-N", "plans", "-t", "+house")
        #expect(edit.status == 0, "\(edit.errors)")
        #expect(try bed.journal("list", "-N", "plans", "-t", "house", "--count").line == "5")
        #expect(Int(try revision()) == before + 2)
    }

    @Test func searchSelectsTheEntries() throws {
        for number in 0..<3 { try bed.journal("new", "roof \(number)") }
        try bed.journal("new", "other")
        let limited = try onTerminal("edit --search roof -n 2", editor: "sed -i s/roof/ROOF/ $1")
        #expect(limited.output.contains("2 entries, the first ones"), "\(limited.output)")
        let texts = try bed.journal("list", "--jsonl").lines.map {
            try JSON.parse($0)["text"]?.stringValue ?? ""
        }
        #expect(texts.filter { $0.hasPrefix("ROOF") }.count == 2)
        // A single match is edited as an entry of its own.
        let one = try onTerminal("edit --search other", editor: "echo changed > $1")
        #expect(one.output.contains("journal: 1 entry"), "\(one.output)")
        #expect(try bed.journal("search", "changed").lines.count == 1)
        let same = try onTerminal("edit --search roof", editor: "true")
        #expect(same.output.contains("unchanged"), "\(same.output)")
        #expect(try bed.journal("edit", "--search", "nothing").status == 1)
        for query in ["", " "] {
            #expect(try bed.journal("edit", "--search", query, "--star").status == 65)
            let deleted = try bed.journal("delete", "--search", query, "--yes")
            #expect(deleted.status == 65)
            #expect(deleted.errors.contains("the query is empty"))
        }
        #expect(try bed.journal("edit", "--search", "x", "abcd").status == 64)
        #expect(try bed.journal("edit").status == 64)
        #expect(drafts() == [])
    }

    @Test(arguments: ["y", "n"]) func removedEntryIsConfirmed(answer: String) throws {
        let first = try bed.journal("new", "first").line
        let second = try bed.journal("new", "second").line
        let result = try onTerminal(
            "edit \(first) \(second)",
            editor: "sed -i -e '/=== \(second.prefix(8))/,$d' -e s/first/changed/ \"$1\"",
            answer: answer + "\n"
        )
        #expect(result.output.contains("Move 1 entry to the trash"), "\(result.output)")
        #expect(try text(first) == "changed")
        #expect(try bed.journal("list", "--count").line == (answer == "y" ? "1" : "2"))
    }

    @Test func failedTextIsKeptWhole() throws {
        let first = try bed.journal("new", "first").line
        let second = try bed.journal("new", "second").line
        let buffer = "=== \(first)\nchanged\n"
        // Without a terminal, a missing entry needs the option.
        let refused = try bed.journal("edit", first, second, "-", input: buffer)
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--delete"), "\(refused.errors)")
        #expect(drafts() == ["text.md"])
        // The revision is added, so that the text cannot replace a newer one.
        let revision = try JSON.parse(bed.journal("show", first, "--json").line)["rev"]
        let kept = "=== \(first) r\(revision?.integerValue ?? 0)\nchanged\n"
        #expect(try bed.journal("drafts", "show", "1").output == kept)
        #expect(try text(first) == "first")
        for input in ["=== \(first)\na\n=== ffff\nb", "no separator", "=== \(first)\n"] {
            let invalid = try bed.journal("edit", first, second, input: input)
            #expect(invalid.status == 65, "\(input): \(invalid.errors)")
        }
        #expect(drafts().count == 4)
        #expect(try bed.journal("edit", first, "ffff", input: "piped").status == 66)
        #expect(drafts().count == 5)
        #expect(try bed.journal("edit", first, second, "--delete", input: buffer).status == 0)
        #expect(try text(first) == "changed")
        #expect(try bed.journal("list", "--count").line == "1")
        let failed = try onTerminal("edit \(first) \(second)", editor: "echo more >> $1; false")
        #expect(failed.status != 0)
        #expect(drafts().contains("entries.md"))
    }

    @Test func conflictOfOneEntryDoesNotStopTheOthers() throws {
        let first = try bed.journal("new", "first").line
        let second = try bed.journal("new", "second").line
        let editor = """
            \(Built.journal) edit \(first) theirs </dev/null >/dev/null
            sed -i -e s/first/mine/ -e s/second/changed/ "$1"
            """
        let result = try onTerminal("edit \(first) \(second) --json", editor: editor)
        #expect(result.status == 1, "\(result.output)")
        #expect(try text(first) == "theirs")
        #expect(try text(second) == "changed")
        #expect(drafts() == [])
        let saved = FileSystem.names(in: bed.state + "/conflicts")
        #expect(saved.count == 1)
        #expect(saved.first?.hasPrefix(first) == true)
    }

    @Test func textIsKeptIfTheDaemonStops() throws {
        let ids = try ["one", "two"].map { try bed.journal("new", $0).line }
        let editor = """
            sed -i -e s/one/ONE/ -e s/two/TWO/ "$1"
            \(Built.journal) daemon stop
            """
        let failed = try onTerminal("edit \(ids[0]) \(ids[1]) --no-start", editor: editor)
        #expect(failed.status == 69, "\(failed.output)")
        #expect(failed.output.contains("journal drafts use entries"), "\(failed.output)")
        #expect(try text(ids[0]) == "one")
        let used = try bed.journal("drafts", "use", "entries", "--as-is")
        #expect(used.lines == ids, "\(used.errors)")
        #expect(try text(ids[1]) == "TWO")
        #expect(drafts() == [])
    }

    @Test func daemonThatStopsIsStartedAgain() throws {
        let ids = try ["one", "two"].map { try bed.journal("new", $0).line }
        let stop = "\(Built.journal) daemon stop"
        let editor = "sed -i -e s/one/ONE/ -e s/two/TWO/ $1; \(stop)"
        let several = try onTerminal("edit \(ids[0]) \(ids[1])", editor: editor)
        #expect(several.status == 0, "\(several.output)")
        let single = try onTerminal("edit \(ids[0])", editor: "echo more >> $1; \(stop)")
        #expect(single.status == 0, "\(single.output)")
        #expect(try ids.map(text) == ["ONE\nmore", "TWO"])
        let new = try onTerminal("new", editor: "echo three > $1; \(stop)")
        #expect(new.status == 0, "\(new.output)")
        #expect(FileSystem.names(in: bed.state + "/conflicts") == [])
        #expect(FileSystem.names(in: bed.state + "/undelivered") == [])
    }

    @Test func editOfTheTrashSaysSo() throws {
        let id = try bed.journal("new", "one").line
        try bed.journal("delete", id)
        let edited = try bed.journal("edit", id, "two")
        #expect(edited.status == 0)
        #expect(edited.errors.contains("is in the trash; see: journal restore"))
    }

    @Test func optionsApplyToAllEntries() throws {
        let ids = try ["a roof", "b roof"].map { try bed.journal("new", $0).line }
        let tagged = try bed.journal("edit", ids[0], ids[1], "-t", "house", "-N", "home")
        #expect(tagged.status == 0, "\(tagged.errors)")
        #expect(tagged.lines == ids)
        #expect(tagged.errors == "journal: created the notebook \"home\"\n")
        #expect(try bed.journal("list", "-t", "house", "-N", "home", "--count").line == "2")
        #expect(try bed.journal("undo").lines.count == 2)
        #expect(try bed.journal("list", "-t", "house", "--count").line == "0")
        #expect(try bed.journal("edit", "--search", "roof", "--star").lines.count == 2)
        #expect(try bed.journal("list", "--starred", "--count").line == "2")
        // A text that looks like an id is not taken for the text of the entry.
        let misread = try bed.journal("edit", ids[0], "2026")
        #expect(misread.status == 66)
        #expect(misread.errors.contains("journal edit \(ids[0]) -"), "\(misread.errors)")
    }
}
