// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalTransfer
import Testing

/// Files that jrnl 4.6 wrote.
struct JrnlTests {
    private let journal = """
        [2020-01-01 12:00:00 AM] looks like a date

        [2026-11-19 08:00:00 AM] Multi line title
        body one

        body two with [1] footnote
        [2] and a - list

        [2026-11-20 06:30:00 PM] Rain all day.
        Finished the @shed roof #home.

        [2026-11-21 09:05:00 AM] Shipped 2.1! *
        Tagged and announced. @work

        [2026-11-22 10:00] No body only title

        """

    private let export = """
        {
          "tags": {
            "@work": 1,
            "#home": 1,
            "@shed": 1
          },
          "entries": [
            {
              "title": "Multi line title",
              "body": "body one\\n\\nbody two with [1] footnote\\n[2] and a - list",
              "date": "2026-11-19",
              "time": "08:00",
              "tags": [],
              "starred": false
            },
            {
              "title": "Rain all day.",
              "body": "Finished the @shed roof #home.",
              "date": "2026-11-20",
              "time": "18:30",
              "tags": [
                "#home",
                "@shed"
              ],
              "starred": false
            },
            {
              "title": "Shipped 2.1!",
              "body": "Tagged and announced. @work",
              "date": "2026-11-21",
              "time": "09:05",
              "tags": [
                "@work"
              ],
              "starred": true
            }
          ]
        }
        """

    private func read(_ text: String) throws -> [TransferEntry] {
        try TransferFixture.read(text, JrnlTextDecoder(clock: .utc))
    }

    @Test func textFileIsRead() throws {
        let entries = try read(journal)
        #expect(
            entries.map(\.text) == [
                "looks like a date",
                "Multi line title\nbody one\n\nbody two with [1] footnote\n[2] and a - list",
                "Rain all day.\nFinished the @shed roof #home.",
                "Shipped 2.1!\nTagged and announced. @work", "No body only title",
            ]
        )
        #expect(entries.map(\.starred) == [false, false, false, true, false])
        #expect(entries.map(\.tags) == [[], [], ["shed", "home"], ["work"], []])
        #expect(
            entries.map { $0.createdAt?.description } == [
                "2020-01-01T00:00:00Z", "2026-11-19T08:00:00Z", "2026-11-20T18:30:00Z",
                "2026-11-21T09:05:00Z", "2026-11-22T10:00:00Z",
            ]
        )
    }

    @Test func fileOfWindowsIsRead() throws {
        let lines = journal.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(try read(lines.joined(separator: "\r\n")) == read(journal))
    }

    @Test func exportInJSONEqualsTheTextFile() throws {
        let entries = try TransferFixture.read(export, JSONEntryDecoder(clock: .utc))
        let expected = try read(journal)[1...3]
        #expect(entries.map(\.text) == expected.map(\.text))
        #expect(entries.map(\.createdAt) == expected.map(\.createdAt))
        #expect(entries.map(\.starred) == expected.map(\.starred))
        #expect(entries.map { Set($0.tags) } == expected.map { Set($0.tags) })
    }

    @Test func bothFilesGiveTheSameIdentities() throws {
        var (first, second) = (DerivedIdentity(), DerivedIdentity())
        let ids = try read(journal).map { first.id(of: $0) }
        let others = try TransferFixture.read(export, JSONEntryDecoder(clock: .utc))
            .map { second.id(of: $0) }
        #expect(others == Array(ids[1...3]))
    }

    @Test func exportedTextFileIsThatOfJrnl() throws {
        let entries = try Array(read(journal)[1...3])
        let bytes = TransferFixture.file(entries, JrnlTextEncoder())
        let start = try #require(journal.firstRange(of: "[2026-11-19")).lowerBound
        let end = try #require(journal.firstRange(of: "\n[2026-11-22")).lowerBound
        #expect(String(decoding: bytes, as: UTF8.self) == journal[start..<end])
    }

    @Test(
        arguments: [
            "**Bold** and **bold**", "**", "*", "a *", "a * ", "a *  ", "2 * 3 *",
            "\u{301}e at sea",
            "\u{301}", "a*", "*a*", "* a", "a *\u{200B}", "a\u{200B}", "a *\t", "*\u{200B} *",
        ],
        [false, true]
    )
    func firstLineSurvivesTheTextFile(line: String, isStarred: Bool) throws {
        let date = "2026-11-21T18:30:00Z"
        let entries = [line, line + "\nmore"].map {
            TransferFixture.entry(1, $0, date, starred: isStarred)
        }
        let bytes = TransferFixture.file(entries, JrnlTextEncoder())
        let read = try TransferFixture.read(bytes, JrnlTextDecoder(clock: .utc)).map(\.entry)
        #expect(read.map { Array($0.text.utf8) } == entries.map { Array($0.text.utf8) })
        #expect(read.map(\.starred) == [isStarred, isStarred])
    }

    /// As jrnl determines it: `lines[0].strip().endswith("*")`.
    @Test(arguments: [
        ("Star no space*", "Star no space", true), ("title * ", "title", true),
        ("title *\t", "title", true), ("title *", "title", true), ("*", "", true),
        ("**Bold**", "**Bold**", true), ("**Bold** *", "**Bold**", true),
        ("a *\u{200B}", "a *", false), ("a * b", "a * b", false),
    ])
    func asteriskAtTheEndOfTheFirstLineIsAStar(
        line: String,
        title: String,
        isStarred: Bool
    ) throws {
        let entry = try #require(read("[2026-11-21 18:30] \(line)\nmore\n").first)
        #expect(entry.text == (title.isEmpty ? "more" : title + "\nmore"))
        #expect(entry.starred == isStarred)
    }

    @Test(arguments: ["not starred *", "not starred*", "not starred * ", "**Bold**", "*"])
    func textThatIsNotStarredIsNotStarredForJrnl(text: String) {
        let entry = TransferFixture.entry(1, text, "2026-11-21T18:30:00Z")
        let file = String(
            decoding: TransferFixture.file([entry], JrnlTextEncoder()),
            as: UTF8.self
        )
        #expect(file.unicodeScalars.last { !$0.properties.isWhitespace } != "*")
    }

    @Test(arguments: [
        "[2026-11-21 18:30] b", " [2026-11-21 18:30]", "  [2026-11-21 18:30] b",
        "[11/20/2026 10:00 PM] b", "[Nov 3] b", " [Nov 3] b", "[2026-11-21]",
    ])
    func lineLikeAHeaderDoesNotBeginAnEntry(line: String) throws {
        let entry = TransferFixture.entry(1, "a\n\(line)\nc", "2026-11-21T18:30:00Z")
        let bytes = TransferFixture.file([entry], JrnlTextEncoder())
        let read = try TransferFixture.read(bytes, JrnlTextDecoder(clock: .utc))
        #expect(read.map(\.entry.text) == [entry.text])
    }

    @Test(arguments: [
        "[11/20/2026 10:00 PM] b", "[20.11.26 22:00] b", "[Nov 3] b", "[3. November 2026] b",
        "[2026-02-30 10:00] b", "[Fri, 20 Nov 2026 22:00] b", "[11/20/2026]",
    ])
    func lineWithADateOfAnotherFormIsNamed(line: String) {
        let file = "[2026-11-20 10:00] One\na\n\(line)\nc\n[2026-11-22 10:00] Two\n\(line)\nd\n"
        let read = TransferFixture.readSkipping(Array(file.utf8), JrnlTextDecoder(clock: .utc))
        #expect(read.texts == ["One\na", "Two"])
        #expect(read.problems == [3, 6])
    }

    @Test(arguments: [
        "[1] b", "[2020] b", "[1.2.3] b", "[12:30:15] b", "[see 20.11.2026 below] b", "[May] b",
        "[x] 20.11.2026", "[11/20/2026](a.md)", "[192.168.1.1] b", "[[2026]] b",
    ])
    func lineWithOtherBracketsBelongsToTheText(line: String) throws {
        #expect(try read("[2026-11-20 10:00] a\n\(line)\n").map(\.text) == ["a\n\(line)"])
    }

    @Test func entryWithALineThatIsNotUTF8IsSkippedWhole() {
        let head = "[2026-11-20 10:00] One\n\n[2026-11-21 10:00] Two\na"
        let rest = "b\nc\n\n[2026-11-22 10:00] Three\n[2026-11-23 10:00] Fo"
        let end = "r\nd\n[2026-11-24 10:00] Five\n"
        let bytes =
            Array(head.utf8) + [0xE9] + Array(rest.utf8) + [0xFC] + Array(end.utf8)
        let read = TransferFixture.readSkipping(bytes, JrnlTextDecoder(clock: .utc))
        #expect(read.texts == ["One", "Three", "Five"])
        #expect(read.problems == [4, 8])
    }

    @Test(arguments: ["Dear diary", "[soon] x", "\n\n[11/12/2026 09:00] x"])
    func fileWithoutAKnownDateIsRefused(text: String) {
        let read = TransferFixture.readSkipping(Array(text.utf8), JrnlTextDecoder(clock: .utc))
        #expect(read.texts == [])
        #expect(read.problems.count == 1)
    }

    @Test func textBeforeTheFirstDateIsSkipped() {
        let file = "Dear diary\nit was\n\n[2026-11-20 10:00] One\nmore\n"
        let read = TransferFixture.readSkipping(Array(file.utf8), JrnlTextDecoder(clock: .utc))
        #expect(read.texts == ["One\nmore"])
        #expect(read.problems == [1])
    }

    @Test(arguments: ["one line", "one line\n", "```\n", "a\r\n", "a\n\n", "\n", "a\nb\n"])
    func jsonKeepsTheLineBreaksOfATextAsExported(text: String) throws {
        var entry = TransferEntry(text: text)
        entry.createdAt = .epoch
        let bytes = TransferFixture.file([entry], TransferFormat.jrnlJSON.encoder)
        let read = try TransferFixture.read(
            String(decoding: bytes, as: UTF8.self),
            JSONEntryDecoder(clock: .utc)
        )
        #expect(read.map { Array($0.text.utf8) } == [Array(text.utf8)])
    }

    @Test func tagWithoutALetterOrDigitDoesNotBecomeText() throws {
        var entry = TransferEntry(text: "party")
        entry.tags = ["🎉", "garden"]
        let bytes = TransferFixture.file([entry], JrnlTextEncoder())
        let read = try self.read(String(decoding: bytes, as: UTF8.self))
        #expect(read.map(\.text) == ["party"])
        #expect(read.map(\.tags) == [["garden"]])
        entry.tags = ["🎉"]
        let alone = TransferFixture.file([entry], JrnlTextEncoder())
        #expect(try self.read(String(decoding: alone, as: UTF8.self)).map(\.text) == ["party"])
    }
}
