// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import JournalSystem
import Testing

/// Failures of single operations on the files of the store while files are attached.
struct AttachmentFaultTests {
    private static let partLength = 30_000

    private let bed: TestBed
    private let content = (0..<80_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    init() throws { bed = try TestBed() }

    /// A file of an entry that is being attached.
    private struct Upload {
        let entry: String
        let id = EntryID.random().text

        /// The parameters of a call that asks where to continue.
        func probe(_ content: [UInt8]) -> JSON {
            [
                "id": .string(id), "entry": .string(entry), "name": "file",
                "size": .integer(Int64(content.count)),
            ]
        }

        /// The parameters of a call with a part; the last one has the digest.
        func params(_ content: [UInt8], from offset: Int, digest: String) -> JSON {
            let end = min(offset + AttachmentFaultTests.partLength, content.count)
            let data = Data(content[offset..<end]).base64EncodedString()
            let part = probe(content).with("offset", .integer(Int64(offset)))
                .with("data", .string(data))
            return end < content.count ? part : part.with("digest", .string(digest))
        }
    }

    @Test(
        .enabled(if: FaultyDisk.compiler != nil, "there is no C compiler"),
        arguments: [
            (FaultyDisk.Operation.write, EIO, 0), (.write, EIO, 50), (.write, ENOSPC, 0),
            (.sync, EIO, 0), (.sync, ENOSPC, 0),
        ]
    )
    func uploadContinuesAfterTheBytesThatWereAcknowledged(
        operation: FaultyDisk.Operation,
        error: Int32,
        stored percentage: Int
    ) throws {
        let disk = try FaultyDisk(in: bed)
        bed.environment.merge(disk.environment) { $1 }
        let daemon = try bed.serve()
        let wire = try bed.connect()
        var digest = SHA256Digest()
        digest.append(content)
        var uploads: [Upload] = []
        // Each of the operations of an upload, until it has no further one.
        for count in Int32(0)..<60 {
            let entry = try wire.call("entry.create", ["text": "with a file"])["id"]?.stringValue
            let upload = Upload(entry: entry ?? "")
            uploads.append(upload)
            let before = disk.failedCount
            disk.fail(operation, after: count, error: error, storing: percentage)
            let acknowledged = try send(upload, digest.hexadecimal, wire) { failure in
                #expect(["store.failed", "store.full"].contains(failure.kind), "\(failure)")
                #expect(disk.failedCount == before + 1)
            }
            disk.repair()
            let received =
                try wire.call("attachment.add", upload.probe(content))["received"]?.integerValue
                ?? -1
            // The last part can be stored although its digest could not be recorded.
            #expect(received >= acknowledged && Int(received) <= content.count, "\(count)")
            let rest = min(Int(received), content.count - 1) / Self.partLength * Self.partLength
            #expect(try send(upload, digest.hexadecimal, wire, from: rest) == content.count)
            if disk.failedCount == before { break }
        }
        #expect(disk.failedCount >= 3)
        for upload in uploads { try expectComplete(upload, digest.hexadecimal, wire) }
        #expect(try wire.call("status")["damage"] == nil)
        #expect(daemon.poll() == nil)
        // Also after a crash, from the files alone.
        try bed.killDaemon()
        let restarted = try bed.serve()
        let other = try bed.connect()
        for upload in uploads { try expectComplete(upload, digest.hexadecimal, other) }
        #expect(restarted.poll() == nil)
    }

    /// Sends parts of a file until one fails, and returns the number of acknowledged bytes.
    private func send(
        _ upload: Upload,
        _ digest: String,
        _ wire: Wire,
        from start: Int = 0,
        failed: (JSON) -> Void = { Issue.record("\($0)") }
    ) throws -> Int {
        var offset = start
        while offset < content.count {
            let params = upload.params(content, from: offset, digest: digest)
            let reply = try wire.reply(to: wire.ask("attachment.add", params))
            guard let result = reply?["result"] else {
                failed(reply?["error"] ?? .null)
                return offset
            }
            offset = min(offset + Self.partLength, content.count)
            #expect(result["received"]?.integerValue ?? -1 >= offset)
        }
        return offset
    }

    private func expectComplete(_ upload: Upload, _ digest: String, _ wire: Wire) throws {
        let listing = try wire.call("attachment.list", ["entry": .string(upload.entry)])
        let files = listing["attachments"]?.elements ?? []
        #expect(files.count == 1)
        #expect(files.first?["id"] == .string(upload.id))
        #expect(files.first?["digest"] == .string(digest))
        var stored = Data()
        // A reply can contain fewer bytes than the file has.
        while stored.count < content.count {
            let params: JSON = [
                "id": .string(upload.id), "offset": .integer(Int64(stored.count)),
            ]
            let part = try wire.call("attachment.get", params)["data"]?.stringValue
            guard let bytes = part.flatMap({ Data(base64Encoded: $0) }), !bytes.isEmpty else {
                break
            }
            stored += bytes
        }
        #expect(stored == Data(content))
    }
}
