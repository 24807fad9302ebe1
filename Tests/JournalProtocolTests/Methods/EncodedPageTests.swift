// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// Pages whose items are encoded already have the text of those whose items are values.
struct EncodedPageTests {
    private static let cursor = Samples.cursor
    private static let entries = [Samples.entry(), Samples.entry(text: "\"\u{2028}")]

    private func text(_ json: JSON) -> String {
        String(decoding: json.serialized(), as: UTF8.self)
    }

    @Test(arguments: [nil, Samples.page])
    func listHasTheSameText(page: PageCursor?) {
        let reply = EntryList.Reply(entries: Self.entries, nextPage: page, cursor: Self.cursor)
        let encoded = EntryList.Reply.json(
            Self.entries.map { $0.serialized() },
            include: .full,
            nextPage: page,
            cursor: Self.cursor
        )
        #expect(text(encoded) == text(reply.json))
    }

    @Test func listOfIDsHasTheSameText() {
        let ids = [1, 2].map { EntryRevision(id: Samples.id, revision: $0) }
        let reply = EntryList.Reply(entries: [], ids: ids, nextPage: nil, cursor: Self.cursor)
        let encoded = EntryList.Reply.json(
            ids.map { $0.serialized() },
            include: .ids,
            nextPage: nil,
            cursor: Self.cursor
        )
        #expect(text(encoded) == text(reply.json))
    }

    @Test(arguments: [0, 3]) func searchHasTheSameText(unreadableCount: Int) {
        let matches = Self.entries.map { EntryMatch(entry: $0, snippet: "\u{2}a\u{3}", score: 0.5) }
        let reply = EntrySearch.Reply(
            matches: matches,
            nextPage: Samples.page,
            cursor: Self.cursor,
            unreadableCount: unreadableCount
        )
        let encoded = EntrySearch.Reply.json(
            matches.map { $0.serialized() },
            nextPage: Samples.page,
            cursor: Self.cursor,
            unreadableCount: unreadableCount
        )
        #expect(text(encoded) == text(reply.json))
    }

    @Test(arguments: [false, true]) func liveListHasTheSameText(more: Bool) {
        let rows = Self.entries.map { ListedEntry(id: "e", revision: 3, group: "g", entry: $0) }
        let reply = ListOpen.Reply(list: "l", cursor: Self.cursor, rows: rows, more: more)
        let encoded = ListOpen.Reply.json(
            list: "l",
            cursor: Self.cursor,
            rows: rows.map { $0.serialized() },
            more: more
        )
        #expect(text(encoded) == text(reply.json))
    }

    @Test func objectIsWrittenMemberByMember() throws {
        var object = JSONObjectText()
        object.append("a", "\"\n")
        object.append("b", Int?.none)
        object.append("c", [1, 2])
        #expect(String(decoding: object.finished(), as: UTF8.self) == #"{"a":"\"\n","c":[1,2]}"#)
        #expect(String(decoding: JSONObjectText().finished(), as: UTF8.self) == "{}")
    }

    /// Clients keep the position of a page longer than the daemon runs.
    @Test func hashOfAQueryIsStable() throws {
        #expect(PageCursor.digest(of: "a") == 0xD427_2417_D7C7_7EEA)
        #expect(EntryList().queryHash == 0x8FA5_7B3E_9BA4_41EC)
        let reference = try #require(EntryReference("8c5f"))
        let history = EntryHistory(id: reference)
        #expect(history.queryHash == EntryHistory(id: reference, limit: 7).queryHash)
        #expect(history.queryHash != EntryHistory(id: Samples.reference).queryHash)
        #expect(history.queryHash != EntryList().queryHash)
    }
}
