// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// What subscriptions make of names that come, go and change.
struct SubscriptionNameTests {
    private func body(_ test: (TestClient) async throws -> Void) async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { try await test($0) }
        }
    }

    @Test func tagFiltersMatchTagsThatAreCreatedLater() async throws {
        try await body { client in
            try await client.call(Subscribe(filter: Filter(tags: ["Later"])))
            try await client.call(EntryCreate(text: "before"))
            let made = try await client.call(EntryCreate(text: "a", tags: ["later", "other"]))
            try await client.call(EntryUpdate(id: EntryReference(made.id), tags: ["other"]))
            let items = try await client.changes().flatMap(\.items)
            #expect(items.map(\.id).allSatisfy { $0 == made.id.text })
            #expect(items.map(\.operation).last == .delete)
            let again = try await client.call(EntryCreate(text: "b", tags: ["later"]))
            #expect(try await client.changes().flatMap(\.items).map(\.id) == [again.id.text])
        }
    }

    @Test func tagFiltersMatchTagsThatWereCreatedWhileDisconnected() async throws {
        try await body { client in
            let cursor = try await client.call(EntryCreate(text: "before")).cursor
            let made = try await client.call(EntryCreate(text: "a", tags: ["later"]))
            let filter = Filter(tags: ["later"])
            try await client.call(Subscribe(filter: filter, since: cursor))
            let items = try await client.changes().flatMap(\.items)
            #expect(items.map(\.id) == [made.id.text])
        }
    }

    @Test(arguments: [("work", "job"), ("job", "work")])
    func renamedTagsResetTheSubscription(from: String, to: String) async throws {
        try await body { client in
            try await client.call(EntryCreate(text: "a", tags: [from]))
            try await client.call(Subscribe(filter: Filter(tags: ["WORK"])))
            let renamed = try await client.call(TagRename(tag: from, name: to))
            #expect(try await client.resets().map(\.to) == [renamed.cursor])
            let made = try await client.call(EntryCreate(text: "b", tags: ["work"]))
            try await client.call(EntryCreate(text: "c", tags: ["job"]))
            let changes = try await client.changes()
            #expect(changes.flatMap(\.items).map(\.id) == [made.id.text])
            #expect(changes.first?.from == renamed.cursor)
        }
    }

    @Test func unrelatedRenamesAndCaseChangesDoNotReset() async throws {
        try await body { client in
            try await client.call(EntryCreate(text: "a", tags: ["work", "other"]))
            try await client.call(Subscribe(filter: Filter(tags: ["work"])))
            try await client.call(TagRename(tag: "other", name: "third"))
            try await client.call(TagRename(tag: "work", name: "Work"))
            #expect(try await client.resets().isEmpty)
            try await client.call(EntryCreate(text: "b", tags: ["work"]))
            #expect(try await client.changes().flatMap(\.items).count == 1)
        }
    }

    @Test(arguments: [Include.full, .summary])
    func renamesResetSubscribersWhoseEntriesHaveNames(include: Include) async throws {
        try await body { client in
            let starred = Filter(starred: true)
            try await client.call(EntryCreate(text: "a", tags: ["work"], starred: true))
            let cursor = try await client.call(NotebookCreate(name: "Trip")).cursor
            try await client.call(Subscribe(filter: starred, include: include))
            let tag = try await client.call(TagRename(tag: "work", name: "Work"))
            #expect(try await client.resets().map(\.to) == [tag.cursor])
            let notebook = try await client.call(NotebookRename(notebook: "trip", name: "Tour"))
            #expect(try await client.resets().map(\.to) == [notebook.cursor])
            try await client.call(Subscribe(filter: starred, since: cursor, include: include))
            #expect(try await client.resets().map(\.to) == [notebook.cursor])
            // A subscription to everything receives the notebook itself.
            try await client.call(Subscribe(include: include))
            try await client.call(NotebookRename(notebook: "tour", name: "TOUR"))
            #expect(try await client.changes().flatMap(\.items).map(\.name) == ["TOUR"])
        }
    }

    @Test func mergesReportEveryEntryThatEntersOrLeaves() async throws {
        try await body { client in
            let made = try await client.call(EntryCreate(text: "a", tags: ["old"]))
            try await client.call(EntryCreate(text: "b", tags: ["new"]))
            try await client.call(Subscribe(filter: Filter(tags: ["old"])))
            try await client.call(Subscribe(filter: Filter(tags: ["new"])))
            try await client.call(TagRename(tag: "old", name: "new", merge: true))
            let items = try await client.changes().flatMap(\.items)
            #expect(items.map(\.id) == [made.id.text, made.id.text])
            #expect(Set(items.map(\.operation)) == [.delete, .create])
        }
    }

    @Test func notebookFiltersFollowTheNameOrTheID() async throws {
        try await body { client in
            let notebook = try await client.call(NotebookCreate(name: "Trip")).notebook
            let name = try await client.call(Subscribe(filter: Filter(notebook: "trip")))
            let id = try await client.call(Subscribe(filter: Filter(notebook: notebook.id)))
            try await client.call(NotebookRename(notebook: "trip", name: "Old trip"))
            #expect(try await client.resets().map(\.subscription) == [name.subscription])
            try await client.call(EntryCreate(text: "a", notebook: "old trip"))
            #expect(try await client.changes().map(\.subscription) == [id.subscription])
            try await client.call(EntryCreate(text: "b", notebook: "trip", createNotebook: true))
            #expect(try await client.changes().map(\.subscription) == [name.subscription])
        }
    }

    @Test func renamesWhileDisconnectedResetTheSubscription() async throws {
        try await body { client in
            try await client.call(EntryCreate(text: "a", tags: ["work"]))
            let cursor = try await client.call(Flush()).cursor
            let renamed = try await client.call(TagRename(tag: "work", name: "job"))
            for tag in ["work", "job"] {
                try await client.call(Subscribe(filter: Filter(tags: [tag]), since: cursor))
                #expect(try await client.resets().map(\.to) == [renamed.cursor])
            }
            // A filter without tags is not affected.
            try await client.call(Subscribe(filter: Filter(starred: true), since: cursor))
            #expect(try await client.resets().isEmpty)
        }
    }
}
