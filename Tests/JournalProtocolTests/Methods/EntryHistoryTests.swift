// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@Suite struct EntryHistoryTests {
    @Test func callsRoundTrip() throws {
        let calls = [
            EntryHistory(id: Samples.reference),
            EntryHistory(
                id: Samples.reference,
                version: Samples.id,
                limit: 7,
                page: Samples.page,
                include: .full
            ),
        ]
        for call in calls { #expect(try EntryHistory(json: call.json) == call) }
    }

    @Test func repliesRoundTrip() throws {
        let versions = [true, false].map { truncated in
            EntryVersion(
                id: Samples.id,
                replacedAt: Samples.time,
                text: "a",
                truncated: truncated
            )
        }
        let reply = EntryHistory.Reply(
            versions: versions,
            nextPage: Samples.page,
            cursor: Samples.cursor
        )
        #expect(try EntryHistory.Reply(json: reply.json) == reply)
    }

    @Test func idsAreNoAmountOfText() {
        let error = #expect(throws: InvalidParams.self) {
            try EntryHistory(json: ["id": "8c5f", "include": "ids"])
        }
        #expect(error?.error.details["path"] == "params.include")
    }

    @Test func summariesEndAfterTheFirstCharacters() {
        let text = String(repeating: "é", count: EntryRecord.summaryLength)
        let whole = EntryVersion(id: Samples.id, replacedAt: Samples.time, text: text)
        #expect(whole.summary == whole)
        var longer = whole
        longer.text += "x"
        #expect(longer.summary.text == text)
        #expect(longer.summary.truncated)
    }
}
