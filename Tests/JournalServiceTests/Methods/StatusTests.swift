// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Testing

@testable import JournalService

struct StatusTests {
    @Test func statusCountsWhatWasAnsweredBefore() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                func expect(_ entries: Int, _ trashed: Int, _ tags: Int, _ notebooks: Int)
                    async throws
                {
                    let status = try await client.call(Status())
                    #expect(status.entryCount == entries)
                    #expect(status.trashedCount == trashed)
                    #expect(status.tagCount == tags)
                    #expect(status.notebookCount == notebooks)
                }
                try await expect(0, 0, 0, 1)
                let written = try await client.call(EntryCreate(text: "1", tags: ["a", "b"]))
                try await expect(1, 0, 2, 1)
                try await client.call(EntryDelete(id: EntryReference(written.id)))
                try await expect(0, 1, 2, 1)
                try await client.call(NotebookCreate(name: "Work"))
                try await expect(0, 1, 2, 2)
                try await client.call(EntryCreate(text: "2", notebook: "Work"))
                try await expect(1, 1, 2, 2)
            }
        }
    }

    @Test func statusReportsTheStoreAndItsClients() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(Subscribe())
                let status = try await client.call(Status())
                #expect(status.store == nil)
                #expect(status.socket == daemon.socket)
                #expect(status.clientCount == 1)
                #expect(status.subscriptionCount == 1)
                #expect(status.cursor == (try await client.call(Hello()).cursor))
                #expect(status.uptimeSeconds >= 0)
                #expect(status.sqliteVersion?.hasPrefix("3.") == true)
            }
        }
    }

    @Test(arguments: [-3600.0, 0, 3600]) func uptimeDoesNotDependOnTheClock(change: Double) {
        let identity = ServiceIdentity(
            version: "1",
            pid: 1,
            // The clock was changed after the start.
            startedAt: Date(timeIntervalSinceNow: -2 - change),
            startInstant: .now - .seconds(2)
        )
        let snapshot = ServerSnapshot(
            identity: identity,
            cursor: Cursor(epoch: "e", revision: 1),
            clientCount: 0,
            subscriptionCount: 0,
            memory: MemoryRecord(),
            isReadOnly: false,
            limits: [:]
        )
        let uptime = Status.Reply(snapshot, damage: nil).uptimeSeconds
        #expect(uptime >= 2)
        #expect(uptime < 1800)
    }
}
