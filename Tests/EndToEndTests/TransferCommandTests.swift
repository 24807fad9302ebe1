// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Exports and imports between journals, and files of other programs.
struct TransferCommandTests {
    private let bed: TestBed
    private let folder: String

    init() throws {
        bed = try TestBed()
        folder = bed.root + "/transfer"
        try FileSystem.makeDirectory(folder)
    }

    private func file(_ name: String, _ content: String) throws -> String {
        let path = "\(folder)/\(name)"
        try FileSystem.write(Array(content.utf8), to: path)
        return path
    }

    /// Fills the journal, with an attachment of more than one part.
    private func fill() throws {
        try bed.journal("new", "Rain all day", "--at", "2026-11-20 18:30")
        let id = try bed.journal(
            "new",
            "-s",
            "-t",
            "release",
            "-t",
            "two words",
            "--at",
            "2026-11-21 09:05",
            input: "# Shipped\n\n<!-- journal {} -->\n[2026-11-21 10:00] \\. ![](photo.jpg)\n"
        ).line
        try bed.journal("new", "é 日本語\r\n", "--at", "2026-11-21 23:59")
        let photo = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 2) }
        let path = "\(folder)/photo.jpg"
        try FileSystem.write(photo, to: path)
        let attached = try bed.journal("attach", id, path)
        #expect(attached.status == 0, "\(attached.errors)")
    }

    private func entries(_ bed: TestBed) throws -> String {
        let exported = try bed.journal("export")
        #expect(exported.status == 0, "\(exported.errors)")
        return exported.output
    }

    @Test(arguments: ["all/", "all.json", "all.jsonl"])
    func exportCanIncludeEarlierTexts(name: String) throws {
        let id = try bed.journal("new", "first", "--at", "2026-11-20 18:30").line
        try bed.journal("edit", id, "second")
        try bed.journal("edit", id, "third")
        try bed.journal("new", "never changed", "--at", "2026-11-21 18:30")
        let path = "\(folder)/\(name)"
        let format = name == "all/" ? ["--format", "json"] : []
        let exported = try bed.start(["export", "--earlier-texts", "-o", path] + format).wait()
        #expect(exported.line == "2 entries", "\(exported.errors)")
        let other = try TestBed()
        let imported = try other.journal("import", path)
        #expect(imported.line == "2 entries imported", "\(imported.errors)")
        #expect(try entries(other) == entries(bed))
        func history(_ bed: TestBed) throws -> [[JSON?]] {
            try JSON.parse(bed.journal("history", id, "--json").line)["versions"]?.elements
                .map { [$0["text"], $0["replacedAt"]] } ?? []
        }
        #expect(try history(bed).map { $0.first } == [.string("second"), .string("first")])
        #expect(try history(other) == history(bed))
        let refused = try bed.journal("export", "--earlier-texts", "--format", "markdown")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--earlier-texts cannot be combined"))
    }

    @Test func exportsOfUnknownFormatsAreRefused() throws {
        try bed.journal("new", "An entry")
        let refused = try bed.journal("export", "-o", "\(folder)/x.pdf")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--format"))
        #expect(FileSystem.names(in: folder) == [])
        #expect(try bed.journal("export", "-o", "\(folder)/v1.x", "--format", "html").status == 0)
        #expect(try bed.journal("export", "-o", "\(folder)/plain").status == 0)
    }

    @Test(arguments: ["notes/", "all/", "dayone.zip", "dayone/"])
    func exportWithAttachmentsGivesTheSameJournal(name: String) throws {
        try fill()
        let path = "\(folder)/\(name)"
        let format =
            name == "all/"
            ? ["--format", "json"] : name == "dayone/" ? ["--format", "dayone"] : []
        let exported = try bed.start(["export", "-o", path] + format).wait()
        #expect(exported.line == "3 entries, 1 attachment", "\(exported.errors)")
        let other = try TestBed()
        let imported = try other.journal("import", path)
        #expect(imported.line == "3 entries imported, 1 attachment", "\(imported.errors)")
        #expect(try entries(other) == entries(bed))
        let again = try other.journal("import", path)
        #expect(again.line == "0 entries imported, 3 existed already, 1 attachment")
        #expect(try entries(other) == entries(bed))
    }

    @Test func archiveContainsHiddenAttachments() throws {
        let id = try bed.journal("new", "settings", "--at", "2026-11-20 18:30").line
        let attached = try bed.journal("attach", id, file(".bashrc", "alias l=ls\n"))
        #expect(attached.status == 0, "\(attached.errors)")
        let path = "\(folder)/a.zip"
        let exported = try bed.journal("export", "--format", "json", "-o", path)
        #expect(exported.line == "1 entry, 1 attachment", "\(exported.errors)")
        let other = try TestBed()
        let imported = try other.journal("import", path)
        #expect(imported.line == "1 entry imported, 1 attachment", "\(imported.errors)")
    }

    @Test func attachmentInMarkdownIsNoEntry() throws {
        let id = try bed.journal("new", "with notes", "--at", "2026-11-20 18:30").line
        let attached = try bed.journal("attach", id, file("notes.md", "# Notes\n"))
        #expect(attached.status == 0, "\(attached.errors)")
        let path = "\(folder)/pages/"
        #expect(try bed.journal("export", "-o", path).line == "1 entry, 1 attachment")
        let other = try TestBed()
        let imported = try other.journal("import", path)
        #expect(imported.line == "1 entry imported, 1 attachment", "\(imported.errors)")
    }

    @Test(arguments: ["a.json", "a.jsonl", "a.md"])
    func exportInOneFileGivesTheSameEntries(name: String) throws {
        try bed.journal("new", "-t", "x", "one\n\n## two", "--at", "2026-11-20 18:30")
        try bed.journal("new", "three", "--at", "2026-11-21 18:30")
        let path = "\(folder)/\(name)"
        #expect(try bed.journal("export", "-o", path).line == "2 entries")
        let other = try TestBed()
        let imported = try other.journal("import", path, "--json")
        let summary = try JSON.parse(imported.line)
        #expect(summary["created"] == 2, "\(imported.errors)")
        #expect(try entries(other) == entries(bed))
    }

    @Test func textFileOfJrnlComesBack() throws {
        let text = """
            [2026-11-20 06:30:00 PM] Rain all day.
            Finished the @shed roof #home.

            [2026-11-21 09:05:00 AM] Shipped 2.1! *
            Tagged and announced. @work

            """
        let path = try file("journal.txt", text)
        #expect(try bed.journal("import", path).line == "2 entries imported")
        bed.environment["TZ"] = "America/New_York"
        #expect(try bed.journal("import", path).line.hasPrefix("0 entries imported, 2 existed"))
        let exported = try bed.journal("export", "--format", "jrnl")
        #expect(exported.output == text)
        let tags = try bed.journal("list", "--tag", "work", "--starred", "--count")
        #expect(tags.line == "1")
    }

    @Test func dayOneEntriesHaveTheDayOfTheirZone() throws {
        let path = try file(
            "Journal.json",
            #"""
            {"metadata":{"version":"1.0"},"entries":[{"uuid":"0A3BFC9847BD4173881DE43749F23B58",
            "creationDate":"2018-12-10T03:54:13Z","timeZone":"America\/Denver","text":"Fine\\."}]}
            """#
        )
        #expect(try bed.journal("import", path).line == "1 entry imported")
        let entry = try JSON.parse(bed.journal("show", "0a3bfc98", "--json").line)
        let record = entry["entry"] ?? entry
        #expect(record["localDay"] == "2018-12-09")
        #expect(record["createdAt"] == "2018-12-09T20:54:13-07:00")
        #expect(record["text"] == "Fine.")
    }

    @Test func dryRunWritesNothing() throws {
        let path = try file("a.jsonl", "{\"text\":\"a\",\"tags\":[\"x\"]}\n{\"text\":\" \"}\n")
        let result = try bed.journal("import", "--dry-run", path)
        #expect(result.line == "1 entry, 0 notebooks, 1 tag, 0 attachments, 1 skipped")
        #expect(result.errors.contains("a.jsonl:2: the text must not be empty"))
        #expect(result.status == 65)
        #expect(try bed.journal("list", "--count").line == "0")
    }

    @Test func importStopsAtAProblemAndResumes() throws {
        let path = try file("a.jsonl", "{\"text\":\"a\"}\n{\"text\":1}\n{\"text\":\"c\"}\n")
        let stopped = try bed.journal("import", path)
        #expect(stopped.status == 65)
        #expect(stopped.errors.contains("a.jsonl:2: entry.text: expected a string"))
        #expect(stopped.errors.contains("1 entry imported"))
        let skipped = try bed.journal("import", "--keep-going", path)
        #expect(skipped.status == 65)
        #expect(skipped.line == "1 entry imported, 1 existed already, 1 skipped")
        let corrected = try file(
            "a.jsonl",
            "{\"text\":\"a\"}\n{\"text\":\"b\"}\n{\"text\":\"c\"}\n"
        )
        #expect(try bed.journal("import", corrected).line == "1 entry imported, 2 existed already")
    }

    @Test func brokenLinesAndFilesAreSkippedOnRequest() throws {
        let lines = try file("l.jsonl", "{\"text\":\"l1\"}\nnot json\n{\"text\":\"l2\"}\n")
        let stopped = try bed.journal("import", lines)
        #expect(stopped.status == 65)
        #expect(stopped.errors.contains("l.jsonl:2: unexpected 'n'"), "\(stopped.errors)")
        #expect(stopped.errors.contains("1 entry imported"), "\(stopped.errors)")
        let junk = try file("junk.txt", "junk\n")
        let good = try file("good.txt", "[2026-11-21 18:30] Coffee\n")
        let missing = folder + "/missing"
        let result = try bed.journal("import", "--keep-going", lines, junk, missing, good)
        #expect(result.status == 65)
        #expect(
            result.line == "2 entries imported, 1 existed already, 3 skipped",
            "\(result.errors)"
        )
        #expect(result.errors.contains("l.jsonl:2: unexpected 'n'"))
        #expect(result.errors.contains("junk.txt:1: expected a line such as"))
        #expect(result.errors.contains("cannot read \(missing): "))
    }

    @Test func existingEntriesInTheTrashAreCounted() throws {
        let path = try file("a.jsonl", "{\"text\":\"a\"}\n{\"text\":\"b\"}\n")
        #expect(try bed.journal("import", path).line == "2 entries imported")
        #expect(try bed.journal("undo").status == 0)
        let again = try bed.journal("import", path)
        #expect(again.line == "0 entries imported, 2 existed already, 2 of them in the trash")
    }

    @Test func rejectedEntryDoesNotStopTheOthersOfItsTransaction() throws {
        // Only the daemon composes the letters of a name, and measures it then.
        let name = String(repeating: "e\u{301}", count: 128)
        let lines = (0..<1200).map { number in
            let tag = number == 700 ? name : "x"
            return "{\"text\":\"entry \(number)\",\"tags\":[\"\(tag)\"]}\n"
        }
        let path = try file("many.jsonl", lines.joined())
        let result = try bed.journal("import", "--keep-going", path)
        #expect(result.line == "1199 entries imported, 1 skipped", "\(result.errors)")
        #expect(result.errors.contains("many.jsonl:701: invalid tag name: it exceeds the limit"))
    }

    @Test func editedEntryIsNotChanged() throws {
        let lines = ["a", "b", "c"].map { "{\"id\":\"\(Self.id($0))\",\"text\":\"\($0)\"}\n" }
        let path = try file("a.jsonl", lines.joined())
        try bed.journal("import", path)
        try bed.journal("edit", Self.id("b"), "edited")
        let again = try bed.journal("import", path)
        #expect(again.status == 0)
        #expect(
            again.line == "0 entries imported, 2 existed already, 1 exist with another text"
        )
        #expect(try bed.journal("show", Self.id("b")).line == "edited")
    }

    private static func id(_ digit: String) -> String {
        "00000000-0000-4000-8000-00000000000" + digit
    }

    @Test func filesAreReplacedOnlyOnRequest() throws {
        try bed.journal("new", "x")
        let path = try file("a.json", "precious")
        let refused = try bed.journal("export", "-o", path)
        #expect(refused.status == 73)
        #expect(refused.errors.contains("exists already"))
        #expect(try FileSystem.read(path) == Array("precious".utf8))
        #expect(try bed.journal("export", "--force", "-o", path).line == "1 entry")
        #expect(try bed.journal("import", "--dry-run", path).line.hasPrefix("1 entry"))
        #expect(try bed.journal("export", "-o", folder).errors.contains("is not empty"))
    }

    @Test func pathOutsideOfTheFolderIsRefused() throws {
        let secret = try file("secret", "x")
        for path in [secret, "../transfer/secret"] {
            let line = "{\"text\":\"a\",\"attachments\":[{\"name\":\"s\",\"path\":\"\(path)\"}]}"
            let result = try bed.journal("import", file("a.jsonl", line))
            #expect(result.status == 65)
            #expect(result.errors.contains("leaves the folder"))
        }
        #expect(try bed.journal("list", "--count").line == "0")
    }

    @Test func otherFilesAreRefused() throws {
        let unknown = try bed.journal("import", file("diary.doc", "Dear diary"))
        #expect(unknown.status == 65)
        #expect(unknown.errors.contains("--format"))
        let archive = try bed.journal("import", file("a.zip", "PK\u{3}\u{4}rubbish"))
        #expect(archive.status == 65)
        #expect(archive.errors.contains("archive"))
        #expect(try bed.journal("import", folder + "/missing").status == 66)
        #expect(try bed.journal("import", "--format", "html", file("a.html", "x")).status == 64)
    }

    @Test func standardInputIsImported() throws {
        let result = try bed.journal("import", "-", "--notebook", "old", input: "{\"text\":\"a\"}")
        #expect(result.line == "1 entry imported", "\(result.errors)")
        #expect(try bed.journal("export").output.contains("\"notebook\":\"old\""))
    }

    @Test func emptyInputHasNoEntries() throws {
        for path in ["-", try file("a.jsonl", ""), try file("a", "")] {
            let result = try bed.journal("import", path, input: "")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.line == "0 entries imported", "\(path)")
        }
        let blank = try bed.journal("import", "-", input: "Dear diary")
        #expect(blank.status == 65)
        #expect(blank.errors.contains("the format of - is unknown"), "\(blank.errors)")
    }

    @Test func touchedMarkdownFileIsNotImportedTwice() throws {
        let path = try file("note.md", "No date in here\n")
        #expect(try bed.journal("import", path).line.hasPrefix("1 entry imported"))
        var times = [
            timespec(tv_sec: 1_700_000_000, tv_nsec: 0),
            timespec(tv_sec: 1_700_000_000, tv_nsec: 0),
        ]
        #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
        #expect(try bed.journal("import", path).status == 0)
        #expect(try bed.journal("list", "--count").line == "1")
    }

    @Test func filesGiveTheSameEntriesTogetherAndOneByOne() throws {
        let text = "[2026-11-21 18:30] Coffee\n"
        let paths = [try file("a.txt", text), try file("b.txt", text)]
        for path in paths { #expect(try bed.journal("import", path).status == 0) }
        #expect(try bed.journal("import", paths[0], paths[1]).status == 0)
        #expect(try bed.journal("list", "--count").line == "1")
    }

    @Test(arguments: ["[a link](https://example.org) and text\n", "{not JSON}\n", "[ ] a task\n"])
    func markdownFileMayBeginWithABracket(text: String) throws {
        try FileSystem.makeDirectory("\(folder)/notes")
        _ = try file("notes/a.md", text)
        _ = try file("notes/b.md", "second\n")
        let result = try bed.journal("import", "\(folder)/notes")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try bed.journal("list", "--count").line == "2")
        #expect(try bed.journal("export", "--format", "json").output.contains("second"))
    }

    @Test func folderThatExistsNeedsNoSlash() throws {
        try bed.journal("new", "one", "--at", "2026-11-20 18:30")
        for name in ["notes", "others"] { try FileSystem.makeDirectory("\(folder)/\(name)") }
        #expect(try bed.journal("export", "-o", "\(folder)/notes").status == 0)
        #expect(try bed.journal("export", "-o", "\(folder)/others/").status == 0)
        #expect(FileSystem.names(in: "\(folder)/notes") == ["2026-11-20"])
        #expect(FileSystem.names(in: "\(folder)/others") == ["2026-11-20"])
    }

    @Test func archiveIsWrittenWhateverTheCaseOfItsExtension() throws {
        try fill()
        let exported = try bed.journal("export", "-o", "\(folder)/A.ZIP")
        #expect(exported.status == 0, "\(exported.errors)")
        #expect(exported.errors == "")
        let other = try TestBed()
        let imported = try other.journal("import", "\(folder)/A.ZIP")
        #expect(imported.line == "3 entries imported, 1 attachment", "\(imported.errors)")
    }
}
