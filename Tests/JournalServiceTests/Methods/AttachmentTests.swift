// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import JournalSystem
import SwiftData
import Testing

@testable import JournalService

struct AttachmentTests {
    private static let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }

    private func digest(_ bytes: [UInt8]) -> String {
        var digest = SHA256Digest()
        digest.append(bytes)
        return digest.hexadecimal
    }

    private func withEntry(
        inMemory: Bool = true,
        _ body: (TestClient, EntryReference, TestDaemon) async throws -> Void
    ) async throws {
        try await TestDaemon.run(inMemory: inMemory) { daemon in
            try await TestClient.connect(to: daemon) { client in
                let id = EntryReference(try await client.call(EntryCreate(text: "x")).id)
                try await body(client, id, daemon)
            }
        }
    }

    private func file(
        _ entry: EntryReference,
        _ name: String = "a.bin",
        size: Int = content.count
    ) -> AttachmentAdd {
        AttachmentAdd(id: .random(), entry: entry, name: name, size: Int64(size))
    }

    /// Sends the whole content in parts of a length.
    @discardableResult
    private func send(
        _ call: AttachmentAdd,
        partLength: Int = 100_000,
        _ client: TestClient
    ) async throws -> AttachmentRecord {
        var call = call
        let bytes = Array(Self.content.prefix(Int(call.size)))
        for start in stride(from: 0, to: bytes.count, by: partLength) {
            call.offset = Int64(start)
            call.data = Base64(Array(bytes[start..<min(start + partLength, bytes.count)]))
            try await client.call(call)
        }
        call.data = nil
        call.digest = digest(bytes)
        return try #require(try await client.call(call).attachment)
    }

    private func read(_ id: String, length: Int, _ client: TestClient) async throws -> [UInt8] {
        let id = try #require(EntryID(id))
        var bytes: [UInt8] = []
        while true {
            let call = AttachmentGet(id: id, offset: Int64(bytes.count), length: length)
            let part = try await client.call(call).data.bytes
            #expect(part.count <= length)
            guard !part.isEmpty else { return bytes }
            bytes += part
        }
    }

    @Test(arguments: [70_000, Limits.attachmentPart]) func filesAreReturnedAsSent(
        length: Int
    ) async throws {
        try await withEntry { client, entry, _ in
            let record = try await send(file(entry), client)
            #expect(record.size == Int64(Self.content.count))
            #expect(try await read(record.id, length: length, client) == Self.content)
            let list = try await client.call(AttachmentList(entry: entry)).attachments
            #expect(list == [record])
            #expect(try await client.call(EntryGet(id: entry)).entry.attachments == [record])
            let listed = try await client.call(EntryList()).entries
            #expect(listed.map(\.attachments) == [[record]])
        }
    }

    @Test func emptyFilesCanBeAttached() async throws {
        try await withEntry { client, entry, _ in
            let record = try await send(file(entry, size: 0), client)
            #expect(record.size == 0)
            #expect(try await read(record.id, length: 10, client) == [])
        }
    }

    @Test func completionChangesTheEntry() async throws {
        try await withEntry { client, entry, _ in
            let before = try await client.call(EntryGet(id: entry)).entry
            try await client.call(Subscribe(include: .full))
            let record = try await send(file(entry), client)
            let after = try await client.call(EntryGet(id: entry)).entry
            #expect(after.revision > before.revision)
            let items = try await client.changes().flatMap(\.items)
            #expect(items.map(\.operation) == [.update])
            #expect(items.last?.entry?.attachments == [record])
            let removed = try #require(EntryID(record.id))
            try await client.call(AttachmentRemove(id: removed))
            let last = try await client.changes().flatMap(\.items)
            #expect(last.map(\.operation) == [.update])
            #expect(last.last?.entry?.attachments == [])
        }
    }

    @Test func unfinishedUploadsAreInvisibleAndCanBeContinued() async throws {
        try await TestDaemon.withoutServing { daemon in
            var call = file(EntryReference(.random()))
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    call.entry = EntryReference(try await client.call(EntryCreate(text: "x")).id)
                    call.data = Base64(Array(Self.content.prefix(1000)))
                    #expect(try await client.call(call).receivedSize == 1000)
                    #expect(
                        try await client.call(AttachmentList(entry: call.entry)).attachments == []
                    )
                    #expect(
                        try await client.refusal(AttachmentGet(id: call.id)).kind
                            == .attachmentNotFound
                    )
                }
            }
            call.data = nil
            // After a restart of the daemon.
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    #expect(try await client.call(call).receivedSize == 1000)
                    call.offset = 1000
                    call.data = Base64(Array(Self.content.dropFirst(1000)))
                    call.digest = digest(Self.content)
                    let record = try #require(try await client.call(call).attachment)
                    #expect(
                        try await read(record.id, length: 200_000, client) == Self.content
                    )
                    // A repeated last call.
                    #expect(try await client.call(call).attachment == record)
                }
            }
        }
    }

    @Test func partsOutOfOrderAreIgnored() async throws {
        try await withEntry { client, entry, _ in
            var call = file(entry, size: 6)
            call.data = Base64([1, 2, 3])
            call.offset = 3
            let early = try await client.call(call)
            #expect(early.receivedSize == 0)
            call.offset = 0
            #expect(try await client.call(call).receivedSize == 3)
            #expect(try await client.call(call).receivedSize == 3)
        }
    }

    @Test func wrongDigestsAreReported() async throws {
        try await withEntry { client, entry, _ in
            var call = file(entry, size: 3)
            call.data = Base64([1, 2, 3])
            call.digest = digest([1, 2])
            let error = try await client.refusal(call)
            #expect(error.kind == .attachmentDigest)
            #expect(error.details["digest"] == .string(digest([1, 2, 3])))
            #expect(try await client.call(AttachmentList(entry: entry)).attachments == [])
            call.digest = digest([1, 2, 3])
            #expect(try await client.call(call).attachment != nil)
        }
    }

    @Test func bytesBeyondTheSizeAreRejected() async throws {
        try await withEntry { client, entry, _ in
            var call = file(entry, size: 2)
            call.data = Base64([1, 2, 3])
            let error = try await client.refusal(call)
            #expect(error.kind == .attachmentInvalid)
        }
    }

    @Test func idsBelongToOneFile() async throws {
        try await withEntry { client, entry, _ in
            var call = file(entry, size: 3)
            try await client.call(call)
            call.name = "other"
            #expect(try await client.refusal(call).kind == .attachmentExists)
        }
    }

    @Test func idOfACompleteFileBelongsToItsContent() async throws {
        try await withEntry { client, entry, _ in
            var call = file(entry, size: 3)
            call.data = Base64([1, 2, 3])
            call.digest = digest([1, 2, 3])
            let reply = try await client.call(call)
            #expect(try await client.call(call).attachment == reply.attachment)
            call.data = Base64([4, 5, 6])
            call.digest = digest([4, 5, 6])
            #expect(try await client.refusal(call).kind == .attachmentExists)
        }
    }

    @Test func uploadsAreLimited() async throws {
        try await withEntry { client, entry, _ in
            var ids: [EntryID] = []
            for _ in 1...Limits.uploads {
                ids.append(try await client.call(file(entry, size: 3)).id)
            }
            let error = try await client.refusal(file(entry, size: 3))
            #expect(error.kind == .limitUploads)
            try await client.call(AttachmentRemove(id: ids[0]))
            try await client.call(file(entry, size: 3))
        }
    }

    @Test func filesPerEntryAreLimited() async throws {
        try await withEntry { client, entry, _ in
            for _ in 1...Limits.attachments {
                try await send(file(entry, size: 1), client)
            }
            let error = try await client.refusal(file(entry, size: 1))
            #expect(error.kind == .limitAttachments)
        }
    }

    @Test func abandonedUploadsAreRemoved() throws {
        let bench = try WriterBench()
        let entry = EntryID.random()
        var call = file(EntryReference(entry), size: 100)
        var jobs = [writerJob(EntryCreate(id: entry, text: "x"))]
        // More parts than are removed in one transaction.
        for number in 0..<70 {
            call.offset = Int64(number)
            call.data = Base64([1])
            jobs.append(writerJob(call))
        }
        #expect(bench.commit(jobs).kinds.allSatisfy { $0 == nil })
        func counts() throws -> [Int] {
            let context = ModelContext(bench.container)
            return [
                try context.fetchCount(FetchDescriptor<JournalModel.Attachment>()),
                try context.fetchCount(FetchDescriptor<AttachmentPart>()),
            ]
        }
        #expect(try counts() == [1, 70])
        func clean(before limit: Date) {
            var backlog = WriterBacklog()
            var step: WriterJob? = .backgroundTask(AbandonedUploads(limit: limit))
            while let job = step {
                _ = bench.commit([job], &backlog)
                step = backlog.takeUnfinished()
            }
        }
        clean(before: WriterBench.now)
        #expect(try counts() == [1, 70])
        clean(before: WriterBench.now.addingTimeInterval(1))
        #expect(try counts() == [0, 0])
    }

    @Test func purgedEntriesTakeTheirFilesWithThem() async throws {
        try await withEntry(inMemory: false) { client, entry, daemon in
            let secret = Array("attachedsecret".utf8)
            let bytes = (0..<40_000).flatMap { _ in secret }
            var call = file(entry, size: bytes.count)
            for start in stride(from: 0, to: bytes.count, by: 8_000) {
                call.offset = Int64(start)
                call.data = Base64(Array(bytes[start..<min(start + 8_000, bytes.count)]))
                try await client.call(call)
            }
            call.data = nil
            call.digest = digest(bytes)
            try await client.call(call)
            #expect(try await client.call(EntryPurge(ids: [entry])).purgedCount == 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: daemon.directory)
            for name in names where name.hasPrefix("journal.store") {
                let path = URL(filePath: daemon.directory + "/" + name)
                #expect(try Data(contentsOf: path).range(of: Data(secret)) == nil, "\(name)")
            }
            #expect(
                try await client.refusal(AttachmentGet(id: call.id)).kind == .attachmentNotFound
            )
        }
    }
}
