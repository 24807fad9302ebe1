// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import SwiftDataHub
import Testing

@testable import JournalService

/// The clients of two daemons in this process, which share hubs in memory.
struct SyncBench {
    /// The address of the hub.
    static let address = "/hub"
    /// The address of another hub.
    static let otherAddress = "/other"

    let hub: MemoryHub
    let otherHub: MemoryHub
    /// The folders of the stores.
    let directories: [String]
    let first: TestClient
    let second: TestClient

    /// Runs a body with two daemons whose journals are not synchronized.
    static func run(_ body: (SyncBench) async throws -> Void) async throws {
        let both = [address: MemoryHub(), otherAddress: MemoryHub()]
        let hubs = HubSource { try #require(both[$0]) }
        try await TestDaemon.withoutServing { one in
            try await TestDaemon.withoutServing { two in
                try await one.serve(hubs: hubs) {
                    try await two.serve(hubs: hubs) {
                        try await connect(one, two, both, body)
                    }
                }
            }
        }
    }

    private static func connect(
        _ one: TestDaemon,
        _ two: TestDaemon,
        _ hubs: [String: MemoryHub],
        _ body: (SyncBench) async throws -> Void
    ) async throws {
        try await TestClient.connect(to: one) { first in
            try await TestClient.connect(to: two) { second in
                let bench = SyncBench(
                    hub: try #require(hubs[address]),
                    otherHub: try #require(hubs[otherAddress]),
                    directories: [one.directory, two.directory],
                    first: first,
                    second: second
                )
                try await body(bench)
            }
        }
    }

    /// Makes a space with the journal of the first daemon, and joins it on the second.
    func join() async throws {
        let made = try await first.call(SyncInit(hub: Self.address, name: "one"))
        let key = try #require(made.key)
        let joined = try await second.call(
            SyncJoin(hub: Self.address, credential: .key(key), name: "two")
        )
        #expect(joined.space == made.space)
    }

    /// Exchanges changes until both have all of them.
    func synchronize() async throws {
        for client in [first, second, first] { try await client.call(SyncNow()) }
    }
}

extension SyncBench {
    /// Makes an entry that both journals have, and writes two texts of it.
    func disagree() async throws -> EntryReference {
        try await join()
        let id = EntryReference(try await first.call(EntryCreate(text: "draft")).id)
        try await synchronize()
        try await disagree(about: id, "one", "two")
        return id
    }

    /// Writes two texts of an entry, the second journal's later, and exchanges them.
    func disagree(about id: EntryReference, _ one: String, _ two: String) async throws {
        try await first.call(EntryUpdate(id: id, text: one))
        try await second.call(EntryUpdate(id: id, text: two))
        try await synchronize()
    }

    /// The conflicts that the first journal lists.
    func conflicts() async throws -> [SyncConflict] {
        try await first.call(SyncConflicts()).conflicts
    }
}

extension TestClient {
    /// The texts of all entries, sorted.
    func texts() async throws -> [String] {
        try await call(EntryList(include: .full)).entries.compactMap(\.text).sorted()
    }
}

extension MemoryHub {
    /// The names of the objects in the logs of all spaces.
    var logObjects: Set<String> {
        let names = spaces().flatMap { list(HubPrefix(space: $0)).names }
        return Set(names.map(\.path).filter { $0.hasPrefix("log/") })
    }

    /// The number of objects of all spaces.
    var objectCount: Int {
        spaces().reduce(0) { $0 + list(HubPrefix(space: $1)).names.count }
    }
}
