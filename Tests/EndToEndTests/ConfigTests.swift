// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// The settings of `config.toml` as commands apply them.
struct ConfigTests {
    private let bed: TestBed
    private var path: String { bed.root + "/config/journal/config.toml" }

    init() throws {
        bed = try TestBed()
        try FileSystem.makeDirectory(bed.root + "/config/journal")
    }

    private func configure(_ text: String) throws {
        try FileSystem.write(Array(text.utf8), to: path)
    }

    private func entry(_ id: String) throws -> JSON {
        try JSON.parse(bed.journal("show", id, "--json").line)
    }

    @Test func settingsApplyUnlessAnOptionOrAVariableIsGiven() throws {
        try configure(
            """
            notebook = "work"
            text-tags = false
            date-order = "month-day"
            editor = "sh -c 'echo from the settings > \\"$1\\"' edit"
            color = "always"
            """
        )
        let first = try bed.journal("new", "Rain #weather")
        #expect(first.errors == "journal: created the notebook \"work\"\n")
        #expect(try entry(first.line)["notebook"]?["name"] == "work")
        #expect(try entry(first.line)["tags"] == [])
        let line = ["new", "Sun #weather", "-N", "journal", "--text-tags", "--at", "10/11/2025"]
        let second = try bed.start(line).wait()
        #expect(try entry(second.line)["notebook"]?["name"] == "journal")
        #expect(try entry(second.line)["tags"] == ["weather"])
        #expect(try entry(second.line)["createdAt"]?.stringValue?.hasPrefix("2025-10-11") == true)
        #expect(try bed.journal("list", "--on", "10/11/2025", "--count").line == "1")
        let terminal = try #require(Built.tool("script"))
        let command = { (words: String) in
            [terminal, "-q", "-e", "-c", "\(Built.journal) \(words) --timeout 40", "/dev/null"]
        }
        #expect(try bed.run(command("list")).output.contains("\u{1B}["))
        #expect(try !bed.run(command("list --color never")).output.contains("\u{1B}["))
        #expect(try bed.run(command("new")).status == 0)
        let found = try bed.journal("search", "settings", "--color", "never")
        #expect(found.output.contains("from the settings"))
        bed.environment["NO_COLOR"] = "1"
        bed.environment["EDITOR"] = "sh -c 'echo from the variable > \"$1\"' edit"
        #expect(try !bed.run(command("list")).output.contains("\u{1B}["))
        #expect(try bed.run(command("new")).status == 0)
        #expect(try bed.journal("search", "variable").output.contains("from the variable"))
    }

    @Test func mistakeInTheFileNeverLosesAText() throws {
        try configure("notebook = \"work\"\ncolour = \"never\"\n")
        let mistaken = try bed.journal("new", "One")
        #expect(mistaken.status == 0)
        let warning = "journal: \(path):2: unknown setting \"colour\""
        #expect(mistaken.errors.hasPrefix(warning), "\(mistaken.errors)")
        #expect(try entry(mistaken.line)["notebook"]?["name"] == "work")
        for content in ["notebook = work", "notebook = \"work", "\u{0}", "=", "[["] {
            try configure(content)
            let broken = try bed.journal("new", input: "Two")
            #expect(broken.status == 0, "\(broken.errors)")
            #expect(broken.errors.hasPrefix("journal: \(path):"), "\(broken.errors)")
            #expect(try entry(broken.line)["notebook"]?["name"] == "journal")
        }
    }

    @Test func invalidFormatAndTemplateAreReportedAndNotUsed() throws {
        try configure("list-format = \"{nosuch}\"\ntemplate = \"nosuch\"\n")
        let refused = try bed.journal("config", "check")
        #expect(refused.status == 65)
        #expect(refused.errors.contains("there is no field {nosuch}"), "\(refused.errors)")
        #expect(refused.errors.contains("there is no template \"nosuch\""), "\(refused.errors)")
        let new = try bed.edit("new", editor: "echo 'Rain all day' > $1", onTerminal: true)
        #expect(new.status == 0, "\(new.output)")
        let list = try bed.edit("list", editor: "", onTerminal: true)
        #expect(list.status == 0, "\(list.output)")
        #expect(list.output.contains("there is no field {nosuch}"), "\(list.output)")
        #expect(list.output.contains("Rain all day"), "\(list.output)")
    }

    @Test func settingsAreShownWithTheirSources() throws {
        let none = try bed.journal("config")
        #expect(none.status == 0)
        #expect(none.lines.contains("notebook\tjournal\tdefault"), "\(none.output)")
        try configure("\nnotebook = \"work\"\n")
        #expect(try bed.journal("config").lines.contains("notebook\twork\tline 2"))
        let valid = try bed.journal("config", "check")
        #expect(valid.status == 0 && valid.output.isEmpty && valid.errors.isEmpty)
        let json = try JSON.parse(bed.journal("config", "--json").line)
        #expect(json["path"] == .string(path))
        #expect(json["problems"] == [])
        #expect(json["settings"]?.elements.count == 10)
        try configure("\nnotebook = 1\nx = 2\n")
        for line in [["config"], ["config", "check"]] {
            let refused = try bed.start(line).wait()
            #expect(refused.status == 65)
            #expect(refused.errors.contains("\(path):2: invalid value of notebook; use a string"))
            #expect(refused.errors.contains("\n\(path):3: unknown setting \"x\""))
        }
        let problems = try JSON.parse(bed.journal("config", "check", "--json").line)["problems"]
        #expect(problems?.elements.compactMap { $0["line"]?.integerValue } == [2, 3])
    }
}
