// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalTransfer
import Testing

struct RoundTripTests {
    @Test(
        arguments: [TransferFormat.json, .jsonLines, .markdown, .jrnlJSON, .dayOne],
        [1, 13, 4096]
    )
    func formatsKeepEverything(format: TransferFormat, pieces: Int) throws {
        var entries = TransferFixture.entries
        // The title of jrnl is the first line, so a text that ends after it has no line break.
        if format == .jrnlJSON { entries[4].text = "\nleading" }
        let bytes = TransferFixture.file(entries, format.encoder)
        let decoder = try #require(format.decoder(clock: .utc, date: nil))
        let read = try TransferFixture.read(bytes, decoder, pieces: pieces)
        #expect(read.map(\.entry) == entries)
    }

    @Test func textOfJrnlKeepsWhatItCanRepresent() throws {
        let entries = [
            TransferFixture.entry(1, "Title\nbody\n\nmore", "2026-11-21T00:30:15Z"),
            TransferFixture.entry(
                2,
                "Only a title #build",
                "2026-11-21T12:05:00Z",
                tags: ["build", "x"],
                starred: true
            ),
            TransferFixture.entry(3, "Title\n\n#a @b", "2026-11-21T13:05:00Z", tags: ["a", "b"]),
        ]
        let bytes = TransferFixture.file(entries, TransferFormat.jrnl.encoder)
        let decoder = try #require(TransferFormat.jrnl.decoder(clock: .utc, date: nil))
        let read = try TransferFixture.read(bytes, decoder).map(\.entry)
        #expect(read.map(\.text) == entries.map(\.text))
        #expect(read.map(\.createdAt) == entries.map(\.createdAt))
        #expect(read.map(\.tags) == entries.map(\.tags))
        #expect(read.map(\.starred) == entries.map(\.starred))
    }

    @Test func filesWithFrontMatterKeepEverything() throws {
        for entry in TransferFixture.entries {
            let bytes = TransferFixture.file([entry], MarkdownFileEncoder())
            let read = try TransferFixture.read(bytes, MarkdownDecoder(clock: .utc))
            #expect(read.map(\.entry) == [entry])
        }
    }

    @Test(arguments: [TransferFormat.json, .jsonLines, .markdown, .jrnl, .jrnlJSON, .dayOne])
    func emptyExportsContainNothing(format: TransferFormat) throws {
        let bytes = TransferFixture.file([], format.encoder)
        let decoder = try #require(format.decoder(clock: .utc, date: nil))
        #expect(try TransferFixture.read(bytes, decoder) == [])
    }

    @Test(arguments: [
        ("{\"entries\":[", TransferFormat.json), ("[{\"text\"", .json),
        ("[2026-11-21 18:30] Title", .jrnl), ("[11/20/2026 10:00 PM] Title", .jrnl),
        ("[Nov 3] Title", .jrnl), ("[]", .json), ("---\ndate: x", .markdown),
        ("<!-- journal {}", .markdown), ("\u{FEFF} {", .json),
    ])
    func beginningShowsTheFormat(text: String, expected: TransferFormat) {
        #expect(TransferFormat(beginning: Array(text.utf8)) == expected)
        #expect(TransferFormat(beginning: Array("Dear diary".utf8)) == nil)
    }
}
