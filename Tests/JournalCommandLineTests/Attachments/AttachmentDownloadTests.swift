// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import JournalSystem
import Testing

@testable import JournalCommandLine

@Suite struct AttachmentDownloadTests {
    @Test(
        arguments: [
            ("photo.jpg", "photo", ".jpg"), ("a.tar.gz", "a.tar", ".gz"), ("name", "name", ""),
            (".profile", ".profile", ""), ("end.", "end", "."),
        ]
    ) func numbersAreInsertedBeforeTheExtension(name: String, stem: String, suffix: String) {
        let parts = AttachmentDownload.parts(of: name)
        #expect(parts.stem == stem)
        #expect(parts.suffix == suffix)
    }

    @Test func longEndsAreNoExtensions() {
        let name = "a." + String(repeating: "b", count: 200)
        #expect(AttachmentDownload.parts(of: name).stem == name)
    }

    /// Downloads a file of 3 bytes from a server that has other content for it, or none.
    private func download(
        _ content: [UInt8]
    ) throws -> (result: Result<String, ClientError>, names: [String]) {
        var digest = SHA256Digest()
        digest.append([1, 2, 3] as [UInt8])
        let record = AttachmentRecord(
            id: EntryID(high: 1, low: 2).text,
            name: "photo.jpg",
            mediaType: "image/jpeg",
            size: 3,
            digest: digest.hexadecimal
        )
        let server = try FakeServer { request in
            guard request.method == MethodName.attachmentGet.rawValue else { return .result([:]) }
            let isFirst = request.params["offset"] == nil
            return .result([
                "attachment": record.json,
                "data": Base64(isFirst ? content : []).json,
                "cursor": "f1925d06-9cfc-40f1-b1c5-f0ac67b248e5.6",
            ])
        }
        let folder = try TemporaryDirectory()
        let client = try JournalClient(at: server.path)
        let download = AttachmentDownload(client: client, folder: folder.path)
        let result = Result { () throws(ClientError) in try download.save(record) }
        return (result, FileSystem.names(in: folder.path))
    }

    @Test func contentWithItsDigestIsSaved() throws {
        let (result, names) = try download([1, 2, 3])
        #expect(try result.get().hasSuffix("/photo.jpg"))
        #expect(names == ["photo.jpg"])
    }

    @Test(arguments: [[1, 2, 4], [1, 2], []] as [[UInt8]])
    func contentWithAnotherDigestIsDamaged(content: [UInt8]) throws {
        let (result, names) = try download(content)
        let error = #expect(throws: ClientError.self) { try result.get() }
        #expect(error?.isDamagedFile == true)
        #expect(error?.exitStatus == 74)
        #expect(names == [])
    }
}
