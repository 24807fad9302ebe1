// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct TemplateTests {
    private let fields: TemplateFields

    init() throws {
        fields = TemplateFields(date: try #require(Timestamp("2027-01-01T08:05:00+01:00")))
    }

    private func text(_ template: String, with given: String = "") throws -> String {
        try Template(template, path: "t").text(fields, with: given)
    }

    @Test(arguments: [
        ("{date} {time}", "2027-01-01 08:05"), ("{weekday}", "Friday"), ("{week}", "2026-W53"),
        ("{month} {year}", "2027-01 2027"), ("{yesterday} {tomorrow}", "2026-12-31 2027-01-02"),
        ("{{date}} { date } {} {1} {date", "{date} { date } {} {1} {date"),
        ("if (a) { b(); }}", "if (a) { b(); }}"), ("a\n\n", "a"), ("", ""),
        ("[{title}] {text}.", "[] ."),
    ])
    func fieldsAreReplaced(template: String, expected: String) throws {
        #expect(try text(template) == expected)
    }

    @Test(arguments: [
        ("2026-01-01", "2026-W01"), ("2026-12-31", "2026-W53"), ("2024-12-30", "2025-W01"),
        ("2026-11-22", "2026-W47"), ("2026-03-02", "2026-W10"),
    ])
    func weekIsThatOfTheISOCalendar(day: String, week: String) throws {
        let date = try #require(Timestamp(day + "T12:00:00Z"))
        #expect(TemplateFields(date: date).value("week") == week)
    }

    @Test(arguments: [
        ("# {title}\n{text}", "a\n\nb\nc", "# a\nb\nc"), ("{text}!", "a\nb", "a\nb!"),
        ("# {date}", "a\nb", "# 2027-01-01\n\na\nb"), ("# {title}", "a", "# a"),
        ("# {title}", "a\nb", "# a\n\nb"), ("", "a", "a"),
        ("{text}", "{date} stays", "{date} stays"),
    ])
    func givenTextHasItsPlace(template: String, given: String, expected: String) throws {
        #expect(try text(template, with: given) == expected)
    }

    @Test func attributesPrecedeTheText() throws {
        let template = try Template("---\nnotebook: my work\n\ntags: a, #B\n---\n{date}", path: "t")
        #expect(template.notebook == "my work")
        #expect(template.tagsAdded(to: ["b", "c"]) == ["b", "c", "a"])
        #expect(template.text(fields) == "2027-01-01")
        #expect(try text("---\ntext of a rule") == "---\ntext of a rule")
        #expect(try text("---\ntags: a\n---") == "")
    }

    @Test(arguments: [
        ("a\n\n{dat}", "t:3: unknown field {dat}"), ("---\ntags: a\n---\n\n{x}", "t:5: unknown"),
        ("---\nnotebook: a\nbook: b\n---\n", "t:3: invalid attribute \"book: b\""),
    ])
    func invalidLineIsNamed(template: String, message: String) {
        let error = #expect(throws: ClientError.self) { try Template(template, path: "t") }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func templatesAreFoundByName() throws {
        let directory = try TemporaryDirectory()
        let folder = TemplateFolder(configurationDirectory: directory.path)
        #expect(folder.names == [])
        let missing = #expect(throws: ClientError.self) { try folder.template("daily") }
        #expect(missing?.advice == "A template is a file \(directory.path)/templates/NAME.md")
        try FileSystem.makeDirectory(directory.path + "/templates")
        for name in ["daily.md", "plain", "daily.md~", ".hidden"] {
            try FileSystem.write(Array(name.utf8), to: directory.path + "/templates/" + name)
        }
        #expect(folder.names == ["daily", "plain"])
        #expect(try folder.template("daily").text(fields) == "daily.md")
        #expect(try folder.template("plain").text(fields) == "plain")
        for name in ["../templates/plain", ".hidden", ""] {
            #expect(throws: ClientError.self) { try folder.template(name) }
        }
    }
}
