// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import JournalSystem
import SwiftData
import Testing

@testable import JournalService

struct EntryPurgeTests {
    /// The words of purged texts, none of which may remain in a file.
    private static let secrets = ["hunter2xyzzy", "swordfishplugh", "zebracorncob"]

    /// Returns the files of the daemon's directory that contain one of the secrets.
    private func filesWithSecrets(_ daemon: TestDaemon) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: daemon.directory)
        return try names.filter { $0.hasPrefix("journal.store") }.filter { name in
            let content = try Data(contentsOf: URL(filePath: daemon.directory + "/" + name))
            return Self.secrets.contains { content.range(of: Data($0.utf8)) != nil }
        }
    }

    private func padding(_ number: Int) -> String {
        (0..<40 + number % 50).map { "word\(number * 31 + $0)" }.joined(separator: " ")
    }

    @Test func purgedTextsAreInNoFile() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                var purged: [EntryReference] = []
                for number in 1...120 {
                    let isSecret = number % 20 == 0
                    let text = padding(number) + (isSecret ? " " + Self.secrets[0] : "")
                    let id = EntryReference(try await client.call(EntryCreate(text: text)).id)
                    guard isSecret else { continue }
                    // Larger than a page, and replaced by a short one, which frees pages.
                    let long = String(repeating: Self.secrets[1] + " ", count: 900)
                    try await client.call(EntryUpdate(id: id, text: long))
                    try await client.call(EntryUpdate(id: id, text: "short " + Self.secrets[2]))
                    purged.append(id)
                }
                #expect(try filesWithSecrets(daemon) != [])
                let reply = try await client.call(EntryPurge(ids: purged))
                #expect(reply.purgedCount == purged.count)
                #expect(try filesWithSecrets(daemon) == [])
                #expect(try await client.call(EntryCount()).count == 114)
                for secret in Self.secrets {
                    #expect(try await client.call(EntrySearch(query: secret)).matches == [])
                }
                // Everything else is as before.
                let found = try await client.call(EntrySearch(query: "word\(7 * 31)")).matches
                #expect(found.map(\.entry.text).contains { $0.hasPrefix("word217 ") })
            }
        }
    }

    /// Creates entries, purges those with secrets, which another purge is to follow, and returns the
    /// others.
    private func purgeFirstPart(
        _ client: TestClient,
        of daemon: TestDaemon
    ) async throws -> [EntryReference] {
        var ids: [EntryReference] = []
        for number in 0..<20 {
            let text = padding(number) + (number < 10 ? " " + Self.secrets[number % 3] : "")
            ids.append(EntryReference(try await client.call(EntryCreate(text: text)).id))
        }
        let first = EntryPurge(ids: Array(ids.prefix(10)), isFollowed: true)
        #expect(try await client.call(first).purgedCount == 10)
        #expect(try await client.call(EntryCount()).count == 10)
        // Without the erasure.
        #expect(try filesWithSecrets(daemon) != [])
        #expect(FileStatus(path: daemon.store + ".erase") != nil)
        return Array(ids.dropFirst(10))
    }

    @Test func contentOfSeveralPurgesIsOverwrittenOnce() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                let rest = try await purgeFirstPart(client, of: daemon)
                #expect(try await client.call(EntryPurge(ids: rest)).purgedCount == 10)
                #expect(try filesWithSecrets(daemon) == [])
                #expect(FileStatus(path: daemon.store + ".erase") == nil)
            }
        }
    }

    @Test func nextDaemonCompletesAnErasure() async throws {
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    _ = try await purgeFirstPart(client, of: daemon)
                }
            }
            try await daemon.serve {
                while FileStatus(path: daemon.store + ".erase") != nil { await Task.yield() }
                #expect(try filesWithSecrets(daemon) == [])
                try await TestClient.connect(to: daemon) { client in
                    let count = try await client.call(EntryCount()).count
                    #expect(count == 10)
                }
            }
        }
    }

    @Test func emptiedTrashIsInNoFile() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                let kept = try await client.call(EntryCreate(text: "kept"))
                var calls: [Batch.Call] = []
                for number in 1...150 {
                    let id = EntryID.random()
                    let text = padding(number) + " " + Self.secrets[number % 3]
                    calls.append(.init(EntryCreate(id: id, text: text)))
                    calls.append(.init(EntryDelete(id: EntryReference(id))))
                }
                try await client.call(Batch(calls: calls))
                let reply = try await client.call(TrashEmpty())
                #expect(reply.purgedCount == 150)
                #expect(try filesWithSecrets(daemon) == [])
                let left = try await client.call(EntryList()).entries
                #expect(left.map(\.id) == [kept.id])
                #expect(try await client.call(TrashEmpty()).purgedCount == 0)
            }
        }
    }

    @Test func backupOfAMigrationIsRemoved() async throws {
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    _ = try await client.call(EntryCreate(text: Self.secrets[0]))
                }
            }
            // As a migration leaves the store that it has replaced.
            let backup = daemon.store + ".backup"
            try FileManager.default.copyItem(atPath: daemon.store, toPath: backup)
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    #expect(try filesWithSecrets(daemon).contains("journal.store.backup"))
                    let entry = try #require(try await client.call(EntryList()).entries.first)
                    try await client.call(EntryPurge(ids: [EntryReference(entry.id)]))
                    #expect(try filesWithSecrets(daemon) == [])
                }
            }
        }
    }

    @Test func unknownIdsPurgeNothing() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let id = EntryReference(try await client.call(EntryCreate(text: "a")).id)
                let call = EntryPurge(ids: [id, EntryReference(.random())])
                #expect(try await client.refusal(call).kind == .entryNotFound)
                #expect(try await client.call(EntryGet(id: id)).entry.text == "a")
            }
        }
    }

    @Test func entriesThatAreGivenTwiceCountOnce() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let id = EntryReference(try await client.call(EntryCreate(text: "a")).id)
                let prefix = try #require(EntryReference(String(id.text.prefix(8))))
                #expect(try await client.call(EntryPurge(ids: [id, prefix])).purgedCount == 1)
                #expect(try await client.refusal(EntryGet(id: id)).kind == .entryNotFound)
            }
        }
    }

    @Test func subscriptionsThatResumeReportTheDeletion() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                let made = try await client.call(EntryCreate(text: "a"))
                let purge = EntryPurge(ids: [EntryReference(made.id)])
                let reply = try await client.call(purge)
                try await client.call(Subscribe(since: made.cursor))
                let items = try await client.changes().flatMap(\.items)
                #expect(items.map(\.operation) == [.delete])
                #expect(items.map(\.id) == [made.id.text])
                #expect(items.map(\.revision) == [reply.cursor.revision])
            }
        }
    }
}
