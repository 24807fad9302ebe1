// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Logging
import SwiftData
import Testing

@testable import JournalService

/// Requests to a daemon whose store file was removed or replaced.
struct StoreRemovalTests {
    private func remove(_ daemon: TestDaemon) throws {
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.removeItem(atPath: daemon.store + suffix)
        }
    }

    private func texts(in path: String) throws -> [String] {
        let container = try JournalContainer.open(URL(filePath: path))
        let entries = try ModelContext(container).fetch(FetchDescriptor<Entry>())
        defer { try? container.close() }
        return entries.map(\.text)
    }

    @Test func removedStoreIsSavedAndErrorsContainThePathOfTheCopy() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(EntryCreate(text: "precious"))
                try remove(daemon)
                let copy = daemon.store + ".recovered"
                for _ in 1...2 {
                    let errors = [
                        try await client.refusal(EntryList()),
                        try await client.refusal(EntryCreate(text: "late")),
                        try await client.refusal(Subscribe()),
                    ]
                    for error in errors {
                        #expect(error.kind == .storeFailed)
                        #expect(error.message.contains("was removed"))
                        #expect(error.message.contains("saved as \(copy)."))
                        #expect(error.message.contains("journal daemon stop"))
                    }
                }
                #expect(try texts(in: copy) == ["precious"])
                #expect(!FileManager.default.fileExists(atPath: daemon.store))
                try await client.call(Shutdown())
            }
        }
    }

    @Test(arguments: [false, true])
    func commitsOfALostLogAreWrittenToTheStore(isReplaced: Bool) async throws {
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    try await client.call(EntryCreate(text: "precious"))
                    try await client.call(EntryCreate(text: "more"))
                    let log = URL(filePath: daemon.store + "-wal")
                    try FileManager.default.removeItem(at: log)
                    if isReplaced { try Data("another".utf8).write(to: log) }
                    let error = try await client.refusal(EntryCreate(text: "late"))
                    #expect(error.kind == .shuttingDown)
                    #expect(error.message.contains(log.path))
                    #expect(try await client.line() == nil)
                }
            }
            #expect(Set(try texts(in: daemon.store)) == ["precious", "more"])
        }
    }

    @Test func writesDetectTheRemoval() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(EntryCreate(text: "precious"))
                try Data("older copy".utf8).write(to: URL(filePath: daemon.store + ".recovered"))
                try remove(daemon)
                let error = try await client.refusal(EntryCreate(text: "late"))
                #expect(error.message.contains("saved as \(daemon.store).recovered-2."))
                #expect(try texts(in: daemon.store + ".recovered-2") == ["precious"])
            }
        }
    }

    @Test func replacedStoreIsSavedAndTheDaemonShutsDown() async throws {
        try await TestDaemon.withoutServing { daemon in
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    try await client.call(EntryCreate(text: "precious"))
                    let replacement = daemon.directory + "/new.store"
                    try JournalContainer.open(URL(filePath: replacement)).close()
                    // In one step: the daemon also checks at intervals whether the file exists.
                    try #require(rename(replacement, daemon.store) == 0)
                    for suffix in ["-wal", "-shm"] {
                        try FileManager.default.removeItem(atPath: daemon.store + suffix)
                    }
                    let error = try await client.refusal(EntryList())
                    #expect(error.message.contains("replaced by another file"))
                    #expect(try await client.line() == nil)
                }
            }
            #expect(try texts(in: daemon.store + ".recovered") == ["precious"])
            #expect(try texts(in: daemon.store) == [])
        }
    }

    @Test func storeThatCannotBeSavedIsSavedByALaterCheck() async throws {
        try await TestDaemon.withoutServing { daemon in
            let folder = daemon.directory + "/data"
            let path = folder + "/journal.store"
            let container = try JournalContainer.open(URL(filePath: path))
            try JournalContainer.ensureNotebook("precious", in: container)
            let shutdown: @Sendable (String) -> Void = { _ in }
            let file = try #require(
                OpenStoreFile(
                    path,
                    container: container,
                    shutdown: shutdown,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                )
            )
            #expect(throws: Never.self) { try file.check() }
            try FileManager.default.removeItem(atPath: folder)
            try Data().write(to: URL(filePath: folder))
            func message() -> String {
                #expect(throws: ProtocolError.self) { try file.check() }?.message ?? ""
            }
            #expect(message().contains("could not be saved"))
            try FileManager.default.removeItem(atPath: folder)
            #expect(message().contains("saved as \(path).recovered."))
            #expect(message().contains("saved as \(path).recovered."))
            let copy = try JournalContainer.open(URL(filePath: path + ".recovered"))
            let notebooks = try ModelContext(copy).fetch(FetchDescriptor<Notebook>())
            #expect(notebooks.map(\.name) == ["precious"])
            try copy.close()
        }
    }
}
