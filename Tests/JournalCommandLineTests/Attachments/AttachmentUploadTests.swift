// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct AttachmentUploadTests {
    /// Uploads a file of two parts to a server, and returns the methods that it was asked for.
    private func methods(
        size: Int = AttachmentUpload.partLength + 1,
        second: FakeServer.Action
    ) throws -> [String] {
        let server = try FakeServer { request in
            guard request.method == MethodName.attachmentAdd.rawValue else { return .result([:]) }
            guard request.params["offset"] == nil else { return second }
            return .result([
                "id": request.params["id"] ?? .null,
                "received": AttachmentUpload.partLength.json,
                "cursor": "f1925d06-9cfc-40f1-b1c5-f0ac67b248e5.6",
            ])
        }
        let folder = try TemporaryDirectory()
        let path = folder.path + "/photo.jpg"
        try FileSystem.write([UInt8](repeating: 7, count: size), to: path)
        let client = try JournalClient(at: server.path)
        let upload = AttachmentUpload(client: client, path: path)
        #expect(throws: ClientError.self) {
            try upload.run(to: EntryReference(EntryID(high: 1, low: 2)))
        }
        return server.requests.map(\.method)
    }

    @Test func transientFailureRemovesNothing() throws {
        // The last part may be stored although its reply was lost.
        for action in [FakeServer.Action.close, .error(ProtocolError(.shuttingDown, "stopping"))] {
            let methods = try methods(second: action)
            #expect(methods.allSatisfy { $0 == MethodName.attachmentAdd.rawValue }, "\(methods)")
        }
    }

    @Test func refusedUploadIsRemoved() throws {
        let methods = try methods(second: .error(ProtocolError(.attachmentDigest, "other bytes")))
        #expect(methods.last == MethodName.attachmentRemove.rawValue)
    }

    @Test func attachmentOfTheSameIDIsKept() throws {
        let server = try FakeServer { _ in .error(ProtocolError(.attachmentExists, "exists")) }
        let folder = try TemporaryDirectory()
        let path = folder.path + "/photo.jpg"
        try FileSystem.write([7], to: path)
        let upload = AttachmentUpload(client: try JournalClient(at: server.path), path: path)
        #expect(throws: ClientError.self) {
            try upload.run(to: EntryReference(EntryID(high: 1, low: 2)))
        }
        #expect(server.requests.map(\.method) == [MethodName.attachmentAdd.rawValue])
    }
}
