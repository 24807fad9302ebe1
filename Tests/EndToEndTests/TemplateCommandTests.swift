// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import JournalSystem
import Testing

/// `journal new` with a template.
struct TemplateCommandTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func text(_ id: String) throws -> String { try bed.journal("show", id).line }

    private func saveTemplate(_ text: String, as name: String) throws {
        let folder = bed.root + "/config/journal/templates"
        try FileSystem.makeDirectory(folder)
        try FileSystem.write(Array(text.utf8), to: "\(folder)/\(name)")
    }

    @Test func templateIsFilledWithTheText() throws {
        try saveTemplate(
            "---\nnotebook: log\ntags: daily\n---\n# {weekday} {date}: {title}\n\n{text}\n",
            as: "daily.md"
        )
        let new = try bed.journal(
            "new",
            "-T",
            "daily",
            "-t",
            "x",
            "Rain\nall day",
            "--at",
            "2026-11-20"
        )
        #expect(new.status == 0, "\(new.errors)")
        #expect(new.errors == "journal: created the notebook \"log\"\n")
        let entry = try JSON.parse(bed.journal("show", new.line, "--json").line)
        #expect(entry["text"] == "# Friday 2026-11-20: Rain\n\nall day")
        #expect(entry["tags"]?.elements.count == 2)
        let piped = try bed.journal("new", "-T", "daily", "-N", "other", input: "piped\n")
        #expect(try text(piped.line).hasSuffix(": piped"))
        #expect(try bed.journal("list", "-N", "other", "--count").line == "1")
        let names = try JSON.parse(bed.journal("new", "--templates", "--json").line)["templates"]
        #expect(names?[0]?["name"] == "daily")
    }

    @Test func listOfTemplatesRejectsAText() throws {
        let piped = try bed.journal("new", "--templates", "-N", "work", input: "words to keep")
        #expect(piped.status == 64)
        #expect(piped.output == "")
        #expect(piped.errors.contains("--templates cannot be combined with a text"))
        #expect(piped.errors.contains("To use it: journal drafts use text"), "\(piped.errors)")
        #expect(try bed.journal("drafts", "show", "text").line == "words to keep")
        let words = try bed.journal("new", "--templates", "my words")
        #expect(words.status == 64)
        #expect(try bed.journal("new", "--templates").status == 0)
        #expect(bed.daemons == [])
    }

    @Test func templateOfTheSettingsOpensWithoutOptions() throws {
        try saveTemplate("# {weekday}\n", as: "daily")
        let settings = "\(bed.root)/config/journal/config.toml"
        try FileSystem.write(Array("template = \"daily\"\n".utf8), to: settings)
        let written = try bed.edit("new", editor: "echo rain >> \"$1\"", onTerminal: true)
        #expect(written.status == 0, "\(written.output)")
        let entry = try bed.journal("list", "--full").lines
        #expect(entry.first?.hasSuffix("day") == true && entry.last == "rain", "\(entry)")
        // A text that is given is written as it is.
        let plain = try bed.journal("new", "a quiet evening")
        #expect(try text(plain.line) == "a quiet evening")
    }

    @Test func templateOpensInTheEditorAndIsWrittenIfItWasChanged() throws {
        try saveTemplate("# {date}\n", as: "daily")
        let same = try bed.edit("new -T daily", editor: "true", onTerminal: true)
        #expect(same.status == 65)
        #expect(same.output.contains("the template is unchanged"), "\(same.output)")
        let line = "new -T daily --at '2026-11-20 9am'"
        let new = try bed.edit(line, editor: "echo text >> $1", onTerminal: true)
        #expect(new.status == 0, "\(new.output)")
        #expect(try bed.journal("search", "text").lines.count == 1)
        #expect(
            try bed.journal("list", "--on", "2026-11-20", "--full").output.hasPrefix(
                "# 2026-11-20\ntext"
            )
        )
        #expect(try bed.savedKinds() == [])
    }

    @Test func invalidTemplateKeepsAPipedText() throws {
        try saveTemplate("{date}\n{dat}", as: "bad.md")
        let bad = try bed.journal("new", "-T", "bad", input: "piped")
        #expect(bad.status == 65)
        #expect(bad.errors.contains("bad.md:2: unknown field {dat}"), "\(bad.errors)")
        let missing = try bed.journal("new", "-T", "none", input: "piped")
        #expect(missing.status == 64)
        #expect(missing.errors.contains("Templates: bad"), "\(missing.errors)")
        #expect(try bed.savedKinds() == ["draft", "draft"])
    }
}
