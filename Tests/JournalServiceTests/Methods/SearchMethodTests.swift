// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

struct SearchMethodTests {
    @Test func searchSupportsWordsPhrasesPrefixesAndConditions() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.write(days: [1, 2])
                let moment = Timestamp("2026-11-05T12:00:00Z")
                try await client.call(
                    EntryCreate(
                        text: "A rainy walk by the river",
                        notebook: "Diary",
                        createNotebook: true,
                        tags: ["home"],
                        createdAt: moment
                    )
                )
                try await client.call(EntryCreate(text: "Rain all night", createdAt: moment))
                func texts(_ query: String) async throws -> [String] {
                    try await client.call(EntrySearch(query: query)).matches.map(\.entry.text)
                        .sorted()
                }
                #expect(
                    try await texts("rain*") == ["A rainy walk by the river", "Rain all night"]
                )
                #expect(try await texts("\"rainy walk\"") == ["A rainy walk by the river"])
                #expect(try await texts("rain* -river") == ["Rain all night"])
                #expect(try await texts("tag:home") == ["A rainy walk by the river"])
                #expect(try await texts("#home") == ["A rainy walk by the river"])
                #expect(try await texts("#night") == ["Rain all night"])
                #expect(try await texts("rain* -#home") == ["Rain all night"])
                #expect(try await texts("rain* notebook:diary") == ["A rainy walk by the river"])
                #expect(try await texts("day before:2026-11-02") == ["day 1"])
                #expect(try await texts("day after:2026-11-02") == ["day 2"])
                #expect(try await texts("nowhere").isEmpty)
                #expect(try await client.call(EntryCount(query: "rain*")).count == 2)
            }
        }
    }

    @Test func matchesAreMarkedAndPagesJoin() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                for number in 1...7 {
                    try await client.call(EntryCreate(text: "river \(number)"))
                }
                var search = EntrySearch(query: "river", limit: 3)
                var seen: [String] = []
                repeat {
                    let reply = try await client.call(search)
                    #expect(reply.matches.allSatisfy { $0.snippet.hasPrefix("\u{2}river\u{3}") })
                    seen += reply.matches.map(\.entry.text)
                    search.page = reply.nextPage
                } while search.page != nil
                #expect(Set(seen).count == 7)
                #expect(seen.count == 7)
            }
        }
    }

    /// Returns the texts of all pages, and calls a body after each.
    private func texts(
        _ search: EntrySearch,
        _ client: TestClient,
        afterPage body: (EntrySearch.Reply) async throws -> Void = { _ in }
    ) async throws -> [String] {
        var search = search
        var texts: [String] = []
        repeat {
            let reply = try await client.call(search)
            texts += reply.matches.map(\.entry.text)
            search.page = reply.nextPage
            try await body(reply)
        } while search.page != nil
        return texts
    }

    @Test func pagesWithoutWordsEqualTheList() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                // Entries of one instant, so that a page ends between them.
                try await client.write(days: [3, 1, 2, 2, 2, 5, 4, 2], tags: ["a"])
                let filter = Filter(tags: ["a"])
                let list = try await client.call(EntryList(filter: filter)).entries.map(\.id)
                for limit in 1...9 {
                    var ids: [EntryID] = []
                    let search = EntrySearch(query: "tag:a", limit: limit)
                    _ = try await texts(search, client) { ids += $0.matches.map(\.entry.id) }
                    #expect(ids == list)
                }
            }
        }
    }

    @Test(arguments: [("tag:a", SearchOrder.best), ("tag:a", .unranked), ("river", .unranked)])
    func entriesThatAreWrittenBetweenPagesShiftNoMatch(
        query: String,
        order: SearchOrder
    ) async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let names = (1...9).map { "river \($0)" }
                for (index, name) in names.enumerated() {
                    let moment = Timestamp("2020-11-0\(index + 1)T12:00:00Z")
                    try await client.call(
                        EntryCreate(text: name, tags: ["a"], createdAt: moment)
                    )
                }
                var written = 0
                let search = EntrySearch(query: query, order: order, limit: 2)
                let found = try await texts(search, client) { reply in
                    guard let entry = reply.matches.first?.entry, written < 4 else { return }
                    // One fewer before the next page, then two more.
                    try await client.call(EntryDelete(id: EntryReference(entry.id)))
                    for _ in 0..<(written == 0 ? 0 : 2) {
                        try await client.call(EntryCreate(text: "river new", tags: ["a"]))
                    }
                    written += 1
                }
                #expect(found == names.reversed())
            }
        }
    }

    @Test func pagesBelongToOneOrderAndThisVersion() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                for number in 1...3 {
                    try await client.call(EntryCreate(text: "river \(number)", tags: ["a"]))
                }
                for query in ["river", "tag:a"] {
                    let search = EntrySearch(query: query, limit: 1)
                    let page = try #require(try await client.call(search).nextPage)
                    var other = search
                    other.order = .unranked
                    other.page = page
                    #expect(try await client.refusal(other).kind == .cursorInvalid)
                    // As an older daemon counted matches.
                    var counted = search
                    counted.page = page
                    counted.page?.position = [1]
                    #expect(try await client.refusal(counted).kind == .cursorInvalid)
                    var foreign = search
                    foreign.page = page
                    foreign.page?.epoch = "elsewhere"
                    #expect(try await client.refusal(foreign).kind == .cursorForeign)
                }
            }
        }
    }

    @Test func unrankedMatchesHaveSnippetsAndNoScore() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                for text in ["river river", "a river"] {
                    try await client.call(EntryCreate(text: text))
                }
                let reply = try await client.call(EntrySearch(query: "river", order: .unranked))
                #expect(reply.matches.map(\.entry.text) == ["a river", "river river"])
                #expect(reply.matches.map(\.score) == [0, 0])
                #expect(reply.matches.allSatisfy { $0.snippet.contains("\u{2}river\u{3}") })
            }
        }
    }

    @Test(arguments: [nil, 300_000])
    func longPagesAreReadInBatches(padding: Int?) async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let count = padding == nil ? 300 : 7
                let text = "river" + String(repeating: " x", count: (padding ?? 0) / 2)
                for _ in 1...count { try await client.call(EntryCreate(text: text)) }
                var search = EntrySearch(query: "river", limit: 1000, include: .full)
                var ids: [EntryID] = []
                var pages = 0
                repeat {
                    let reply = try await client.call(search)
                    ids += reply.matches.map(\.entry.id)
                    search.page = reply.nextPage
                    pages += 1
                } while search.page != nil
                #expect(ids.count == count)
                #expect(Set(ids).count == count)
                #expect(pages == (padding == nil ? 1 : 3))
            }
        }
    }

    @Test func conditionsAreCombinedWithFilters() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.write(days: [1, 2, 3], starred: true)
                try await client.call(NotebookCreate(name: "Diary"))
                func count(_ query: String, _ filter: Filter = Filter()) async throws -> Int {
                    let count = try await client.call(EntryCount(filter: filter, query: query))
                    let found = try await client.call(EntrySearch(query: query, filter: filter))
                    #expect(found.matches.count == count.count)
                    return count.count
                }
                #expect(try await count("day starred:yes") == 3)
                #expect(try await count("day starred:no starred:yes") == 0)
                #expect(try await count("starred:no", Filter(starred: true)) == 0)
                #expect(try await count("notebook:journal notebook:diary") == 0)
                #expect(try await count("notebook:diary", Filter(notebook: "journal")) == 0)
                #expect(try await count("after:2026-11-01 after:2026-11-03") == 1)
                #expect(try await count("before:2026-11-02 before:2026-11-03") == 1)
                #expect(try await count("before:0001-01-01") == 0)
                #expect(try await count("after:2026-11-02 -on:2026-11-03") == 1)
                #expect(try await count("on:2026-11-01 OR on:2026-11-03") == 2)
                #expect(try await count("-(on:2026-11-01 OR starred:no)") == 2)
                #expect(try await count("-tag:unknown") == 3)
                #expect(try await count("-notebook:diary", Filter(notebook: "journal")) == 3)
                #expect(try await count("-day") == 0)
                #expect(try await count("-nothing -starred:no") == 3)
                #expect(try await count("tag:unknown") == 0)
                #expect(try await count("") == 3)
            }
        }
    }

    @Test func relativeDatesReferToTheNowOfTheRequest() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.write(days: [1, 2, 3])
                let day = Timestamp("2026-11-03T00:30:00+01:00")
                func count(_ query: String) async throws -> Int {
                    let options = QueryOptions(now: day)
                    return try await client.call(EntryCount(query: query, options: options)).count
                }
                #expect(try await count("on:today") == 1)
                #expect(try await count("on:yesterday OR on:2026-11-03") == 2)
                #expect(try await count("before:yesterday") == 1)
                #expect(try await count("after:yesterday") == 2)
                #expect(try await count("on:2026-11") == 3)
                #expect(try await count("before:2026-11") == 0)
                #expect(try await count("-after:2026-11") == 0)
                #expect(try await count("on:last-week OR on:this-week") == 3)
                #expect(try await count("on:2-days-ago") == 1)
                #expect(try await count("on:1-Nov OR on:3rd-November") == 2)
                #expect(try await client.call(EntryCount(query: "before:1w")).count <= 3)
            }
        }
    }

    @Test(arguments: [
        ("tag:", 0), ("before:soon", 7), ("starred:maybe", 8), ("\"rainy walk", 0), ("walk \"", 5),
        ("day after:2026-02-30", 10), ("rain (tag:a", 5), ("rain tag:a)", 10), ("tag:a OR", 6),
    ])
    func invalidQueriesAreSyntaxErrors(query: String, offset: Int) async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let error = try await client.refusal(EntrySearch(query: query))
                #expect(error.kind == .searchSyntax)
                #expect(error.details["offset"] == offset.json)
                #expect(try await client.refusal(EntryCount(query: query)) == error)
            }
        }
    }
}
