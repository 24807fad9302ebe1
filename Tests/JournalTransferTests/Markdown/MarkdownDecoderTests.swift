// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalTransfer
import Testing

struct MarkdownDecoderTests {
    private let date = Timestamp("2026-01-02T12:00:00Z")

    private func read(_ text: String) throws -> [TransferEntry] {
        try TransferFixture.read(text, MarkdownDecoder(clock: .utc, date: date))
    }

    @Test(arguments: [
        "tags: [build, \"two, words\"]", "tags:\n  - build\n  - 'two, words'",
        "tags:\n- build\n- \"two, words\"",
    ])
    func frontMatterOfOtherProgramsIsRead(tags: String) throws {
        let file = """
            ---
            title: 'It''s done'
            date: 2026-11-21 18:30
            # a comment
            author:
              name: Nobody
            \(tags)
            starred: yes
            ---

            Text
            ---
            more

            """
        let entry = try #require(read(file).first)
        #expect(entry.text == "It's done\n\nText\n---\nmore")
        #expect(entry.createdAt == Timestamp("2026-11-21T18:30:00Z"))
        #expect(entry.tags == ["build", "two, words"])
        #expect(entry.starred)
        #expect(entry.id == nil)
    }

    @Test(arguments: [
        ("a, b", ["a", "b"]), ("#a #b", ["a", "b"]), ("one", ["one"]), ("[]", []),
        ("two words", ["two words"]), ("\"a, b\"", ["a", "b"]), ("[#a, b]", ["a", "b"]),
        ("[\"Paris, France\"]", ["Paris, France"]), ("[\"C# notes\"]", ["C# notes"]),
        ("[\"#todo\"]", ["#todo"]), ("\n- '#todo'", ["#todo"]), ("\n- #a b", ["a b"]),
    ])
    func tagsOfAListOrALineAreRead(value: String, expected: [String]) throws {
        #expect(try read("---\ntags: \(value)\n---\nx").first?.tags == expected)
    }

    @Test(arguments: [
        "---\nDear diary\n---\ntext", "---\n- a\n- b\n---\ntext", "---\n# Title\n---\ntext",
        "---\ntags: a\nwalked at 18:30\n---\ntext", "---\n  indented\n---",
        "---\nbroken: [\n---\ntext", "---\nbroken: [\ntags: [a]\n---\ntext",
    ])
    func textBetweenRulesIsNoFrontMatter(file: String) throws {
        let entries = try read(file)
        #expect(entries.map(\.text) == [file])
        #expect(entries.first?.tags == [])
        #expect(entries.first?.createdAt == date)
    }

    @Test func fieldsWithoutAPlaceAreNamed() throws {
        let file = """
            ---
            date: 2026-11-21 18:30
            created: 2026-11-20
            location: Berlin
            aliases:
              - one
            author:
              name: Nobody
            mood: ""
            empty:
            tags: []
            starred: true
            id: my-note
            ---
            text
            """
        let entry = try #require(read(file).first)
        #expect(entry.omittedFields == ["created", "location", "aliases", "author", "id"])
        #expect(try read("---\ntitle: t\ntags: [a]\n---\nx").first?.omittedFields == [])
        #expect(try read("location: x").first?.omittedFields == [])
    }

    @Test func listInBracketsMayHaveSeveralLines() throws {
        let file = "---\ntags: [\n  a,\n  'b: c'\n]\ndate: 2026-11-21\n---\nx"
        let entry = try #require(read(file).first)
        #expect(entry.tags == ["a", "b: c"])
        #expect(entry.createdAt == Timestamp("2026-11-21T12:00:00Z"))
        #expect(entry.text == "x")
        let title = try #require(read("---\ntitle: [draft] a\n---\nx").first)
        #expect(title.text == "[draft] a\n\nx")
    }

    @Test func filesThatATextShowsAreFound() throws {
        let text = """
            ![p](pics/a.jpg) and ![](b%20c.png "title"), ![[d.png|300]] ![](<e f.gif>)
            ![](g(1).jpg) ![p](pics/a.jpg) [no](image.jpg) ![again](../h.png)
            ![](https://example.org/i.jpg) ![](/etc/j.jpg) ![[note]] ![[note.md]] ![](data:x.y)
            ```
            ![](code.jpg)
            ```
            ![[k.pdf#page=2]] ![open](l.jpg
            """
        let found = [
            "pics/a.jpg", "b c.png", "d.png", "e f.gif", "g(1).jpg", "../h.png", "k.pdf",
        ]
        #expect(try read(text).first?.shownPaths == found)
        let named = "---\nattachments:\n  - pics/a.jpg\n---\n![](a.jpg) ![](b.jpg)"
        #expect(try read(named).first?.shownPaths == ["b.jpg"])
        let entry = TransferFixture.entry(1, "![](a.jpg)", "2026-11-21T18:30:00Z")
        let own = TransferFixture.file([entry], MarkdownFileEncoder())
        let back = try TransferFixture.read(own, MarkdownDecoder(clock: .utc)).map(\.entry)
        #expect(back == [entry])
    }

    @Test func plainFileIsOneEntry() throws {
        let entry = try #require(read("\n# Title\n\ntext\n").first)
        #expect(entry.text == "# Title\n\ntext")
        #expect(entry.createdAt == date)
        #expect(try read(" \n\n") == [])
    }

    @Test(arguments: [
        ("---\ndate: x\n---\na", 1), ("---\ndate: 2026-01-01\na", 1), ("<!-- journal {x} -->\n", 1),
    ])
    func problemsHaveALine(file: String, line: Int) {
        let problem = #expect(throws: RecordProblem.self) { try read(file) }
        #expect(problem?.line == line)
    }

    @Test func entryOfAPageWithADamagedCommentIsSkipped() {
        let entries = ["a", "b", "c"].enumerated().map { index, text in
            TransferFixture.entry(UInt64(index + 1), text, "2026-11-21T18:30:00Z")
        }
        let bytes = TransferFixture.file(entries, TransferFormat.markdown.encoder)
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let comments = lines.indices.filter { lines[$0].hasPrefix("<!-- journal {") }
        var damaged = lines
        damaged[comments[1]] = "<!-- journal {x} -->"
        let read = TransferFixture.readSkipping(
            Array(damaged.joined(separator: "\n").utf8),
            MarkdownDecoder(clock: .utc, date: date)
        )
        #expect(read.texts == ["a", "c"])
        #expect(read.problems == [comments[1] + 1])
    }

    @Test func fileWithALineThatIsNotUTF8IsSkippedWhole() {
        let bytes = Array("one\ntw".utf8) + [0xE9] + Array("\nthree\n".utf8) + [0xE9]
        let read = TransferFixture.readSkipping(bytes, MarkdownDecoder(clock: .utc, date: date))
        #expect(read.texts == [])
        #expect(read.problems == [2])
    }

    @Test func entryOfAPageWithALineThatIsNotUTF8IsSkippedWhole() {
        let entries = ["one", "two\nX\nend", "three"].enumerated().map { index, text in
            TransferFixture.entry(UInt64(index + 1), text, "2026-11-21T18:30:00Z")
        }
        let bytes = TransferFixture.file(entries, TransferFormat.markdown.encoder)
            .map { $0 == 0x58 ? 0xE9 : $0 }
        let read = TransferFixture.readSkipping(bytes, MarkdownDecoder(clock: .utc, date: date))
        #expect(read.texts == ["one", "three"])
        #expect(read.problems.count == 1)
    }

    @Test func tailOfATextThatIsTooLongIsNoEntry() {
        let line = String(repeating: "a", count: (1 << 20) - 1) + "\n"
        let bytes = Array(String(repeating: line, count: 18).utf8)
        let read = TransferFixture.readSkipping(bytes, MarkdownDecoder(clock: .utc, date: date))
        #expect(read.texts == [])
        #expect(read.problems == [1])
    }

    @Test func pageIsReadableText() {
        let bytes = TransferFixture.file(
            Array(TransferFixture.entries.prefix(2)),
            TransferFormat.markdown.encoder
        )
        let page = String(decoding: bytes, as: UTF8.self)
        #expect(page.contains("## 2026-11-21\n\n### 18:30\n\nRain all day"))
        #expect(page.contains("### 19:05 Work: \"two\" #build #Größe, breit ★\n"))
    }
}
