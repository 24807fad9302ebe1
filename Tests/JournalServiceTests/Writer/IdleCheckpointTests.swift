// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

/// The main file of the store while nothing is written.
struct IdleCheckpointTests {
    private func texts(inCopyOf store: String, _ copy: String) throws -> [String] {
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: copy + suffix)
        }
        try FileManager.default.copyItem(atPath: store, toPath: copy)
        let container = try JournalContainer.open(URL(filePath: copy))
        defer { try? container.close() }
        return try ModelContext(container).fetch(FetchDescriptor<Entry>()).map(\.text).sorted()
    }

    @Test func copyOfTheMainFileIsACopyOfTheJournal() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                let file = URL(filePath: daemon.store)
                var written: [String] = []
                for text in ["a first entry", "a second entry"] {
                    try await client.call(EntryCreate(text: text))
                    written.append(text)
                    // The daemon answers while it waits for a quiet moment.
                    while try Data(contentsOf: file).range(of: Data(text.utf8)) == nil {
                        try await client.call(Hello())
                    }
                    // Other pages may be written after those with the text.
                    let copy = daemon.store + ".copy"
                    while (try? texts(inCopyOf: daemon.store, copy)) != written {
                        try await client.call(Hello())
                    }
                    #expect(try texts(inCopyOf: daemon.store, copy) == written)
                }
            }
        }
    }
}

@Suite struct ContainerCheckpointTests {
    @Test func checkpointWaitsForNoReader() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "journal-checkpoint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appending(path: "journal.store")
        let container = try JournalContainer.open(store)
        defer { try? container.close() }
        try JournalContainer.ensureNotebook("first", in: container)
        try ModelContext(container).readSnapshot { _ in
            try JournalContainer.ensureNotebook("second", in: container)
            #expect(try !container.checkpoint())
        }
        #expect(try container.checkpoint())
        let size = try #require(try store.resourceValues(forKeys: [.fileSizeKey]).fileSize)
        #expect(size > 4096)
        let copy = folder.appending(path: "copy.store")
        try FileManager.default.copyItem(at: store, to: copy)
        let copied = try JournalContainer.open(copy)
        defer { try? copied.close() }
        let names = try ModelContext(copied).fetch(FetchDescriptor<Notebook>()).map(\.name)
        #expect(Set(names) == ["first", "second"])
    }

    @Test func storeInMemoryHasNoLog() throws {
        #expect(try JournalContainer.inMemory().checkpoint())
    }
}
