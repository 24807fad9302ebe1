// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

struct EntryHistoryTests {
    /// Calls `body` with an entry whose texts were `1`, `2` and so on; the last is the current one.
    private func withTexts(
        _ count: Int,
        _ body: (TestClient, EntryReference) async throws -> Void
    ) async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let id = EntryReference(try await client.call(EntryCreate(text: "1")).id)
                for number in 2...count {
                    try await client.call(EntryUpdate(id: id, text: "\(number)"))
                }
                try await body(client, id)
            }
        }
    }

    @Test func earlierTextsAreReturnedNewestFirst() async throws {
        try await withTexts(4) { client, id in
            // Of another entry.
            let other = EntryReference(try await client.call(EntryCreate(text: "x")).id)
            try await client.call(EntryUpdate(id: other, text: "y"))
            let versions = try await client.call(EntryHistory(id: id)).versions
            #expect(versions.map(\.text) == ["3", "2", "1"])
            let times = versions.map(\.replacedAt.milliseconds)
            #expect(times == times.sorted(by: >))
            #expect(try await client.call(EntryHistory(id: other)).versions.map(\.text) == ["x"])
        }
    }

    @Test func textsReplacedAtOneMomentKeepTheirOrder() async throws {
        try await withTexts(2) { client, id in
            let updates = (3...9).map { Batch.Call(EntryUpdate(id: id, text: "\($0)")) }
            _ = try await client.call(Batch(calls: updates))
            let versions = try await client.call(EntryHistory(id: id)).versions
            #expect(versions.map(\.text) == (1...8).reversed().map { "\($0)" })
            let entry = try await client.call(EntryGet(id: id)).entry
            #expect(entry.modifiedAt.milliseconds == versions[0].replacedAt.milliseconds)
        }
    }

    @Test func unchangedEntriesHaveNoHistory() async throws {
        try await withTexts(2) { client, id in
            // Neither the same text nor a star is a new version.
            try await client.call(EntryUpdate(id: id, text: "2", starred: true))
            #expect(try await client.call(EntryHistory(id: id)).versions.map(\.text) == ["1"])
        }
    }

    @Test(arguments: [1, 2, 5, 7]) func pagesContainEachVersionOnce(limit: Int) async throws {
        try await withTexts(6) { client, id in
            var texts: [String] = []
            var page: PageCursor?
            repeat {
                let call = EntryHistory(id: id, limit: limit, page: page)
                let reply = try await client.call(call)
                #expect(reply.versions.count <= limit)
                texts += reply.versions.map(\.text)
                page = reply.nextPage
            } while page != nil
            #expect(texts == ["5", "4", "3", "2", "1"])
        }
    }

    @Test func pagesOfAnotherEntryAreRejected() async throws {
        try await withTexts(4) { client, id in
            let page = try await client.call(EntryHistory(id: id, limit: 1)).nextPage
            let other = EntryReference(try await client.call(EntryCreate(text: "x")).id)
            let error = try await client.refusal(EntryHistory(id: other, page: page))
            #expect(error.kind == .cursorInvalid)
            var short = try #require(page)
            short.position = [1]
            #expect(
                try await client.refusal(EntryHistory(id: id, page: short)).kind == .cursorInvalid
            )
        }
    }

    @Test func oneVersionHasItsWholeText() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let text = String(repeating: "word ", count: 1000)
                let id = EntryReference(try await client.call(EntryCreate(text: text)).id)
                try await client.call(EntryUpdate(id: id, text: "short"))
                let summary = try #require(
                    try await client.call(EntryHistory(id: id)).versions.first
                )
                #expect(summary.truncated)
                #expect(summary.text == text.prefix(EntryRecord.summaryLength))
                let one = try await client.call(EntryHistory(id: id, version: summary.id)).versions
                #expect(one.map(\.text) == [text])
                let full = try await client.call(EntryHistory(id: id, include: .full)).versions
                #expect(full == one)
            }
        }
    }

    @Test func versionsOfOtherEntriesAreNotFound() async throws {
        try await withTexts(2) { client, id in
            let version = try #require(try await client.call(EntryHistory(id: id)).versions.first)
            let other = EntryReference(try await client.call(EntryCreate(text: "x")).id)
            let error = try await client.refusal(EntryHistory(id: other, version: version.id))
            #expect(error.kind == .versionNotFound)
            let missing = try await client.refusal(EntryHistory(id: EntryReference(.random())))
            #expect(missing.kind == .entryNotFound)
        }
    }

    @Test func restoredTextMakesTheCurrentOneAVersion() async throws {
        try await withTexts(2) { client, id in
            let version = try #require(try await client.call(EntryHistory(id: id)).versions.first)
            try await client.call(EntryUpdate(id: id, text: version.text))
            #expect(try await client.call(EntryGet(id: id)).entry.text == "1")
            let texts = try await client.call(EntryHistory(id: id)).versions.map(\.text)
            #expect(texts.sorted() == ["1", "2"])
        }
    }
}
