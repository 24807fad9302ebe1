// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// The memory of the live lists of a daemon.
struct ListMemoryTests {
    private static let memoryLimit = 1 << 20

    private func fill(_ client: TestClient) async throws {
        let text = String(repeating: "long ", count: 50)
        let calls = (0..<100).map { Batch.Call(EntryCreate(text: "\($0) \(text)")) }
        try await client.call(Batch(calls: calls))
    }

    private func memory(_ client: TestClient) async throws -> MemoryRecord {
        try await client.call(Status()).memory
    }

    @Test func equalListsOfConnectionsUseTheMemoryOfOne() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { first in
                try await fill(first)
                try await first.call(ListOpen(limit: 100))
                let one = try await memory(first).lists
                #expect(one > 100 * 250)
                try await TestClient.connect(to: daemon) { second in
                    for _ in 1...20 {
                        try await first.call(ListOpen(limit: 100))
                        try await second.call(ListOpen(limit: 100))
                    }
                    #expect(try await memory(first).lists == one)
                    try await first.call(EntryCreate(text: "new"))
                    // They also share what they have become.
                    try await first.call(Flush())
                    try await second.call(Flush())
                    #expect(try await memory(first).lists < one + one / 10)
                }
            }
        }
    }

    @Test func closedListsUseNoMemory() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await fill(client)
                let list = try await client.call(ListOpen()).list
                #expect(try await memory(client).lists > 0)
                try await client.call(ListClose(list: list))
                #expect(try await memory(client).total == 0)
            }
        }
    }

    @Test func connectionWithTheLargestListsCannotOpenFurtherOnes() async throws {
        try await TestDaemon.run(memoryLimit: Self.memoryLimit) { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await fill(client)
                var count = 0
                var refusal: ProtocolError?
                while refusal == nil, count < Limits.subscriptions {
                    do {
                        // Different lists.
                        try await client.call(ListOpen(limit: 100 + count))
                        count += 1
                    } catch let error as ProtocolError {
                        refusal = error
                    }
                }
                #expect(refusal?.kind == .limitMemory)
                #expect(count > 2)
                let known = try await client.call(Clients()).clients.first
                #expect(known?.lists.count == count)
                #expect(try await memory(client).lists <= Self.memoryLimit / 2)
                // Its requests and those of others are executed.
                try await client.call(EntryCreate(text: "beside"))
                #expect(try await client.listChanges().count == count)
            }
        }
    }

    @Test func largestListsEndForThoseOfOthers() async throws {
        try await TestDaemon.run(memoryLimit: Self.memoryLimit) { daemon in
            try await TestClient.connect(to: daemon) { hoarder in
                try await fill(hoarder)
                var count = 0
                while (try? await hoarder.call(ListOpen(limit: 100 + count))) != nil { count += 1 }
                try await TestClient.connect(to: daemon) { other in
                    let reply = try await other.call(ListOpen(limit: 60))
                    #expect(reply.rows.count == 60)
                    try await hoarder.call(Hello())
                    let ends = try hoarder.notes.filter { $0.method == End.method }
                        .map { try End(json: $0.params) }
                    #expect(ends.count == count)
                    #expect(ends.allSatisfy { $0.reason == End.memory })
                    #expect(try await memory(other).lists <= Self.memoryLimit / 2)
                    try await hoarder.call(EntryCreate(text: "new"))
                    #expect(try await other.listChanges().count == 1)
                }
            }
        }
    }
}
