// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// The commands that correct entries and tags afterwards, or delete them for good.
struct CorrectionCommandTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func object(_ result: ChildProcess.Result) throws -> JSON {
        try JSON.parse(result.line)
    }

    @Test func dateOfAnEntryIsCorrected() throws {
        let id = try bed.journal("new", "x").line
        #expect(try bed.journal("edit", id, "--at", "2026-03-01 18:30").status == 0)
        let entry = try object(bed.journal("show", id, "--json"))
        #expect(entry["createdAt"] == "2026-03-01T18:30:00+01:00")
        #expect(entry["localDay"] == "2026-03-01")
        #expect(entry["text"] == "x")
        #expect(try bed.journal("edit", id, "--at", "1 Feb 2026 9:05pm").status == 0)
        let corrected = try object(bed.journal("show", id, "--json"))
        #expect(corrected["createdAt"] == "2026-02-01T21:05:00+01:00")
        let invalid = try bed.journal("edit", id, "--at", "2026-02-30")
        #expect(invalid.status == 64)
        #expect(invalid.errors.contains("2026-02-30"))
        #expect(invalid.errors.contains("the last day of 2026-02 is 28"), "\(invalid.errors)")
        let span = try bed.journal("edit", id, "--at", "last week")
        #expect(span.status == 64)
        #expect(span.errors.contains("it is a span of time"), "\(span.errors)")
    }

    @Test func tagsInAnotherOrderCauseNoWarning() throws {
        let id = try bed.journal("new", "x", "-t", "b", "-t", "a").line
        #expect(try bed.journal("edit", id, "-t", "a", "-t", "b", "-t", "c").status == 0)
        #expect(try bed.journal("edit", id, "-t", "c", "-t", "a").status == 0)
        let entry = try object(bed.journal("show", id, "--json"))
        #expect(entry["tags"] == ["a", "c"])
        let log = try FileSystem.read("\(bed.state)/daemon.log")
        #expect(!String(decoding: log, as: UTF8.self).contains("warning"))
    }

    @Test func earlierTextsAreListedShownAndRestored() throws {
        let id = try bed.journal("new", "one").line
        #expect(try bed.journal("history", id).output == "")
        try bed.journal("edit", id, "two\nlines")
        try bed.journal("edit", id, "three")
        let lines = try bed.journal("history", id).output.split(separator: "\n")
        #expect(lines.count == 2)
        let fields = lines.map { $0.split(separator: "\t") }
        #expect(fields.map { $0.first } == ["1", "2"])
        #expect(fields.map { $0.last } == ["two …", "one"])
        // The zone of the tests, as in lists.
        let times = fields.map { $0.dropFirst(2).first ?? "" }
        #expect(times.allSatisfy { $0.hasSuffix(":00") && $0.contains("+0") }, "\(times)")
        #expect(try bed.journal("history", id, "--show", "1").output == "two\nlines\n")
        let versions = try object(bed.journal("history", id, "--json"))["versions"]?.elements
        #expect(versions?.map { $0["text"]?.stringValue } == ["two\nlines", "one"])
        let missing = try bed.journal("history", id, "--restore", "3")
        #expect(missing.status == 66)
        #expect(missing.errors.contains("2 versions"))
        #expect(try bed.journal("history", id, "--restore", "2").line == id)
        #expect(try bed.journal("show", id).output == "one\n")
        #expect(try bed.journal("history", id, "--show", "1").output == "three\n")
        #expect(try bed.journal("history", id, "--show", "0").status == 64)
        #expect(try bed.journal("history", "ffff").status == 66)
    }

    @Test func tagsAreMergedAndDeleted() throws {
        let id = try bed.journal("new", "x", "-t", "gardn", "-t", "old").line
        try bed.journal("new", "y", "-t", "garden")
        #expect(try bed.journal("tag", "merge", "gardn", "garden").line == "garden")
        let unanswered = try bed.journal("tag", "delete", "old")
        #expect(unanswered.status == 64)
        #expect(unanswered.errors.contains("Remove the tag old from 1 entry?"))
        try bed.journal("delete", id)
        let trashed = try bed.journal("tag", "delete", "old")
        #expect(trashed.errors.contains("from 1 entry (1 in the trash)?"), "\(trashed.errors)")
        try bed.journal("restore", id)
        let deleted = try bed.journal("tag", "delete", "#old", "--yes")
        #expect(deleted.line == "removed from 1 entry")
        #expect(try bed.journal("tag").output == "garden\t2\n")
        #expect(try bed.journal("tag", "delete", "old").status == 66)
        #expect(try bed.journal("tag", "merge", "garden", "Garden").status == 65)
        #expect(try object(bed.journal("show", id, "--json"))["tags"] == ["garden"])
    }

    @Test func purgeNeedsAConfirmation() throws {
        let id = try bed.journal("new", "secret").line
        let refused = try bed.journal("purge", id)
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--yes"))
        #expect(try bed.journal("show", id).output == "secret\n")
        let purged = try bed.journal("purge", id, "--yes")
        #expect(purged.line == "deleted 1 entry permanently")
        #expect(try bed.journal("show", id).status == 66)
        #expect(try bed.journal("purge", id, "--yes").status == 66)
    }

    @Test(arguments: ["y", "n"]) func purgeAsksOnATerminal(answer: String) throws {
        let id = try bed.journal("new", "secret").line
        let terminal = try #require(Built.tool("script"))
        let command = "\(Built.journal) purge \(id.prefix(8)) \(id) --timeout 40"
        let result = try bed.run(
            [terminal, "-q", "-e", "-c", command, "/dev/null"],
            input: answer + "\n"
        )
        #expect(result.output.contains("secret"))
        #expect(result.output.contains("Delete 1 entry permanently?"))
        #expect(result.status == (answer == "y" ? 0 : 1), "\(result.output)")
        #expect(try bed.journal("show", id).status == (answer == "y" ? 66 : 0))
    }

    @Test(arguments: ["delete", "restore"])
    func entryThatIsNamedTwiceIsChangedOnce(command: String) throws {
        let id = try bed.journal("new", "x").line
        if command == "restore" { try bed.journal("delete", id) }
        let result = try bed.journal(command, id, id.uppercased(), id)
        #expect(result.status == 0)
        #expect(result.output == id + "\n")
        #expect(result.errors == "")
        #expect(try bed.journal("undo").lines.count == 1)
    }

    @Test func trashIsEmptied() throws {
        let kept = try bed.journal("new", "kept").line
        for text in ["a", "b"] { try bed.journal("delete", bed.journal("new", text).line) }
        #expect(try bed.journal("trash", "empty").status == 64)
        #expect(try bed.journal("list", "--trash", "--count").line == "2")
        #expect(try bed.journal("trash", "empty", "-y").line == "deleted 2 entries permanently")
        #expect(try bed.journal("trash", "empty").line == "deleted 0 entries permanently")
        #expect(try bed.journal("list", "--trash", "--count").line == "0")
        #expect(try bed.journal("show", kept).output == "kept\n")
    }
}
