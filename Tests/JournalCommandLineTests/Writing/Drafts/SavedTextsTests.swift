// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import Testing

struct SavedTextsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var texts: SavedTexts { SavedTexts(stateDirectory: directory.path) }

    private func save(_ text: String, _ path: String, seconds: Double) throws {
        let file = "\(directory.path)/\(path)"
        let folder = URL(filePath: file).deletingLastPathComponent().path(percentEncoded: false)
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try FileSystem.write(Array(text.utf8), to: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)],
            ofItemAtPath: file
        )
    }

    @Test func textsOfAllFoldersAreListedOldestFirst() throws {
        #expect(texts.all == [])
        #expect(texts.announcement == nil)
        #expect(texts.summary() == nil)
        let id = EntryID.random()
        try save("\n\nmine\nmore\n", "conflicts/\(id)-57-2.md", seconds: 20)
        try save("draft", "drafts/new.md", seconds: 30)
        try save("ignored", "drafts/new.md.12.tmp", seconds: 1)
        let call = EntryCreate(id: id, text: "waits", createdAt: .epoch)
        let path = try Outbox(stateDirectory: directory.path).add(call)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 10)],
            ofItemAtPath: path
        )
        let all = texts.all
        #expect(all.map(\.kind) == [.undelivered, .conflict, .draft])
        #expect(all.map(\.firstLine) == ["waits", "mine", "draft"])
        #expect(try all.map { try $0.text() } == ["waits", "\n\nmine\nmore", "draft"])
        #expect(all.map(\.edit) == [nil, SavedText.Edit(id: id, revision: 57), nil])
        #expect(texts.summary() == "1 draft, 1 conflict, 1 undelivered entry")
        #expect(texts.announcement == "1 draft, 1 conflict left; see: journal drafts")
    }

    @Test func textIsFoundByNumberNameOrPath() throws {
        try save("a", "drafts/new.md", seconds: 10)
        try save("b", "drafts/new-2.md", seconds: 20)
        try save("c", "conflicts/new-2.md", seconds: 30)
        #expect(try texts.text("2").path == directory.path + "/drafts/new-2.md")
        #expect(try texts.text("new").path == directory.path + "/drafts/new.md")
        let path = directory.path + "/conflicts/new-2.md"
        #expect(try texts.text(path).kind == .conflict)
        let ambiguous = #expect(throws: ClientError.self) { try texts.text("new-2") }
        #expect(ambiguous?.advice?.contains(path) == true)
        for argument in ["4", "0", "\(Int.min)", "other", ""] {
            let error = #expect(throws: ClientError.self) { try texts.text(argument) }
            #expect(error?.code == .missing)
        }
    }

    @Test func textIsFoundByTheBeginningOfItsName() throws {
        try save("a", "drafts/new.md", seconds: 10)
        try save("b", "conflicts/8c5f1234-7.md", seconds: 20)
        try save("c", "conflicts/8c5f5678-7.md", seconds: 30)
        #expect(try texts.text("8c5f1").name == "8c5f1234-7")
        let ambiguous = #expect(throws: ClientError.self) { try texts.text("8c5f") }
        #expect(ambiguous?.code == .usage)
        // A short beginning may be a mistyped name.
        let short = #expect(throws: ClientError.self) { try texts.text("ne") }
        #expect(short?.code == .missing)
    }

    @Test func rejectedNewEntryIsNoEdit() throws {
        let id = EntryID.random()
        for (number, name) in ["new-\(id)", "new-\(id)-2", "new-2", "\(id)"].enumerated() {
            try save("a", "drafts/\(name).md", seconds: Double(number))
        }
        #expect(texts.all.map(\.edit) == [nil, nil, nil, nil])
    }

    @Test func textOfSeveralEntriesIsNamedByItsFirstEntry() throws {
        try save("=== edit\n=== 8c5f r3\nbeans\n=== new\nx", "drafts/entries.md", seconds: 10)
        #expect(texts.all.first?.firstLine == "2 entries: beans")
    }

    @Test func longFirstLineIsCutAsInAListOfEntries() throws {
        let limit = EntryRecord.summaryLength
        let (whole, long) = (
            String(repeating: "é", count: limit), String(repeating: "é", count: 100_000)
        )
        try save(whole, "drafts/new.md", seconds: 10)
        try save(long, "drafts/new-2.md", seconds: 20)
        try save("=== edit\n=== 8c5f r3\n\(long)", "drafts/entries.md", seconds: 30)
        let cut = whole + " …"
        #expect(texts.all.map(\.firstLine) == [whole, cut, "1 entry: " + cut])
    }
}
