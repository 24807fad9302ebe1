// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalCommandLine
import JournalProtocol
import Testing

struct EntryBufferTests {
    private func entry(_ id: String, _ text: String, revision: Int64 = 7) throws -> EntryRecord {
        var entry = EntryEditingTests.entry
        entry.id = try #require(EntryID(id + "-0000-4000-8000-000000000000"))
        entry.text = text
        entry.revision = revision
        return entry
    }

    @Test(arguments: [
        ("one", "two"), ("a\n\n\nb", "  indented"), ("\nfirst line is empty", "a\r\nb"),
        ("=== a heading\ntext", "==== b"), ("=======\nruled", "=== edit"),
    ])
    func textsAreReadAsTheyWereShown(first: String, second: String) throws {
        let entries = [try entry("8c5f1234", first), try entry("39b9457f", second, revision: 12)]
        let text = EntryBuffer.text(of: entries)
        #expect(EntryBuffer.isBuffer(text))
        let blocks = try EntryBuffer(text).blocks
        #expect(blocks.map(\.text) == [first, second])
        #expect(blocks.map { $0.entry?.text } == ["8c5f1234", "39b9457f"])
        #expect(blocks.map(\.revision) == [7, 12])
    }

    @Test func similarIdsAreShownWithMoreDigits() throws {
        let entries = [try entry("8c5f1234", "a"), try entry("8c5f1234", "b")]
        var other = entries[1]
        other.id = try #require(EntryID("8c5f1234-0001-4000-8000-000000000000"))
        let blocks = try EntryBuffer(EntryBuffer.text(of: [entries[0], other])).blocks
        #expect(blocks.map { $0.entry?.text } == ["8c5f1234-0000", "8c5f1234-0001"])
    }

    @Test func blockWithoutAnIDIsANewEntry() throws {
        let text = "\n=== new\nfresh\n\n=== 8c5f\nkept\n=== new\n \n"
        let blocks = try EntryBuffer(text).blocks
        #expect(blocks.map(\.text) == ["fresh", "kept"])
        #expect(blocks.map { $0.entry?.text } == [nil, "8c5f"])
        #expect(blocks.map(\.revision) == [nil, nil])
    }

    @Test(arguments: [
        ("no line", "does not start with"), ("==\nx", "does not start with"),
        ("=== 8c5f\na\n=== what\nb", "line 3: expected an id, got \"what\""),
        ("=== 8c5f\n\n=== 39b9\nb", "line 1: the text of 8c5f is empty"),
        ("=== 8c5f\na\n=== 8C5F\nb", "line 3: 8C5F is there twice"),
        ("=== edit  1 entry\nstray\n=== 8c5f\na", "line 2: the text belongs to no entry"),
        ("=== \na", "line 1: expected an id"),
    ])
    func invalidLineIsNamed(text: String, message: String) {
        let error = #expect(throws: ClientError.self) { try EntryBuffer(text) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.code == .input)
    }

    @Test(arguments: [
        ("=== edit  2 entries", true), ("=== 8c5f1234 r57  2026-11-22\na", true),
        ("=== heading ===", false), ("====", false), ("text\n=== edit", false), ("", false),
    ])
    func onlyABufferIsRecognized(text: String, isBuffer: Bool) {
        #expect(EntryBuffer.isBuffer(text) == isBuffer)
    }
}
