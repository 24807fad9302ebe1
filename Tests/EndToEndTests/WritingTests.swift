// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Writing without a command, and tags in texts.
struct WritingTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func entry(_ id: String) throws -> JSON {
        try JSON.parse(bed.journal("show", id, "--json").line)
    }

    private func tags(_ id: String) throws -> [String] {
        (try entry(id)["tags"]?.elements.compactMap(\.stringValue) ?? []).sorted()
    }

    @Test func sentenceWithoutACommandIsWritten() throws {
        let first = try bed.journal("Had a nice day")
        #expect(first.status == 0, "\(first.errors)")
        #expect(try entry(first.line)["text"] == "Had a nice day")
        let second = try bed.journal("Rain #weather", "-t", "a,#b", "--at", "yesterday 9am")
        #expect(try tags(second.line) == ["a", "b", "weather"])
        let json = try bed.journal("--json", "As one object")
        #expect(try JSON.parse(json.line)["created"] == true)
        let mistyped = try bed.journal("li st")
        #expect(mistyped.status == 64)
        #expect(mistyped.errors.contains("Did you mean: journal list"), "\(mistyped.errors)")
        #expect(try bed.journal("dance").errors.contains("journal new TEXT"))
        #expect(try bed.journal("list", "--count").line == "3")
    }

    @Test func byteOrderMarkOfAFileIsNotPartOfTheText() throws {
        let id = try bed.journal("new", input: "\u{FEFF}From an editor\n").line
        #expect(try entry(id)["text"] == "From an editor")
    }

    @Test func wordsOfTheTextBecomeTags() throws {
        let id = try bed.journal("new", "Sowed beans #garden, `#code` x#y #1").line
        #expect(try tags(id) == ["garden"])
        try bed.journal("edit", id, "Sowed beans #spring")
        #expect(try tags(id) == ["spring"])
        try bed.journal("edit", id, "Sowed #more", "--no-text-tags")
        #expect(try tags(id) == ["spring"])
        try bed.journal("edit", id, "-t", "one,two")
        #expect(try tags(id) == ["one", "two"])
        let plain = try bed.journal("new", "--no-text-tags", "a #b").line
        #expect(try tags(plain) == [])
        #expect(try bed.journal("list", "-t", "#one,two", "--count").line == "1")
        #expect(try bed.journal("tags").output.contains("one\t1\n"))
    }

    @Test func textThatStartsWithADashIsExplained() throws {
        let refused = try bed.journal("new", "- milk")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("journal new -- \"- milk\""), "\(refused.errors)")
        let line = ["new", "--timeout", "40", "--", "- milk"]
        let id = try bed.start(line, timeout: nil).wait().line
        #expect(try entry(id)["text"] == "- milk")
    }

    @Test func excludedWordsNeedNoQuotes() throws {
        try bed.journal("new", "roof in the rain")
        let dry = try bed.journal("new", "roof in the sun").line
        let found = try bed.journal("search", "roof", "-rain", "-n5")
        #expect(found.lines.map { String($0.prefix(36)) } == [dry], "\(found.errors)")
        #expect(try bed.journal("search", "roof", "-n", "1").lines.count == 1)
        #expect(try bed.journal("search", "roof", "-rain", "-sun").status == 1)
        let shown = try bed.journal("search", "--help", timeout: nil)
        let help = shown.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("and - excludes: (roof OR tag:house)"))
    }

    @Test func limitOfASearchIsReported() throws {
        let wire = try bed.connectStarting()
        let calls = (0..<25).map { number -> JSON in
            ["method": "entry.create", "params": ["text": .string("roof \(number)")]]
        }
        try wire.call("batch", ["calls": .array(calls)])
        let best = try bed.journal("search", "roof")
        #expect(best.lines.count == 20)
        #expect(best.errors.contains("use -n NUMBER for more"))
        let all = try bed.journal("search", "roof", "-n", "30")
        #expect(all.lines.count == 25)
        #expect(all.errors == "")
    }
}
