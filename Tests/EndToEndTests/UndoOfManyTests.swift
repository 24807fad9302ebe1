// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// `journal undo` after commands that change many entries, and after those of other programs.
struct UndoOfManyTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func create(_ count: Int, _ word: String) throws -> Wire {
        let wire = try bed.connectStarting()
        let calls = (0..<count).map { number -> JSON in
            ["method": "entry.create", "params": ["text": .string("\(word) \(number)")]]
        }
        try wire.call("batch", ["calls": .array(calls)])
        return wire
    }

    private func count(_ wire: Wire, _ filter: JSON) throws -> Int64 {
        try wire.call("entry.count", ["filter": filter])["count"]?.integerValue ?? -1
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func interruptedCommandIsUndoneAsFarAsItWent(number: Int32) throws {
        let wire = try create(900, "roof")
        let edit = try bed.start(["edit", "--search", "roof", "--star", "-n", "1000"])
        try eventually("some changed entries") {
            try count(wire, ["starred": true]) > 5 ? true : nil
        }
        edit.send(number)
        let result = try edit.wait()
        #expect(result.status != 0)
        #expect(result.errors.contains("interrupted: "), "\(result.errors)")
        #expect(result.errors.contains("journal undo"), "\(result.errors)")
        let starred = try count(wire, ["starred": true])
        #expect(result.lines.count == Int(starred))
        let steps = try JSON.parse(bed.journal("undo", "--list", "--json").line)["steps"]
        #expect(steps?.elements.count == 1)
        #expect(steps?[0]?["changes"] == .integer(starred))
        #expect(try bed.journal("undo").lines.count == Int(starred))
        #expect(try count(wire, ["starred": true]) == 0)
    }

    @Test func killedCommandIsUndoneAsFarAsItWent() throws {
        let wire = try create(900, "roof")
        let edit = try bed.start(["edit", "--search", "roof", "--star", "-n", "1000"])
        try eventually("some changed entries") {
            try count(wire, ["starred": true]) > 150 ? true : nil
        }
        edit.send(SIGKILL)
        _ = try edit.wait()
        // The last request may be executed after the end of its client.
        try wire.call("entry.create", ["text": "after it"])
        let starred = try count(wire, ["starred": true])
        #expect(try bed.journal("undo").lines.count == Int(starred))
        #expect(try count(wire, ["starred": true]) == 0)
    }

    @Test func readerThatLeavesDoesNotPreventTheUndo() throws {
        let wire = try create(900, "roof \(String(repeating: "x", count: 200))")
        let line =
            "\(Built.journal) edit --search roof --star -n 1000 --jsonl --timeout 40 | head -1"
        #expect(try bed.run(["/bin/sh", "-c", line]).output.contains("roof"))
        #expect(try count(wire, ["starred": true]) == 900)
        #expect(try bed.journal("undo").lines.count == 900)
        #expect(try count(wire, ["starred": true]) == 0)
    }

    @Test func importIsUndoneAsAWhole() throws {
        let kept = try bed.journal("new", "kept").line
        let lines = (0..<1200).map {
            #"{"text":"imported \#($0)","createdAt":"2026-01-01T00:00:00Z"}"#
        }
        let file = bed.root + "/entries.jsonl"
        try FileSystem.write(Array(lines.joined(separator: "\n").utf8), to: file)
        let imported = try bed.journal("import", file)
        #expect(imported.status == 0, "\(imported.errors)")
        let list = try bed.journal("undo", "--list", "--json").line
        let steps = try JSON.parse(list)["steps"]
        #expect(steps?.elements.map { $0["command"] } == ["import", "new"])
        // What existed already is not undone.
        try bed.journal("import", file)
        #expect(try bed.journal("undo", "--list", "--json").line == list)
        let terminal = try #require(Built.tool("script"))
        let undone = try bed.run([
            terminal, "-q", "-e", "-c", "\(Built.journal) undo --timeout 40", "/dev/null",
        ])
        #expect(undone.status == 0)
        #expect(undone.output.contains("and 1190 more; 1200 entries in all"), "\(undone.output)")
        #expect(try bed.journal("list", "--count").line == "1")
        #expect(try bed.journal("undo").line == "\(kept)\tmoved to the trash")
    }

    @Test func interruptedUndoIsContinued() throws {
        let wire = try create(1, "kept")
        #expect(try bed.journal("import", file(6000)).status == 0)
        let undo = try bed.start(["undo"])
        try eventually("some undone entries") {
            try count(wire, ["trashed": true]) > 0 ? true : nil
        }
        undo.send(SIGINT)
        let result = try undo.wait()
        let undone = try count(wire, ["trashed": true])
        if undone < 6000 {
            #expect(result.errors.contains("To undo the rest: journal undo"), "\(result.errors)")
            #expect(result.lines.count == Int(undone))
            #expect(try bed.journal("undo").lines.count == 6000 - Int(undone))
        }
        #expect(try count(wire, ["trashed": true]) == 6000)
        #expect(try bed.journal("redo").lines.count == 6000)
        #expect(try count(wire, [:]) == 6001)
    }

    @Test func undoContinuesAfterItsDaemonWasKilled() throws {
        let wire = try create(1, "kept")
        #expect(try bed.journal("import", file(6000)).status == 0)
        let undo = try bed.start(["undo"])
        try eventually("some undone entries") {
            try count(wire, ["trashed": true]) > 0 ? true : nil
        }
        try bed.killDaemon()
        _ = try undo.wait()
        let next = try bed.connectStarting()
        let undone = try count(next, ["trashed": true])
        #expect(try bed.journal("undo").lines.count == 6000 - Int(undone))
        #expect(try count(next, ["trashed": true]) == 6000)
        #expect(try bed.journal("undo", "--list").lines.isEmpty)
    }

    /// Creates a file of entries; one with more entries begins with those of a shorter one.
    private func file(_ count: Int) throws -> String {
        let lines = (0..<count).map {
            #"{"text":"imported \#($0)","createdAt":"2026-01-01T00:00:00Z"}"#
        }
        let path = "\(bed.root)/\(count).jsonl"
        try FileSystem.write(Array(lines.joined(separator: "\n").utf8), to: path)
        return path
    }

    /// Kills an import with many entries as soon as there are more entries than a number.
    private func killImport(_ wire: Wire, after count: Int64) throws {
        let running = try bed.start(["import", file(20_000)])
        try eventually("some imported entries") {
            try self.count(wire, [:]) > count ? true : nil
        }
        running.send(SIGKILL)
        #expect(try running.wait().status == 128 + SIGKILL)
    }

    @Test func killedImportIsUndoneAsAWhole() throws {
        let wire = try create(1, "kept")
        try killImport(wire, after: 700)
        let undone = try bed.journal("undo")
        #expect(undone.status == 0, "\(undone.errors)")
        #expect(undone.lines.count > 700)
        #expect(try count(wire, [:]) == 1)
        #expect(try bed.journal("undo", "--list").lines.isEmpty)
    }

    @Test func undoOfAKilledImportLeavesTheEntriesOfAnEarlierOne() throws {
        let wire = try bed.connectStarting()
        #expect(try bed.journal("import", file(600)).status == 0)
        try killImport(wire, after: 1300)
        let undone = try bed.journal("undo")
        #expect(undone.status == 0, "\(undone.errors)")
        #expect(try count(wire, [:]) == 600)
        #expect(try bed.journal("undo").lines.count == 600)
        #expect(try count(wire, [:]) == 0)
    }

    @Test func changesOfAnAssistantAreUndone() throws {
        let id = try bed.journal("new", "first").line
        let revision = try JSON.parse(bed.journal("show", id, "--json").line)["rev"]
        let rev = revision?.integerValue ?? 0
        let calls: [String] = [
            #"{"name":"write_entry","arguments":{"text":"by an assistant"}}"#,
            #"{"name":"edit_entry","arguments":{"id":"\#(id)","ifRev":\#(rev),"text":"second"}}"#,
            #"{"name":"delete_entry","arguments":{"id":"\#(id)","confirm":true}}"#,
            #"{"name":"undo_change","arguments":{}}"#,
            #"{"name":"delete_entry","arguments":{"id":"\#(id)","confirm":true}}"#,
        ]
        var input = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"# + "\n"
        for (number, call) in calls.enumerated() {
            input +=
                #"{"jsonrpc":"2.0","id":\#(number + 1),"method":"tools/call","params":\#(call)}"#
                + "\n"
        }
        let replies = try bed.journal("mcp", input: input).lines
        #expect(replies.count == 6)
        #expect(replies.allSatisfy { !$0.contains("\"isError\":true") }, "\(replies)")
        #expect(try bed.journal("undo").line == "\(id)\trestored from the trash")
        #expect(try bed.journal("undo").line == "\(id)\tprevious values restored")
        #expect(try bed.journal("show", id).line == "first")
        #expect(try bed.journal("undo").line.hasSuffix("\tmoved to the trash"))
        #expect(try bed.journal("list").lines.count == 1)
    }

    @Test func importWithAttachmentsIsUndoneAsAWhole() throws {
        let id = try bed.journal("new", "with two files").line
        for name in ["a.txt", "b.txt"] {
            let path = "\(bed.root)/\(name)"
            try FileSystem.write(Array(name.utf8), to: path)
            #expect(try bed.journal("attach", id, path).status == 0)
        }
        try bed.journal("new", "without a file")
        let folder = "\(bed.root)/exported/"
        #expect(try bed.journal("export", "--format", "json", "-o", folder).status == 0)
        let other = try TestBed()
        let imported = try other.journal("import", folder)
        #expect(imported.line == "2 entries imported, 2 attachments", "\(imported.errors)")
        let undone = try other.journal("undo")
        #expect(undone.status == 0, "\(undone.errors)")
        #expect(undone.lines.count == 2)
        #expect(try other.journal("list", "--count").line == "0")
    }
}
