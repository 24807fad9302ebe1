// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// The rows of a live list as a client keeps them.
struct ListPicture {
    private(set) var rows: [ListedEntry]
    private(set) var cursor: Cursor
    /// Whether the rows are between two commits.
    private(set) var isPartial: Bool

    init(_ reply: ListOpen.Reply) {
        rows = reply.rows
        cursor = reply.cursor
        isPartial = reply.more
    }

    /// Applies a notification; it must continue the last one.
    mutating func apply(_ changes: ListChanges) {
        #expect(changes.from == cursor || isPartial || changes.from.revision > cursor.revision)
        for item in changes.items { #expect(item.apply(to: &rows)) }
        isPartial = changes.more
        if !changes.more { cursor = changes.to }
    }
}

struct LiveListTests {
    @Test func listFollowsTheWritesOfOthers() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { reader in
                let reply = try await reader.call(ListOpen(limit: 3))
                #expect(reply.rows.isEmpty)
                var picture = ListPicture(reply)
                try await TestClient.connect(to: daemon) { writer in
                    var ids: [EntryReference] = []
                    for text in ["one", "two", "three", "four"] {
                        let made = try await writer.call(EntryCreate(text: text))
                        ids.append(EntryReference(made.id))
                        try await reader.apply(to: &picture)
                    }
                    #expect(Set(picture.rows.map(\.entry?.text)) == ["two", "three", "four"])
                    try await writer.call(EntryDelete(id: ids[2]))
                    try await reader.apply(to: &picture)
                    #expect(Set(picture.rows.map(\.entry?.text)) == ["one", "two", "four"])
                    try await writer.call(EntryUpdate(id: ids[3], text: "4"))
                    try await reader.apply(to: &picture)
                    #expect(Set(picture.rows.map(\.entry?.text)) == ["one", "two", "4"])
                }
            }
        }
    }

    @Test func closedListIsSilent() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let reply = try await client.call(ListOpen())
                let error = try await client.refusal(ListClose(list: "other"))
                #expect(error.kind == .listNotFound)
                try await client.call(ListClose(list: reply.list))
                try await client.call(EntryCreate(text: "a"))
                #expect(try await client.listChanges().isEmpty)
                #expect(try await client.call(Status()).subscriptionCount == 0)
            }
        }
    }

    @Test func listsAndSubscriptionsShareTheirIdsAndTheirLimit() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                for _ in 0..<Limits.subscriptions { try await client.call(ListOpen(limit: 1)) }
                #expect(try await client.refusal(ListOpen()).kind == .limitSubscriptions)
                #expect(try await client.refusal(Subscribe()).kind == .limitSubscriptions)
                let known = try await client.call(Clients()).clients.first
                #expect(known?.lists.count == Limits.subscriptions)
                try await client.send(
                    #"{"jsonrpc":"2.0","id":1,"method":"subscribe"}"# + "\n"
                )
                let answer = try await client.answer()
                #expect(throws: ProtocolError.self) { try answer.outcome.get() }
            }
        }
    }

    @Test func listEndsWithTheDaemon() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let reply = try await client.call(ListOpen())
                try await client.call(Shutdown())
                var notes = client.notes
                while let message = try await client.line() {
                    if case .notification(let note) = message { notes.append(note) }
                }
                let ends = notes.filter { $0.method == End.method }
                try #require(ends.count == 1)
                let end = try End(json: ends[0].params)
                #expect(end.subscription == reply.list)
                #expect(end.reason == "shutdown")
            }
        }
    }

    @Test func rowsThatDoNotFitIntoTheReplyFollowIt() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                // Long characters: a summary has 280 of them.
                let text = String(
                    repeating: "e" + String(repeating: "\u{301}", count: 40),
                    count: 280
                )
                for _ in 0..<60 { try await client.call(EntryCreate(text: text)) }
                let reply = try await client.call(ListOpen(limit: 60))
                #expect(reply.more)
                #expect(reply.rows.count < 60)
                var picture = ListPicture(reply)
                try await client.apply(to: &picture)
                #expect(picture.rows.count == 60)
                #expect(!picture.isPartial)
            }
        }
    }

    @Test func renamesReachTheRowsAndTheFilter() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(NotebookCreate(name: "work"))
                try await client.call(EntryCreate(text: "a", notebook: "work", tags: ["t"]))
                var all = ListPicture(try await client.call(ListOpen(groupBy: .notebook)))
                #expect(all.rows.map(\.group) == ["work"])
                try await client.call(NotebookRename(notebook: "work", name: "home"))
                try await client.apply(to: &all)
                #expect(all.rows.map(\.group) == ["home"])
                #expect(all.rows.first?.entry?.notebook.name == "home")
                try await client.call(ListClose(list: .integer(3)))
                let filter = Filter(notebook: "home")
                var home = ListPicture(try await client.call(ListOpen(filter: filter)))
                #expect(home.rows.count == 1)
                try await client.call(NotebookRename(notebook: "home", name: "work"))
                try await client.apply(to: &home)
                #expect(home.rows.isEmpty)
                try await client.call(
                    EntryCreate(text: "b", notebook: "home", createNotebook: true)
                )
                try await client.apply(to: &home)
                #expect(home.rows.map(\.entry?.text) == ["b"])
            }
        }
    }

    @Test func notebookThatIsNamedTwiceIsFoundAgain() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(EntryCreate(text: "a", notebook: "x", createNotebook: true))
                let request = ListOpen(filter: Filter(notebook: "x"), query: "notebook:x")
                var picture = ListPicture(try await client.call(request))
                #expect(picture.rows.count == 1)
                try await client.call(NotebookRename(notebook: "x", name: "y"))
                try await client.apply(to: &picture)
                #expect(picture.rows.isEmpty)
                try await client.call(EntryCreate(text: "b", notebook: "x", createNotebook: true))
                try await client.apply(to: &picture)
                #expect(picture.rows.map(\.entry?.text) == ["b"])
            }
        }
    }

    @Test(arguments: [ListOpen(limit: 300), ListOpen(order: .oldest, limit: 300, include: .ids)])
    func longListIsReadInBatches(request: ListOpen) async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                var ids: [String] = []
                for number in 0..<300 {
                    let time = try #require(
                        Timestamp(milliseconds: Int64(number), offsetMinutes: 0)
                    )
                    let made = try await client.call(EntryCreate(text: "a", createdAt: time))
                    ids.append(made.id.text)
                }
                let reply = try await client.call(request)
                let expected = request.order == .oldest ? ids : ids.reversed()
                #expect(reply.rows.map(\.id) == expected)
                #expect(reply.rows.allSatisfy { ($0.entry == nil) == (request.include == .ids) })
            }
        }
    }

    @Test func unknownNotebookIsRejected() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let filter = Filter(notebook: "none")
                let error = try await client.refusal(ListOpen(filter: filter))
                #expect(error.kind == .notebookNotFound)
            }
        }
    }
}

extension TestClient {
    /// The changes of lists that came so far, after everything committed up to now was sent.
    func listChanges() async throws -> [ListChanges] {
        try await call(Flush())
        defer { clearNotes() }
        return try notes.filter { $0.method == ListChanges.method }
            .map { try ListChanges(json: $0.params) }
    }

    /// Applies the changes that came so far to the picture of the only list.
    func apply(to picture: inout ListPicture) async throws {
        for changes in try await listChanges() { picture.apply(changes) }
    }
}
