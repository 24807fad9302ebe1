// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

struct SubscriptionTests {
    @Test func subscribersReceiveEveryCommitInOrder() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { reader in
                let start = try await reader.call(Subscribe(include: .full))
                #expect(start.mode == .delta)
                try await TestClient.connect(to: daemon) { writer in
                    let made = try await writer.call(EntryCreate(text: "a"))
                    try await writer.call(EntryUpdate(id: EntryReference(made.id), text: "b"))
                    try await writer.call(EntryDelete(id: EntryReference(made.id)))
                }
                let changes = try await reader.changes()
                let items = changes.flatMap(\.items)
                #expect(items.last?.operation == .delete)
                #expect(changes.first?.from == start.cursor)
                #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.to == $1.from })
                #expect(changes.last?.to.revision == start.cursor.revision + 3)
            }
        }
    }

    @Test func filteredSubscriptionsReportEntriesThatEnterOrLeave() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let made = try await client.call(EntryCreate(text: "a", tags: ["t"]))
                let id = EntryReference(made.id)
                try await client.call(Subscribe(filter: Filter(tags: ["t"], starred: true)))
                func operations() async throws -> [ChangeItem.Operation] {
                    try await client.changes().flatMap(\.items).map(\.operation)
                }
                try await client.call(EntryUpdate(id: id, starred: true))
                #expect(try await operations() == [.create])
                try await client.call(EntryUpdate(id: id, text: "b"))
                #expect(try await operations() == [.update])
                try await client.call(EntryUpdate(id: id, tags: []))
                #expect(try await operations() == [.delete])
                try await client.call(EntryUpdate(id: id, text: "c"))
                try await client.call(NotebookCreate(name: "n"))
                #expect(try await operations().isEmpty)
            }
        }
    }

    @Test func resumedSubscriptionsMissNothing() async throws {
        try await TestDaemon.run { daemon in
            let cursor = try await TestClient.connect(to: daemon) { client in
                try await client.call(EntryCreate(text: "before")).cursor
            }
            let ids = try await TestClient.connect(to: daemon) { client in
                let kept = try await client.call(EntryCreate(text: "kept", tags: ["new"]))
                let trashed = try await client.call(EntryCreate(text: "trashed"))
                try await client.call(EntryDelete(id: EntryReference(trashed.id)))
                try await client.call(EntryUpdate(id: EntryReference(kept.id), text: "kept 2"))
                return kept.id
            }
            try await TestClient.connect(to: daemon) { client in
                let start = try await client.call(Subscribe(since: cursor, include: .full))
                #expect(start.mode == .delta)
                #expect(start.cursor == cursor)
                let items = try await client.changes().flatMap(\.items)
                // A connection before may have sent the entry that was trashed.
                #expect(items.map(\.kind) == [.tag, .entry, .entry])
                #expect(items.dropFirst().first?.operation == .delete)
                #expect(items.last?.id == ids.text)
                #expect(items.last?.operation == .create)
                #expect(items.last?.entry?.text == "kept 2")
                try await client.call(EntryCreate(text: "live"))
                #expect(try await client.changes().flatMap(\.items).map(\.operation) == [.create])
            }
        }
    }

    @Test func snapshotsPrecedeChanges() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                for number in 1...300 { try await client.call(EntryCreate(text: "\(number)")) }
                let start = try await client.call(Subscribe(snapshot: true))
                #expect(start.mode == .snapshot)
                try await client.call(EntryCreate(text: "late"))
                let items = try await client.changes().flatMap(\.items)
                #expect(items.filter { $0.kind == .notebook }.map(\.name) == ["journal"])
                #expect(items.filter { $0.kind == .entry }.count == 301)
                #expect(Set(items.map(\.id)).count == 302)
                #expect(items.allSatisfy { $0.operation == .create })
            }
        }
    }

    @Test func changesDuringASnapshotAreReportedInTheirLastState() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { reader in
                let text = String(repeating: "text ", count: 2000)
                let made = try await TestClient.connect(to: daemon) { writer in
                    var ids: [EntryID] = []
                    for _ in 1...12 {
                        let calls = (1...50).map { _ in Batch.Call(EntryCreate(text: text)) }
                        let results = try await writer.call(Batch(calls: calls)).results
                        ids += try results.map { try EntryWritten(json: $0).id }
                    }
                    return ids
                }
                try await reader.call(Subscribe(include: .full, snapshot: true))
                // More than the sockets' buffers hold, so the end of it is not read yet.
                try await reader.read(false)
                try await TestClient.connect(to: daemon) { writer in
                    for id in [made[0], made[599]] {
                        try await writer.call(EntryUpdate(id: EntryReference(id), text: "new"))
                    }
                    try await writer.call(EntryDelete(id: EntryReference(made[598])))
                }
                try await reader.read(true)
                let changes = try await reader.changes()
                let items = changes.flatMap(\.items).filter { $0.kind == .entry }
                let snapshot = changes.filter { $0.from == $0.to }
                #expect(snapshot.dropLast().filter { !$0.more }.isEmpty)
                #expect(changes.last?.more == false)
                var state: [String: ChangeItem] = [:]
                for item in items { state[item.id] = item.operation == .delete ? nil : item }
                #expect(state.count == 599)
                #expect(state[made[0].text]?.entry?.text == "new")
                #expect(state[made[599].text]?.entry?.text == "new")
                let creations = items.filter { $0.operation == .create }.map(\.id)
                #expect(creations.count == Set(creations).count)
            }
        }
    }

    @Test func emptySnapshotsAreTerminated() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(Subscribe(filter: Filter(starred: true), snapshot: true))
                let changes = try await client.changes()
                #expect(changes.map(\.items.count) == [0])
                #expect(changes.map(\.more) == [false])
            }
        }
    }

    @Test func cursorsOfOtherStoresAndNewerCursorsAreRejected() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let present = try await client.call(Hello()).cursor
                let foreign = Subscribe(since: Cursor(epoch: "elsewhere", revision: 1))
                let error = try await client.refusal(foreign)
                #expect(error.kind == .cursorForeign)
                #expect(error.details["cursor"] == present.json)
                let later = Cursor(epoch: present.epoch, revision: present.revision + 1)
                #expect(try await client.refusal(Subscribe(since: later)).kind == .cursorInvalid)
            }
        }
    }

    @Test func excludingTheTrashIsTheEmptyFilter() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(EntryCreate(text: "a"))
                let line = """
                    {"jsonrpc":"2.0","id":"s","method":"subscribe",\
                    "params":{"filter":{"trashed":false}}}

                    """
                try await client.send(line)
                #expect(try await client.answer().id == "s")
                try await client.call(NotebookCreate(name: "n"))
                #expect(try await client.changes().flatMap(\.items).map(\.kind) == [.notebook])
            }
        }
    }

    @Test func noNotificationFollowsUnsubscribing() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let name = try await client.call(Subscribe()).subscription
                try await client.call(Unsubscribe(subscription: name))
                try await client.call(EntryCreate(text: "x"))
                #expect(try await client.changes().isEmpty)
                let twice = Unsubscribe(subscription: name)
                #expect(try await client.refusal(twice).kind == .subscriptionNotFound)
                #expect(try await client.call(Status()).subscriptionCount == 0)
            }
        }
    }

    @Test func subscriptionsPerConnectionAreLimited() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                for _ in 1...Limits.subscriptions { try await client.call(Subscribe()) }
                #expect(try await client.refusal(Subscribe()).kind == .limitSubscriptions)
            }
        }
    }

    @Test func pipelinedSubscriptionsAreLimitedToo() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let count = Limits.subscriptions + 10
                let lines = (1...count).flatMap { number -> [UInt8] in
                    Request(id: .integer(Int64(number)), call: Subscribe()).line + [0x0A]
                }
                try await client.send(lines)
                var kinds: [ErrorKind?] = []
                for _ in 1...count {
                    if case .failure(let error) = try await client.answer().outcome {
                        kinds.append(error.kind)
                    }
                }
                #expect(kinds == Array(repeating: .limitSubscriptions, count: 10))
            }
        }
    }

    @Test func cancelledSubscriptionsNeverBegin() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let lines =
                    Request(id: "s", call: Subscribe()).line + [0x0A]
                    + Request(id: "c", call: Cancel(id: "s")).line + [0x0A]
                try await client.send(lines)
                var answers: [RequestID: Response] = [:]
                for _ in 1...2 {
                    let answer = try await client.answer()
                    if let id = answer.id { answers[id] = answer }
                }
                guard case .failure(let error) = answers["s"]?.outcome else {
                    Issue.record("it began: \(answers)")
                    return
                }
                #expect(error.kind == .cancelled)
                try await client.call(EntryCreate(text: "a"))
                #expect(try await client.changes().isEmpty)
                #expect(try await client.call(Status()).subscriptionCount == 0)
            }
        }
    }

    @Test func manySubscribersReceiveOneChange() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                for _ in 1...Limits.subscriptions { try await client.call(Subscribe()) }
                try await client.call(EntryCreate(text: "x"))
                let changes = try await client.changes()
                #expect(changes.count == Limits.subscriptions)
                #expect(Set(changes.map(\.subscription)).count == Limits.subscriptions)
            }
        }
    }

    @Test func slowSubscribersReceiveEachEntryOnce() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { reader in
                try await reader.call(Subscribe(include: .full))
                try await reader.read(false)
                // More than the sockets' buffers hold.
                let text = String(repeating: "text ", count: 2000)
                try await TestClient.connect(to: daemon) { writer in
                    for _ in 1...10 {
                        let calls = (1...50).map { _ in Batch.Call(EntryCreate(text: text)) }
                        try await writer.call(Batch(calls: calls))
                    }
                }
                try await reader.read(true)
                let changes = try await reader.changes()
                let items = changes.flatMap(\.items)
                #expect(items.count == 500)
                #expect(Set(items.map(\.id)).count == 500)
                #expect(items.allSatisfy { $0.entry?.text == text })
            }
        }
    }
}
