// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Synchronization
import Testing

@testable import JournalService

/// Keeps descriptors in this process, as systemd does for a service.
private final class Shelf: DescriptorStore {
    let capacity: Int
    private let kept = Mutex<[String: Int32]>([:])
    private let change: @Sendable ([String: Int32]) -> [String: Int32]

    /// Creates a store that changes what was kept before it is taken.
    init(
        capacity: Int = 1025,
        change: @escaping @Sendable ([String: Int32]) -> [String: Int32] = { $0 }
    ) {
        self.capacity = capacity
        self.change = change
    }

    /// Creates a store with another capacity that has what another one keeps.
    convenience init(_ other: Shelf, capacity: Int) {
        self.init(capacity: capacity)
        let descriptors = other.take().map { (name: $0.key, descriptor: $0.value) }
        keep(descriptors)
        for (_, descriptor) in descriptors { close(descriptor) }
    }

    func take() -> [String: Int32] {
        change(
            kept.withLock { kept in
                defer { kept = [:] }
                return kept
            }
        )
    }

    func keep(_ descriptors: [(name: String, descriptor: Int32)]) {
        kept.withLock { kept in
            for (name, descriptor) in descriptors { kept[name] = dup(descriptor) }
        }
    }

    deinit { for descriptor in kept.withLock({ $0 }).values { close(descriptor) } }
}

struct HandoverTests {
    /// Returns the texts of the changes that came so far, and applies the edits of the list.
    private func texts(
        of client: TestClient,
        _ picture: inout ListPicture
    ) async throws -> [String?] {
        try await client.call(Flush())
        defer { client.clearNotes() }
        var texts: [String?] = []
        for note in client.notes {
            switch note.method {
            case Changes.method:
                texts += try Changes(json: note.params).items.map(\.entry?.text)
            case ListChanges.method: picture.apply(try ListChanges(json: note.params))
            default: Issue.record("unexpected \(note.method)")
            }
        }
        return texts
    }

    @Test func nextDaemonContinuesSubscriptionsAndLists() async throws {
        try await TestDaemon.withoutServing { daemon in
            let shelf = Shelf()
            var stop = try await daemon.begin(descriptorStore: shelf)
            try await TestClient.connect(to: daemon) { client in
                try await client.call(Hello(clientName: "reader"))
                let entry = try await client.call(EntryCreate(text: "first"))
                try await client.call(Subscribe(include: .full))
                var picture = ListPicture(try await client.call(ListOpen()))
                try await client.call(EntryCreate(text: "before"))
                #expect(try await texts(of: client, &picture) == ["before"])
                let number = try await client.call(Clients()).clients.first?.number
                try await stop()

                // Another daemon, which has no connections, serves a writer.
                stop = try await daemon.begin()
                try await TestClient.connect(to: daemon) { writer in
                    try await writer.call(EntryCreate(text: "between"))
                    try await writer.call(
                        EntryUpdate(id: EntryReference(entry.id), text: "first, changed")
                    )
                }
                try await stop()

                stop = try await daemon.begin(descriptorStore: shelf)
                try await client.call(EntryCreate(text: "after"))
                let received = try await texts(of: client, &picture)
                #expect(Set(received) == ["between", "first, changed", "after"])
                #expect(received.count == 3)
                let present = try await client.call(EntryList(include: .summary))
                #expect(picture.rows.map(\.entry) == present.entries)
                #expect(picture.rows.count == 4)
                let own = try await client.call(Clients()).clients.first
                #expect(own?.number == number)
                #expect(own?.name == "reader")
                #expect(own?.subscriptions.count == 1)
                #expect(own?.lists.count == 1)
                try await stop()
            }
        }
    }

    @Test func listsOfUnchangedEntriesReceiveNoEdits() async throws {
        try await TestDaemon.withoutServing { daemon in
            let shelf = Shelf()
            var stop = try await daemon.begin(descriptorStore: shelf)
            try await TestClient.connect(to: daemon) { client in
                for text in ["a", "b", "c"] { try await client.call(EntryCreate(text: text)) }
                var picture = ListPicture(try await client.call(ListOpen(groupBy: .day)))
                try await stop()
                stop = try await daemon.begin(descriptorStore: shelf)
                _ = try await texts(of: client, &picture)
                #expect(client.notes.isEmpty)
                try await client.call(EntryCreate(text: "d"))
                try await client.call(Flush())
                let edits = try client.notes.map { try ListChanges(json: $0.params) }
                #expect(edits.flatMap(\.items).map(\.operation) == [.insert])
                try await stop()
            }
        }
    }

    @Test func requestThatWasHalfReceivedIsAnswered() async throws {
        try await TestDaemon.withoutServing { daemon in
            let shelf = Shelf()
            var stop = try await daemon.begin(descriptorStore: shelf)
            try await TestClient.connect(to: daemon) { client in
                let request = Request(id: "half", call: Hello()).line + [0x0A]
                try await client.send(Array(request[..<20]))
                try await TestClient.connect(to: daemon) { other in
                    while try await other.call(Clients()).clients.allSatisfy({
                        $0.receivedBytes == 0 || $0.isCaller
                    }) {}
                }
                try await stop()
                stop = try await daemon.begin(descriptorStore: shelf)
                try await client.send(Array(request[20...]))
                #expect(try await client.answer().id == "half")
                try await stop()
            }
        }
    }

    @Test func outputThatWasNotSentFollowsLater() async throws {
        try await TestDaemon.withoutServing { daemon in
            let shelf = Shelf()
            var stop = try await daemon.begin(descriptorStore: shelf)
            try await TestClient.connect(to: daemon) { client in
                let text = String(repeating: "long ", count: 100_000)
                let entry = try await client.call(EntryCreate(text: text))
                try await client.read(false)
                // More than the buffers of the socket hold.
                for id in 1...4 {
                    let get = EntryGet(id: EntryReference(entry.id))
                    try await client.send(Request(id: .string("g\(id)"), call: get).line + [0x0A])
                }
                try await TestClient.connect(to: daemon) { other in
                    while try await other.call(Clients()).clients.allSatisfy({
                        $0.unsentBytes == 0 || $0.isCaller
                    }) {}
                }
                try await stop()
                stop = try await daemon.begin(descriptorStore: shelf)
                try await client.read(true)
                // Reads are concurrent, so their replies have no order.
                var ids: Set<RequestID?> = []
                for _ in 1...4 {
                    let answer = try await client.answer()
                    ids.insert(answer.id)
                    let reply = try EntryGet.Reply(json: answer.outcome.get())
                    #expect(reply.entry.text == text)
                }
                #expect(ids == Set((1...4).map { .string("g\($0)") }))
                try await stop()
            }
        }
    }

    @Test func continuedConnectionWithoutARequestEndsWithoutAnError() async throws {
        try await TestDaemon.withoutServing { daemon in
            let shelf = Shelf()
            var stop = try await daemon.begin(descriptorStore: shelf)
            try await TestClient.connect(to: daemon) { client in
                try await client.call(Hello())
                try await stop()
                // It takes the connection, and can keep none.
                stop = try await daemon.begin(descriptorStore: Shelf(shelf, capacity: 1))
                try await stop()
                #expect(try await client.bytes() == nil)
            }
        }
    }

    @Test func connectionsBeyondTheCapacityEnd() async throws {
        try await TestDaemon.withoutServing { daemon in
            let shelf = Shelf(capacity: 2)
            var stop = try await daemon.begin(descriptorStore: shelf)
            try await TestClient.connect(to: daemon) { first in
                try await first.call(Subscribe())
                try await TestClient.connect(to: daemon) { second in
                    let subscription = try await second.call(Subscribe())
                    try await stop()
                    guard case .notification(let note)? = try await second.line() else {
                        Issue.record("expected an end")
                        return
                    }
                    let end = try End(json: note.params)
                    #expect(end.subscription == subscription.subscription)
                    #expect(end.reason == End.shutdown)
                    #expect(try await second.bytes() == nil)
                }
                stop = try await daemon.begin(descriptorStore: shelf)
                #expect(try await first.call(Clients()).clients.map(\.subscriptions.count) == [1])
                try await stop()
            }
        }
    }

    @Test func connectionsWithoutReadableStateAreClosed() async throws {
        try await TestDaemon.withoutServing { daemon in
            let shelf = Shelf { descriptors in
                var descriptors = descriptors
                if let state = descriptors[DescriptorName.state] {
                    close(state)
                    descriptors[DescriptorName.state] = try? StateFile.write(
                        Array(#"{"version":99}"#.utf8)
                    )
                }
                return descriptors
            }
            var stop = try await daemon.begin(descriptorStore: shelf)
            try await TestClient.connect(to: daemon) { client in
                try await client.call(Subscribe())
                try await stop()
                stop = try await daemon.begin(descriptorStore: shelf)
                #expect(try await client.bytes() == nil)
                try await stop()
            }
        }
    }

    @Test func peersThatDisappearedAreForgotten() async throws {
        try await TestDaemon.withoutServing { daemon in
            let shelf = Shelf()
            var stop = try await daemon.begin(descriptorStore: shelf)
            try await TestClient.connect(to: daemon) { client in
                try await client.call(Subscribe())
                try await stop()
            }
            stop = try await daemon.begin(descriptorStore: shelf)
            try await TestClient.connect(to: daemon) { other in
                while try await other.call(Clients()).clients.count > 1 {}
                #expect(try await other.call(Status()).subscriptionCount == 0)
                // The numbers of earlier connections are not assigned again.
                #expect(try await other.call(Clients()).clients.first?.number == 2)
            }
            try await stop()
        }
    }
}
