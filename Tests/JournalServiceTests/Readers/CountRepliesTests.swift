// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

struct CountRepliesTests {
    @Test func repliesAreKeptUntilNextCommit() {
        var replies = CountReplies()
        replies.add(.integer(1), .tags, at: 4)
        replies.add(.integer(2), .entries(Filter(starred: true)), at: 4)
        #expect(replies.reply(.tags, at: 4) == .integer(1))
        #expect(replies.reply(.entries(Filter(starred: true)), at: 4) == .integer(2))
        #expect(replies.reply(.entries(Filter()), at: 4) == nil)
        #expect(replies.reply(.tags, at: 5) == nil)
        replies.add(.integer(3), .notebooks, at: 5)
        replies.add(.integer(4), .tags, at: 4)
        #expect(replies.reply(.tags, at: 4) == nil)
        #expect(replies.reply(.tags, at: 5) == nil)
        #expect(replies.reply(.notebooks, at: 5) == .integer(3))
    }

    @Test func numberOfRepliesIsLimited() {
        var replies = CountReplies()
        for number in 0..<100 {
            replies.add(.integer(Int64(number)), .entries(Filter(tags: ["\(number)"])), at: 1)
        }
        let kept = (0..<100).count {
            replies.reply(.entries(Filter(tags: ["\($0)"])), at: 1) != nil
        }
        #expect((1...CountReplies.maximumCount).contains(kept))
        #expect(replies.reply(.entries(Filter(tags: ["99"])), at: 1) == .integer(99))
    }

    @Test func countsFollowEveryChange() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                func counts() async throws -> [Int] {
                    var results: [[Int]] = []
                    // The second round finds the replies of the first.
                    for _ in 0..<2 {
                        let filter = Filter(tags: ["a"])
                        results.append([
                            try await client.call(EntryCount()).count,
                            try await client.call(EntryCount(filter: filter)).count,
                            try await client.call(EntryCount(filter: Filter(trashed: true))).count,
                            try await client.call(NotebookList()).notebooks.map(\.entryCount)
                                .reduce(0, +),
                            try await client.call(TagList()).tags.map(\.entryCount).reduce(0, +),
                        ])
                    }
                    #expect(results[0] == results[1])
                    return results[0]
                }
                #expect(try await counts() == [0, 0, 0, 0, 0])
                let made = try await client.call(EntryCreate(text: "x", tags: ["a", "b"]))
                let id = EntryReference(made.id)
                #expect(try await counts() == [1, 1, 0, 1, 2])
                try await client.call(EntryUpdate(id: id, tags: ["b"]))
                #expect(try await counts() == [1, 0, 0, 1, 1])
                try await client.call(EntryDelete(id: id))
                #expect(try await counts() == [0, 0, 1, 0, 0])
                try await client.call(EntryRestore(id: id))
                #expect(try await counts() == [1, 0, 0, 1, 1])
                try await client.call(EntryPurge(ids: [id]))
                #expect(try await counts() == [0, 0, 0, 0, 0])
            }
        }
    }
}
