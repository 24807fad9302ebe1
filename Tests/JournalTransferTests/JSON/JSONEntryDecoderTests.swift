// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalTransfer
import Testing

struct JSONEntryDecoderTests {
    private func texts(_ file: String) throws -> [String] {
        try TransferFixture.read(file, JSONEntryDecoder(clock: .utc)).map(\.text)
    }

    @Test(arguments: [
        #"{"text":"a"}{"text":"b"}"#,
        "{\"text\":\"a\"}\n{\"text\":\"b\"}\n",
        #"[{"text":"a"},{"text":"b"}]"#,
        #" { "entries" : [ {"text":"a"} , {"text":"b"} ], "nextPage":"x", "more":[1,{"a":2}] } "#,
        #"{"cursor":{"a":[1]},"entries":[{"text":"a"},{"text":"b"}]}"#,
        #"{"notebooks":[{"name":"x","entries":[{"text":"a"}]},{"entries":[{"text":"b"}]}]}"#,
        #"{"entry":{"text":"a"},"snippet":"x"}{"entry":{"text":"b"},"score":1}"#,
        "\u{FEFF}[{\"text\":\"a\"},{\"text\":\"b\"}]",
    ])
    func entriesAreFoundInDocuments(file: String) throws {
        #expect(try texts(file) == ["a", "b"])
    }

    @Test func notebookIsThatOfTheEntryOrOfTheDocument() throws {
        let file = """
            {"notebooks":[{"name":"one \\" {[","entries":[
              {"text":"a"}, {"text":"b","notebook":"two"}, {"text":"c","notebook":{"name":"three"}}
            ]}]}
            """
        let read = try TransferFixture.read(file, JSONEntryDecoder(clock: .utc))
        #expect(read.map(\.notebook) == ["one \" {[", "two", "three"])
    }

    @Test func entriesOfTheProtocolAreRead() throws {
        let line = """
            {"id":"0a39c6e9-7107-49cf-be7c-b2ded9558a49","rev":3,"notebook":{"id":"x","name":"work"},\
            "createdAt":"2026-11-21T03:11:00+01:00","zone":"Europe/Berlin","localDay":"2026-11-21",\
            "modifiedAt":"2026-11-21T02:11:00Z","starred":true,"tags":["a","b"],"text":"Hello"}
            """
        let entry = try #require(
            TransferFixture.read(line, JSONEntryDecoder(clock: .utc)).first
        )
        #expect(entry.id == EntryID("0a39c6e9-7107-49cf-be7c-b2ded9558a49"))
        #expect(entry.createdAt == Timestamp("2026-11-21T03:11:00+01:00"))
        #expect(entry.zone == "Europe/Berlin")
        #expect(entry.notebook == "work")
        #expect(entry.tags == ["a", "b"])
        #expect(entry.starred)
    }

    @Test(arguments: [
        ("[\n{\"text\":\"a\"},\n{\"text\":1}]", 3),
        ("{\"text\":\"a\"}\n{\"x\":\n\n?}", 4),
        ("{\"text\":\"a\",\n\"tags\":[1]}", 1),
        ("{\"text\":\"a\",\"truncated\":true}", 1),
        ("{\"text\":\"a\"}\n{\"text\":", 2),
        ("{\"entries\":[{\"text\":\"a\"}", 1),
        ("{\"entries\":[{\"text\":\"a\"}]", 1),
        ("\nhello", 2),
        ("[1]", 1),
    ])
    func problemsHaveALine(file: String, line: Int) throws {
        let problem = try #require(throws: RecordProblem.self) { try texts(file) }
        #expect(problem.line == line)
    }

    private func readSkipping(_ file: String) -> (texts: [String], problems: [Int]) {
        TransferFixture.readSkipping(Array(file.utf8), JSONEntryDecoder(clock: .utc))
    }

    @Test(arguments: [
        ("{\"text\":\"a\"}\nnot json\n{\"text\":\"b\"}\n", [2]),
        ("not json\n\n{\"text\":\"a\"}\nnot json\nnor this\n{\"text\":\"b\"}\n", [1, 4, 5]),
        ("{\"text\":\"a\"}\n[12:30] a time\n{\"text\":\"b\"}", [2]),
        ("{\"text\":\"a\"} and {\"text\":\"lost\"}\n{\"text\":\"b\"}", [1]),
        ("{\"text\":\"a\"}\n{\"text\":\"cut o\n{\"text\":\"b\"}\n", [2]),
        ("{\"text\":\"cut\"\n{\"text\":\"a\"}\n{\"text\":\"b\"}\n", [1]),
        ("{\"text\":\"cut\",\n{\"text\":\"a\"}\n{\"text\":\"b\"}\n", [1]),
        ("{\"text\":\n{\"text\":\"a\"}\n{\"text\":\"b\"}\n", [1]),
        ("{\n\"text\":\"two\nlines\"\n}\n{\"text\":\"a\"}\r\n{\"text\":\"b\"}", [1]),
        ("{\"text\":\"a\"}\n{\"text\":\"b\"}\n{\"text\":", [3]),
    ])
    func linesAfterABrokenLineAreRead(file: String, problems: [Int]) {
        let read = readSkipping(file)
        #expect(read.texts == ["a", "b"])
        #expect(read.problems == problems)
    }

    @Test func valuesThatBeginALineBelongToTheObject() throws {
        let file = """
            {"text":"a","attachments":[
            {"name":"x"},
            {"name":"y"}
            ],"notebook":
            {"name":"work"}}
            {"text":"b"}
            """
        #expect(try texts(file) == ["a", "b"])
    }

    @Test(arguments: ["{\"text\":\"x\"", "{\"text\":", "{\"text\":\"x"])
    func manyBrokenLinesAreReadFewTimes(line: String) {
        let count = 5_000
        let file = String(repeating: line + "\n", count: count)
        #expect(readSkipping(file).problems == Array(1...count))
    }

    @Test(arguments: [
        "[{\"text\":\"a\"},\nx,{\"text\":\"b\"}]",
        "{\"entries\":[{\"text\":\"a\"},\nx,{\"text\":\"b\"}]}\n{\"text\":\"c\"}",
    ])
    func whatFollowsAProblemInAnArrayIsNotRead(file: String) {
        let read = readSkipping(file)
        #expect(read.texts == ["a"])
        #expect(read.problems == [2])
    }

    @Test func recordsAfterAProblemAreRead() throws {
        var decoder = JSONEntryDecoder(clock: .utc)
        decoder.append(ArraySlice(#"[{"text":1},{"text":"b"}]"#.utf8))
        decoder.finish()
        #expect(throws: RecordProblem.self) { try decoder.next() }
        #expect(try decoder.next()?.entry.text == "b")
        #expect(try decoder.next() == nil)
    }
}
