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
        ("[\n{\"text\":\"a\"},\n{\"text\":1}]", 3, false),
        ("{\"text\":\"a\"}\n{\"x\":\n\n?}", 4, false),
        ("{\"text\":\"a\",\n\"tags\":[1]}", 1, false),
        ("{\"text\":\"a\",\"truncated\":true}", 1, false),
        ("{\"text\":\"a\"}\n{\"text\":", 2, true),
        ("{\"entries\":[{\"text\":\"a\"}", 1, true),
        ("{\"entries\":[{\"text\":\"a\"}]", 1, true),
        ("\nhello", 2, true),
        ("[1]", 1, true),
    ])
    func problemsHaveALine(file: String, line: Int, isFinal: Bool) throws {
        let problem = try #require(throws: RecordProblem.self) { try texts(file) }
        #expect(problem.line == line)
        #expect(problem.isFinal == isFinal)
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
