// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

struct EntryUpdateTests {
    private static let time = Timestamp("2026-11-21T10:15:00.250+01:00") ?? .epoch

    private func withEntry(_ body: (TestClient, EntryReference) async throws -> Void) async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let call = EntryCreate(text: "x", createdAt: Self.time, zone: "Europe/Berlin")
                let id = EntryReference(try await client.call(call).id)
                try await body(client, id)
            }
        }
    }

    @Test func dateCanBeCorrected() async throws {
        try await withEntry { client, id in
            let date = try #require(Timestamp("2026-11-19T23:30:00.000-05:00"))
            let call = EntryUpdate(
                id: id,
                createdAt: date,
                zone: "America/New_York",
                include: .full
            )
            let entry = try #require(try await client.call(call).entry)
            #expect(entry.createdAt == date)
            #expect(entry.zone == "America/New_York")
            #expect(entry.localDay.description == "2026-11-19")
            let filter = Filter(until: .day(entry.localDay))
            #expect(try await client.call(EntryCount(filter: filter)).count == 1)
        }
    }

    @Test func singleTagsChangeBesideTheOthers() async throws {
        try await withEntry { client, id in
            try await client.call(EntryUpdate(id: id, tags: ["a", "b"]))
            func tags(_ call: EntryUpdate) async throws -> [String]? {
                try await client.call(call).entry?.tags
            }
            let change = EntryUpdate(
                id: id,
                addTags: ["c"],
                removeTags: ["A", "x"],
                include: .full
            )
            #expect(try await tags(change) == ["b", "c"])
            let revision = try await client.call(EntryGet(id: id)).entry.revision
            #expect(try await client.call(change).revision == revision)
            let both = EntryUpdate(id: id, tags: ["d", "e"], addTags: ["f"], removeTags: ["d"])
            try await client.call(both)
            #expect(try await client.call(EntryGet(id: id)).entry.tags == ["e", "f"])
            let known = try await client.call(TagList()).tags.map(\.name)
            #expect(!known.contains("d"))
        }
    }

    @Test func tooManyTagsAreNotAdded() async throws {
        try await withEntry { client, id in
            try await client.call(EntryUpdate(id: id, tags: (1...64).map { "t\($0)" }))
            let refusal = try await client.refusal(EntryUpdate(id: id, addTags: ["u"]))
            #expect(refusal.kind == .tagInvalid)
            try await client.call(EntryUpdate(id: id, addTags: ["u"], removeTags: ["t1"]))
            #expect(try await client.call(EntryGet(id: id)).entry.tags.count == 64)
            let empty = try await client.refusal(EntryUpdate(id: id, removeTags: [" "]))
            #expect(empty.kind == .tagInvalid)
        }
    }

    @Test func dateAloneKeepsTheZone() async throws {
        try await withEntry { client, id in
            let date = try #require(Timestamp("2026-11-20T00:30:00.000+01:00"))
            let call = EntryUpdate(id: id, createdAt: date, include: .full)
            let entry = try #require(try await client.call(call).entry)
            #expect(entry.createdAt == date)
            #expect(entry.zone == "Europe/Berlin")
            #expect(entry.localDay.description == "2026-11-20")
        }
    }

    @Test func zoneAloneKeepsTheInstant() async throws {
        try await withEntry { client, id in
            let call = EntryUpdate(id: id, zone: "Pacific/Kiritimati", include: .full)
            let entry = try #require(try await client.call(call).entry)
            #expect(entry.createdAt.milliseconds == Self.time.milliseconds)
            #expect(entry.createdAt.offsetMinutes == 14 * 60)
            #expect(entry.localDay.description == "2026-11-21")
        }
    }

    @Test func unknownZonesChangeNothing() async throws {
        try await withEntry { client, id in
            let call = EntryUpdate(id: id, text: "y", zone: "Nowhere/Land")
            let error = try await client.refusal(call)
            #expect(error.kind == .dateInvalid)
            #expect(try await client.call(EntryGet(id: id)).entry.text == "x")
            #expect(try await client.call(EntryHistory(id: id)).versions == [])
        }
    }

    @Test func sameDateWritesNothing() async throws {
        try await withEntry { client, id in
            let before = try await client.call(EntryGet(id: id)).entry
            let call = EntryUpdate(id: id, createdAt: Self.time, zone: "Europe/Berlin")
            #expect(try await client.call(call).revision == before.revision)
        }
    }

    @Test func subscriptionsByDateReportCorrectedEntries() async throws {
        try await withEntry { client, id in
            let day = try #require(Day("2026-11-21"))
            let filter = Filter(since: .day(day), until: .day(day))
            let start = try await client.call(Flush()).cursor
            try await client.call(Subscribe(filter: filter))
            let earlier = try #require(Timestamp("2026-11-19T10:00:00.000+01:00"))
            try await client.call(EntryUpdate(id: id, createdAt: earlier))
            #expect(try await client.changes().flatMap(\.items).map(\.operation) == [.delete])
            try await client.call(EntryUpdate(id: id, createdAt: Self.time))
            #expect(try await client.changes().flatMap(\.items).map(\.operation) == [.create])
            try await client.call(EntryUpdate(id: id, createdAt: earlier))
            client.clearNotes()
            // From the history, which contains no former dates.
            try await client.call(Subscribe(filter: filter, since: start))
            let resumed = try await client.changes().filter { $0.from == start }
            #expect(resumed.flatMap(\.items).map(\.operation) == [.delete])
        }
    }

    @Test func liveListsMoveCorrectedEntries() async throws {
        try await withEntry { client, id in
            let later = try #require(Timestamp("2026-11-22T10:00:00.000+01:00"))
            let other = try await client.call(EntryCreate(text: "y", createdAt: later)).id
            let list = try await client.call(ListOpen())
            #expect(list.rows.map(\.id) == [other.text, id.text])
            let last = try #require(Timestamp("2026-11-23T10:00:00.000+01:00"))
            try await client.call(EntryUpdate(id: id, createdAt: last))
            try await client.call(Flush())
            let notes = client.notes.filter { $0.method == ListChanges.method }
            let items = try notes.map { try ListChanges(json: $0.params) }.flatMap(\.items)
            #expect(items.map(\.operation) == [.move])
            #expect(items.first?.index == 0)
        }
    }
}
