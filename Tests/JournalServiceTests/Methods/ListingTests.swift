// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

extension TestClient {
    /// Writes entries at noon UTC of days in November 2026, with texts that name the day.
    func write(days: [Int], tags: [String] = [], starred: Bool = false) async throws {
        for day in days {
            let digits = day < 10 ? "0\(day)" : "\(day)"
            let moment = try #require(Timestamp("2026-11-\(digits)T12:00:00Z"))
            try await call(
                EntryCreate(text: "day \(day)", tags: tags, starred: starred, createdAt: moment)
            )
        }
    }

    /// The texts of every page of a listing.
    func texts(_ listing: EntryList) async throws -> [String] {
        var listing = listing
        var texts: [String] = []
        repeat {
            let reply = try await call(listing)
            texts += reply.entries.map(\.text)
            listing.page = reply.nextPage
        } while listing.page != nil
        return texts
    }
}

struct ListingTests {
    @Test func pagesCoverAllEntriesInBothOrders() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                // Two entries of one instant, so that a page ends between them.
                try await client.write(days: [3, 1, 2, 2, 5, 4, 2])
                let newest = ["day 5", "day 4", "day 3", "day 2", "day 2", "day 2", "day 1"]
                for limit in 1...8 {
                    #expect(try await client.texts(EntryList(limit: limit)) == newest)
                    let oldest = EntryList(order: .oldest, limit: limit)
                    #expect(try await client.texts(oldest) == newest.reversed())
                }
            }
        }
    }

    @Test func filtersNarrowAListing() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.write(days: [1, 2], tags: ["a"])
                try await client.write(days: [3], tags: ["a", "B"], starred: true)
                try await client.write(days: [4])
                func texts(_ filter: Filter) async throws -> [String] {
                    try await client.texts(EntryList(filter: filter, order: .oldest))
                }
                #expect(try await texts(Filter(tags: ["A"])) == ["day 1", "day 2", "day 3"])
                #expect(try await texts(Filter(tags: ["a", "b"])) == ["day 3"])
                #expect(try await texts(Filter(tags: ["never"])).isEmpty)
                #expect(try await texts(Filter(starred: true)) == ["day 3"])
                #expect(try await texts(Filter(starred: false)) == ["day 1", "day 2", "day 4"])
                let second = try #require(Day("2026-11-02"))
                let third = try #require(Day("2026-11-03"))
                let days = Filter(since: .day(second), until: .day(third))
                #expect(try await texts(days) == ["day 2", "day 3"])
                let noon = try #require(Timestamp("2026-11-02T12:00:00Z"))
                #expect(try await texts(Filter(since: .instant(noon))).first == "day 2")
                #expect(try await texts(Filter(until: .instant(noon))) == ["day 1"])
                let unknown = EntryList(filter: Filter(notebook: "none"))
                #expect(try await client.refusal(unknown).kind == .notebookNotFound)
            }
        }
    }

    @Test func daysFollowTheZoneOfTheWriter() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                for moment in ["2026-11-01T23:30:00-10:00", "2026-11-02T00:30:00+14:00"] {
                    let moment = try #require(Timestamp(moment))
                    try await client.call(EntryCreate(text: moment.description, createdAt: moment))
                }
                let first = DateBound.day(try #require(Day("2026-11-01")))
                let texts = try await client.texts(
                    EntryList(filter: Filter(since: first, until: first))
                )
                #expect(texts == ["2026-11-01T23:30:00-10:00"])
            }
        }
    }

    @Test func pageCursorsBelongToOneQueryAndOneStore() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.write(days: [1, 2])
                let page = try #require(try await client.call(EntryList(limit: 1)).nextPage)
                let other = EntryList(order: .oldest, limit: 1, page: page)
                #expect(try await client.refusal(other).kind == .cursorInvalid)
                var foreign = page
                foreign.epoch = "elsewhere"
                let elsewhere = EntryList(limit: 1, page: foreign)
                #expect(try await client.refusal(elsewhere).kind == .cursorForeign)
                var broken = page
                broken.position = [1]
                #expect(
                    try await client.refusal(EntryList(limit: 1, page: broken)).kind
                        == .cursorInvalid
                )
            }
        }
    }

    @Test func repliesAreLimitedInSizeAndTheNextPageContinues() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let text = String(repeating: "x", count: 300_000)
                for number in 1...5 { try await client.call(EntryCreate(text: "\(number)" + text)) }
                let listing = EntryList(limit: 1000, include: .full)
                let first = try await client.call(listing)
                #expect(first.entries.count == 3)
                #expect(try await client.texts(listing).count == 5)
            }
        }
    }

    @Test func randomListsWithAFilterAreLongReads() {
        #expect(EntryList(filter: Filter(tags: ["a"]), order: .random).isLong)
        #expect(EntryList(filter: Filter(trashed: true), order: .random).isLong)
        #expect(!EntryList(filter: Filter(trashed: false), order: .random).isLong)
        #expect(!EntryList(filter: Filter(tags: ["a"])).isLong)
        #expect((EntryList(filter: Filter(starred: true), order: .random) as any ReadMethod).isLong)
        #expect((EntryCount() as any ReadMethod).isLong)
    }

    @Test func listingsCanContainIDsOnly() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let made = try await client.call(EntryCreate(text: "x"))
                let list = try await client.call(EntryList(include: .ids))
                #expect(list.ids == [EntryRevision(id: made.id, revision: made.revision)])
            }
        }
    }
}
