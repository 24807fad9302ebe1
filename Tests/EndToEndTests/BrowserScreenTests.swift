// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// The screen of `journal tui`.
@Suite(.enabled(if: Screen.isAvailable, "tmux is not installed"))
struct BrowserScreenTests {
    private static let keys =
        "? keys  q quit  Enter read  e edit  n new  d delete  u undo  / search"

    private let bed: TestBed

    init() throws {
        bed = try TestBed()
        try bed.write(
            1,
            "First of all\nwith a second line",
            at: "2026-11-16T18:30:00+01:00",
            tags: ["garden"]
        )
        try bed.write(2, "Second entry", at: "2026-11-16T20:30:00+01:00", starred: true)
    }

    @Test(arguments: [40, 80, 120]) func entriesAreListedReadAndFound(columns: Int) throws {
        let screen = try Screen(bed, columns: columns, rows: 8, "echo before; journal tui")
        let list = try screen.wait(for: Self.keys.prefix(39).description)
        let state = columns == 40 ? "? keys  q quit  Enter read  e edit  n n…" : Self.keys
        #expect(
            list
                == """
                journal: 2 entries
                  Monday, 16 November 2026
                > 22222222  20:30  ★ Second entry
                  11111111  18:30  First of al\(columns == 40 ? "…" : "l …")  #garden



                \\(state)
                """.replacingOccurrences(of: "\\(state)", with: state)
        )
        try screen.type("Down")
        try screen.wait(for: "> 11111111")
        try screen.type("Enter")
        let text = try screen.wait(for: "with a second line")
        #expect(text.hasPrefix("11111111  2026-11-16 18:30  journal"))
        // A change appears in the text that is shown.
        try bed.journal("edit", "1111", "Another text")
        try screen.wait(for: "Another text")
        try screen.type("q")
        try screen.wait(for: "> 11111111")
        try screen.type("/")
        try screen.type("sec", "Enter")
        try screen.wait(for: "journal sec: 0 entries")
        try screen.type("/")
        try screen.type("second", "Enter")
        let found = try screen.wait(for: "journal second: 1 entry")
        #expect(found.contains("> 22222222"), "\(found)")
        try screen.type("/")
        try screen.type("a OR", "Enter")
        try screen.wait(for: "OR")
        try screen.type("Escape")
        try screen.wait(for: "journal: 2 entries")
        try screen.type("q")
        #expect(try screen.end() == "before\n[exit 0]")
    }

    @Test func entriesAreEditedAndWritten() throws {
        let editor = bed.root + "/editor"
        try FileSystem.write(Array("#!/bin/sh\necho 'More #new' >>\"$1\"\n".utf8), to: editor)
        chmod(editor, 0o755)
        bed.environment["EDITOR"] = editor
        let screen = try Screen(bed, columns: 80, rows: 10, "journal tui")
        try screen.wait(for: "> 22222222")
        try screen.type("e")
        let edited = try screen.wait(for: "saved")
        #expect(edited.contains("> 22222222  20:30  ★ Second entry …  #new"), "\(edited)")
        #expect(try bed.journal("show", "2222").output == "Second entry\nMore #new\n")
        try screen.type("n")
        try screen.wait(for: "journal: 3 entries")
        #expect(try bed.journal("list", "-n", "1", "--format", "{text}").output == "More #new\n")
        #expect(FileSystem.names(in: bed.state + "/drafts").isEmpty)
        #expect(try bed.journal("undo").line.hasSuffix("moved to the trash"))
        #expect(try bed.journal("undo").line.hasSuffix("previous values restored"))
        #expect(try bed.journal("show", "2222").output == "Second entry\n")
        try screen.type("q")
        try screen.wait(for: "[exit 0]")
    }

    @Test func entriesAreStarredTaggedAndMoved() throws {
        let screen = try Screen(bed, columns: 80, rows: 10, "journal tui")
        try screen.wait(for: "> 22222222")
        // Each key applies to the entry as the one before has left it.
        try screen.type("Down", "s", "s", "s")
        try screen.wait(for: "> 11111111  18:30  ★ First of all")
        try screen.type("t")
        try screen.wait(for: "tags (a, b): garden▏")
        try screen.paste(", sea")
        try screen.type("Enter")
        try screen.wait(for: "#garden #sea")
        try screen.type("m")
        try screen.wait(for: "notebook: journal▏")
        try screen.type("C-u", "work", "Enter")
        try screen.wait(for: "moved to the new notebook work")
        let entry = try bed.journal("list", "-N", "work", "--json").output
        for part in [#""starred":true"#, #""tags":["garden","sea"]"#, "First of all"] {
            #expect(entry.contains(part), "\(entry)")
        }
        // A name that the daemon rejects is reported, and nothing changes.
        try screen.type("t")
        try screen.paste(String(repeating: "x", count: 300))
        try screen.type("Enter")
        try screen.wait(for: "255 bytes")
        #expect(try bed.journal("list", "-N", "work", "--json").output == entry)
        for _ in 1...5 {
            try screen.type("u")
            try screen.wait(for: "previous values")
            try screen.type("Escape")
            try screen.wait(for: Self.keys)
        }
        try screen.wait(for: "> 11111111  18:30  First of all …  #garden\n")
        try screen.type("u")
        try screen.wait(for: "there is no change to undo")
        try screen.type("q")
        try screen.wait(for: "[exit 0]")
    }

    @Test func entriesAreDeletedAndRestored() throws {
        let screen = try Screen(bed, columns: 80, rows: 10, "journal tui")
        try screen.wait(for: "> 22222222")
        try screen.type("Down", "Enter")
        try screen.wait(for: "with a second line")
        // The text of an entry that is deleted is closed.
        try screen.type("d")
        try screen.wait(for: "journal: 1 entry")
        try screen.wait(for: "11111111 was moved to the trash; u undoes it")
        try screen.type("DC")
        try screen.wait(for: "journal: 0 entries")
        #expect(try bed.journal("list", "--trash", "--count").line == "2")
        try screen.type("u")
        try screen.wait(for: "> 22222222")
        try screen.type("u")
        // The entry that is restored is selected.
        try screen.wait(for: "> 11111111")
        #expect(try bed.journal("list", "--count").line == "2")
        // A change of another program is followed, and not overwritten.
        try screen.type("d")
        try screen.wait(for: "journal: 1 entry")
        try bed.journal("restore", "1111")
        try screen.wait(for: "journal: 2 entries")
        try screen.type("u")
        try screen.wait(for: "11111111 moved to the trash")
        try screen.type("?")
        let keys = try screen.wait(for: "move the entry to the trash")
        #expect(keys.hasPrefix("journal: keys"))
        try screen.type("q")
        try screen.wait(for: Self.keys)
        try screen.type("q")
        try screen.wait(for: "[exit 0]")
    }

    @Test func daemonThatEndsWhileTheEditorIsOpenIsReplaced() throws {
        let stop = "\(Built.journal) daemon stop >/dev/null 2>&1"
        bed.environment["EDITOR"] = try bed.saveEditor("echo more >>\"$1\"; \(stop)")
        let screen = try Screen(bed, columns: 80, rows: 10, "journal tui")
        try screen.wait(for: "> 22222222")
        try screen.type("e")
        try screen.wait(for: "Second entry …")
        #expect(try bed.journal("show", "2222").output == "Second entry\nmore\n")
        try screen.type("n")
        try screen.wait(for: "journal: 3 entries")
        // The list follows the changes of others again.
        try bed.journal("edit", "1111", "Changed by another program")
        try screen.wait(for: "Changed by another program")
        #expect(FileSystem.names(in: bed.state + "/conflicts").isEmpty)
        #expect(FileSystem.names(in: bed.state + "/undelivered").isEmpty)
        try screen.type("q")
        try screen.wait(for: "[exit 0]")
    }

    @Test func conflictNamesTheTextThatWasSaved() throws {
        let change = "\(Built.journal) edit 2222 'By another program' >/dev/null 2>&1"
        bed.environment["EDITOR"] = try bed.saveEditor("echo mine >>\"$1\"; \(change)")
        let screen = try Screen(bed, columns: 80, rows: 10, "journal tui")
        try screen.wait(for: "> 22222222")
        try screen.type("e")
        try screen.wait(
            for: "entry 22222222 was changed in the meantime; saved: journal drafts use 22222222"
        )
        #expect(try bed.journal("drafts", "show", "22222222").output == "Second entry\nmine\n")
        try screen.type("q")
        try screen.wait(for: "[exit 0]")
    }

    @Test func queryIsEditedAndPasted() throws {
        let screen = try Screen(bed, columns: 80, rows: 8, "journal tui")
        try screen.wait(for: "> 22222222")
        // In the list, a pasted text is not taken for keys.
        try screen.paste("q\n")
        try screen.type("/")
        try screen.paste("first\nof all größer")
        try screen.wait(for: "/first of all größer▏")
        try screen.type("C-w")
        try screen.wait(for: "/first of all ▏")
        try screen.type("Enter")
        try screen.wait(for: "journal first of all: 1 entry")
        try screen.type("/")
        try screen.type("abc", "C-u", "sec*", "Enter")
        try screen.wait(for: "journal sec*: 2 entries")
        try screen.type("q")
        try screen.wait(for: "[exit 0]")
    }

    @Test func otherOutputIsAUsageError() throws {
        let result = try bed.journal("tui")
        #expect(result.status == 64)
        #expect(result.errors.contains("must be a terminal"), "\(result.errors)")
    }
}
