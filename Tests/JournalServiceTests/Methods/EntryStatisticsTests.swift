// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

struct EntryStatisticsTests {
    private static let now = Timestamp("2026-11-22T12:00:00Z")

    @Test func numbersFollowTheFilterAndTheQuery() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.write(days: [1, 2, 3, 3, 20, 21], tags: ["a"])
                try await client.write(days: [22], tags: ["a", "b"], starred: true)
                let options = QueryOptions(now: Self.now)
                let all = try await client.call(EntryStatistics(options: options))
                #expect(all.entryCount == 7)
                #expect(all.wordCount == 14)
                #expect(all.dayCount == 6)
                #expect(all.longestStreak?.from.description == "2026-11-20")
                #expect(all.currentStreak == all.longestStreak)
                #expect(all.days.map(\.entryCount) == [1, 1, 2, 1, 1, 1])
                #expect(all.hours[12] == 7)
                #expect(all.weekdays == [1, 2, 0, 0, 1, 1, 2])
                #expect(all.tags.map(\.name) == ["a", "b"])
                #expect(all.tags.map(\.entryCount) == [7, 1])
                let starred = EntryStatistics(filter: Filter(starred: true), options: options)
                #expect(try await client.call(starred).entryCount == 1)
                let query = EntryStatistics(query: "3 OR tag:b", options: options)
                #expect(try await client.call(query).entryCount == 3)
                let words = EntryStatistics(query: "3", options: options)
                #expect(try await client.call(words).days.map(\.day.day) == [3])
            }
        }
    }

    @Test func batchesCoverEveryEntryOnce() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let moment = try #require(Self.now)
                // More than two batches, all of one instant.
                let calls = (0..<1_100).map { number in
                    EntryCreate(text: "w\(number)", tags: ["t"], createdAt: moment)
                }
                for start in stride(from: 0, to: calls.count, by: Limits.batch) {
                    let part = calls[start..<min(calls.count, start + Limits.batch)]
                    _ = try await client.call(Batch(calls: part.map { Batch.Call($0) }))
                }
                let reply = try await client.call(
                    EntryStatistics(options: QueryOptions(now: moment))
                )
                #expect(reply.entryCount == 1_100)
                #expect(reply.days.map(\.wordCount) == [1_100])
                #expect(reply.tags.map(\.entryCount) == [1_100])
            }
        }
    }

    @Test func daysOutsideTheCalendarCountInTotalsOnly() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.write(days: [1, 2, 10])
                let from = try #require(Day("2026-11-02"))
                let to = try #require(Day("2026-11-03"))
                let options = QueryOptions(now: Self.now)
                let call = EntryStatistics(options: options, from: from, to: to)
                let reply = try await client.call(call)
                #expect(reply.entryCount == 3)
                #expect(reply.days.map(\.day) == [from])
                #expect(reply.currentStreak?.dayCount == 2)
            }
        }
    }

    @Test func currentStreakEndsTodayAlsoInACalendarOfAYear() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.write(days: [1, 20, 21, 22])
                let year = try await client.call(
                    EntryStatistics(
                        options: QueryOptions(now: Self.now),
                        from: Day("2026-01-01"),
                        to: Day("2026-12-31")
                    )
                )
                #expect(year.currentStreak?.from.description == "2026-11-20")
                #expect(year.currentStreak?.dayCount == 3)
            }
        }
    }

    @Test(arguments: [
        ("2026-11-03", "2026-11-02"), ("2000-01-01", "2026-11-02"), ("2026-11-24", nil),
        ("1999-01-01", nil),
    ])
    func calendarsHaveABound(from: String, to: String?) async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                var object = JSONObject()
                object.append("from", from)
                object.append("to", to)
                object.append("now", Self.now)
                let request = Request(
                    id: 1,
                    method: EntryStatistics.method.rawValue,
                    params: .object(object)
                )
                try await client.send(request.line + [0x0A])
                guard case .failure(let error) = try await client.answer().outcome else {
                    Issue.record("a calendar from \(from) was accepted")
                    return
                }
                #expect(error.kind == .paramsInvalid)
                #expect(error.message.contains(from), "\(error.message)")
            }
        }
    }

    @Test func randomListsHaveDifferentEntriesThatMatch() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.write(days: [1, 2, 3], tags: ["a"])
                try await client.write(days: [4, 5])
                let filter = Filter(tags: ["a"])
                var first: Set<String> = []
                for _ in 0..<40 {
                    let call = EntryList(filter: filter, order: .random, limit: 2)
                    let reply = try await client.call(call)
                    #expect(reply.nextPage == nil)
                    #expect(Set(reply.entries.map(\.id)).count == 2)
                    #expect(reply.entries.allSatisfy { $0.tags == ["a"] })
                    if let entry = reply.entries.first { first.insert(entry.text) }
                }
                #expect(first == ["day 1", "day 2", "day 3"])
                let all = try await client.call(EntryList(order: .random, limit: 10))
                #expect(all.entries.count == 5)
                let list = try await client.refusal(ListOpen(order: .random))
                #expect(list.kind == .paramsInvalid)
            }
        }
    }
}
