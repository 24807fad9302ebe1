// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@Suite struct EntryPurgeTests {
    @Test func callsAndRepliesRoundTrip() throws {
        for isFollowed in [false, true] {
            let call = EntryPurge(ids: [Samples.reference], isFollowed: isFollowed)
            #expect(try EntryPurge(json: call.json) == call)
        }
        for call in [TrashEmpty(), TrashEmpty(before: Timestamp(milliseconds: 1))] {
            #expect(try TrashEmpty(json: call.json) == call)
        }
        let reply = EntryPurge.Reply(purgedCount: 3, cursor: Samples.cursor)
        #expect(try EntryPurge.Reply(json: reply.json) == reply)
    }

    @Test(arguments: [0, Limits.batch + 1]) func numberOfIdsIsLimited(count: Int) {
        let call = EntryPurge(ids: Array(repeating: Samples.reference, count: count))
        let error = #expect(throws: InvalidParams.self) { try EntryPurge(json: call.json) }
        #expect(error?.error.details["path"] == "params.ids")
    }
}
