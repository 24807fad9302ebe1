// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

@Suite(.timeLimit(.minutes(1))) struct BackupTests {
    private func texts(in path: String) throws -> [String] {
        let container = try JournalContainer.open(URL(filePath: path))
        defer { try? container.close() }
        return try ModelContext(container).fetch(FetchDescriptor<Entry>()).map(\.text).sorted()
    }

    @Test func copyContainsEverythingThatWasWrittenBefore() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                let id = EntryReference(try await client.call(EntryCreate(text: "one")).id)
                let file = AttachmentAdd(
                    id: .random(),
                    entry: id,
                    name: "a",
                    size: 1,
                    data: Base64([0x61]),
                    digest: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
                )
                try await client.call(file)
                let path = daemon.directory + "/copy"
                let reply = try await client.call(Backup(path: path))
                #expect(reply.size > 0)
                try await client.call(EntryCreate(text: "two"))
                let found = try await client.call(BackupVerify(path: path))
                #expect(found.isIntact)
                #expect(found.entryCount == 1)
                #expect(found.attachmentCount == 1)
                #expect(found.version == "2.0.0")
                let files = try FileManager.default.contentsOfDirectory(atPath: daemon.directory)
                #expect(files.filter { $0.hasPrefix("copy") } == ["copy"])
                #expect(try texts(in: path) == ["one"])
            }
        }
    }

    @Test func copiesDuringWritesAreConsistent() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await TestClient.connect(to: daemon) { other in
                    for round in 1...5 {
                        let path = daemon.directory + "/copy-\(round)"
                        let call = Request(id: 1, Backup(path: path))
                        try await client.send(call.line + [0x0A])
                        // Each batch is one commit: a copy has both or none of its entries.
                        for number in 1...10 {
                            let text = "\(round * 100 + number)"
                            try await other.call(
                                Batch(
                                    calls: [
                                        .init(EntryCreate(text: "a" + text)),
                                        .init(EntryCreate(text: "b" + text)),
                                    ]
                                )
                            )
                        }
                        _ = try await client.answer().outcome.get()
                        let texts = try texts(in: path)
                        let (a, b) = (
                            texts.filter { $0.first == "a" }, texts.filter { $0.first == "b" }
                        )
                        #expect(a.map { $0.dropFirst() } == b.map { $0.dropFirst() })
                        #expect(a.count >= (round - 1) * 10)
                    }
                }
            }
        }
    }

    @Test func existingFilesAreNotReplaced() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                let path = daemon.directory + "/precious"
                try Data("precious".utf8).write(to: URL(filePath: path))
                #expect(try await client.refusal(Backup(path: path)).kind == .backupFailed)
                #expect(try Data(contentsOf: URL(filePath: path)) == Data("precious".utf8))
                let store = try await client.refusal(Backup(path: daemon.store))
                #expect(store.kind == .backupFailed)
            }
        }
    }

    @Test func unwritablePlacesAreReported() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                let error = try await client.refusal(Backup(path: "/proc/journal-copy"))
                #expect(error.kind == .backupFailed)
                #expect(error.message.contains("/proc"))
            }
        }
    }

    @Test func damagedCopiesAreReported() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                for number in 1...200 {
                    let text = String(repeating: "word\(number) ", count: 40)
                    try await client.call(EntryCreate(text: text))
                }
                let path = daemon.directory + "/copy"
                try await client.call(Backup(path: path))
                let file = try FileHandle(forUpdating: URL(filePath: path))
                let size = try file.seekToEnd()
                try file.seek(toOffset: size / 2 & ~4095)
                try file.write(contentsOf: Data(repeating: 0x5A, count: 8192))
                try file.close()
                do {
                    let found = try await client.call(BackupVerify(path: path))
                    #expect(!found.isIntact)
                    #expect(!found.problems.isEmpty)
                } catch let error as ProtocolError {
                    #expect(error.kind == .backupFailed)
                }
                try Data("rubbish".utf8).write(to: URL(filePath: path))
                #expect(try await client.refusal(BackupVerify(path: path)).kind == .backupFailed)
                let missing = BackupVerify(path: daemon.directory + "/missing")
                #expect(try await client.refusal(missing).kind == .backupFailed)
            }
        }
    }
}
