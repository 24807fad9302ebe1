// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

struct BackupTests {
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
                #expect(found.version == "1.0.0")
                let files = try FileManager.default.contentsOfDirectory(atPath: daemon.directory)
                #expect(files.filter { $0.hasPrefix("copy") } == ["copy"])
                #expect(try texts(in: path) == ["one"])
            }
        }
    }

    @Test func namesOfTheStoresFilesAreRefused() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                let link = daemon.directory + "/link"
                #expect(symlink(daemon.directory, link) == 0)
                for folder in [daemon.directory, link, daemon.directory + "/missing/.."] {
                    for name in ["journal.store.backup", "journal.store.migrating/copy"] {
                        let path = folder + "/" + name
                        let error = try await client.refusal(Backup(path: path))
                        #expect(error.kind == .backupFailed)
                        #expect(error.message.contains("reserved"))
                    }
                }
                try await client.call(Backup(path: daemon.directory + "/other.store.backup"))
                let folder = daemon.directory + "/folder"
                #expect(mkdir(folder, 0o700) == 0)
                try await client.call(Backup(path: folder + "/journal.store.backup"))
            }
        }
    }

    @Test func openStoreIsNotVerified() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.call(EntryCreate(text: "a"))
                for suffix in ["", "-wal", "-shm"] {
                    let call = BackupVerify(path: daemon.store + suffix)
                    let error = try await client.refusal(call)
                    #expect(error.kind == .backupFailed)
                    #expect(error.message.contains("is open"))
                }
            }
        }
    }

    @Test func pipesAreNotVerified() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let pipe = daemon.directory + "/pipe"
                #expect(mkfifo(pipe, 0o600) == 0)
                let error = try await client.refusal(BackupVerify(path: pipe))
                #expect(error.kind == .backupFailed)
                #expect(error.message.contains("not a regular file"))
            }
        }
    }

    @Test func cancelledBackupsLeaveNoFile() async throws {
        let container = try JournalContainer.inMemory()
        let context = ReadContext(container, cursor: Cursor(epoch: "e", revision: 0))
        let interruption = ReadInterruption()
        context.models.readInterruption = interruption
        interruption.request()
        let path = FileManager.default.temporaryDirectory.path + "/journal-" + UUID().uuidString
        #expect(mkdir(path, 0o700) == 0)
        let error = #expect(throws: ProtocolError.self) {
            try Backup(path: path + "/copy").reply(in: context)
        }
        #expect(error?.kind == .cancelled)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func missingContentIsReported() async throws {
        try await TestDaemon.withoutServing { daemon in
            let container = try JournalContainer.open(URL(filePath: daemon.store))
            let context = ModelContext(container)
            let attachment = JournalModel.Attachment(
                uuid: UUID(),
                name: "a",
                mediaType: "text/plain",
                size: 3,
                changedAt: Date()
            )
            attachment.isComplete = true
            attachment.parts = [AttachmentPart(start: 0, content: Data([1, 2]))]
            context.insert(attachment)
            try context.save()
            try container.close()
            let rules = [AttachmentRules.completeContent { AttachmentDigest() }]
            let store = ModelConfiguration(url: URL(filePath: daemon.store))
            let found = try store.verifyStore(rules, interruption: nil)
            #expect(found.problems == ["row 1 of Attachment has 2 bytes of 3"])
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

    @Test func missingFoldersAreNamedAndNotCreated() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                let folder = daemon.directory + "/mistyped/folder"
                let file = daemon.directory + "/file"
                try Data().write(to: URL(filePath: file))
                for folder in [folder, file] {
                    let error = try await client.refusal(Backup(path: folder + "/copy"))
                    #expect(error.kind == .backupFailed)
                    #expect(error.message.contains("there is no folder \(folder);"))
                }
                let names = try FileManager.default.contentsOfDirectory(atPath: daemon.directory)
                #expect(!names.contains("mistyped"))
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
                var problems: [String] = []
                do {
                    problems = try await client.call(BackupVerify(path: path)).problems
                } catch let error as ProtocolError {
                    // The pages are some without which the file cannot be read at all.
                    #expect(error.kind == .backupFailed)
                    problems = [error.message]
                }
                #expect((1...20).contains(problems.count), "\(problems)")
                try Data("rubbish".utf8).write(to: URL(filePath: path))
                #expect(try await client.refusal(BackupVerify(path: path)).kind == .backupFailed)
                let missing = BackupVerify(path: daemon.directory + "/missing")
                #expect(try await client.refusal(missing).kind == .backupFailed)
            }
        }
    }
}
