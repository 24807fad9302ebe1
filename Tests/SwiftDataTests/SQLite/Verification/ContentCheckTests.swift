// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

@Model
private final class Recording {
    var label: String
    var size: Int
    var isComplete: Bool
    var digest: String
    var album: String
    @Relationship(deleteRule: .cascade, inverse: \RecordingPiece.recording)
    var pieces: [RecordingPiece] = []

    init(_ label: String, _ bytes: [UInt8], isComplete: Bool = true) {
        self.label = label
        size = bytes.count
        self.isComplete = isComplete
        digest = ByteList.text(bytes)
        album = "album of \(label)"
    }
}

@Model
private final class RecordingPiece {
    var start: Int
    @Attribute(.encrypt) var content: Data
    var recording: Recording?

    init(_ start: Int, _ bytes: [UInt8]) {
        self.start = start
        content = Data(bytes)
    }
}

/// A digest that shows all bytes.
private struct ByteList: ContentDigest {
    private var bytes: [UInt8] = []

    mutating func append(_ bytes: Data) { self.bytes += bytes }

    var text: String { Self.text(bytes) }

    static func text(_ bytes: [UInt8]) -> String {
        bytes.map { "\($0)" }.joined(separator: " ")
    }
}

/// The comparison of contents in several rows with their digests.
@Suite struct ContentCheckTests {
    private static let rule = StoreVerification.Rule(
        whole: "Recording",
        size: "size",
        where: "isComplete",
        part: "RecordingPiece",
        owner: "recording",
        content: "content",
        digest: .init("digest", named: "label", by: "start") { ByteList() }
    )

    private let folder: TemporaryFolder
    private let key = ModelConfiguration.EncryptionKey.random()

    init() throws {
        folder = try TemporaryFolder()
        let context = ModelContext(
            try ModelContainer(for: Recording.self, configurations: configuration(key))
        )
        let song = Recording("song", [1, 2, 3, 4, 5])
        context.insert(song)
        // Rows in another order than the content.
        song.pieces = [RecordingPiece(2, [3, 4]), RecordingPiece(0, [1, 2])]
        song.pieces.append(RecordingPiece(4, [5]))
        context.insert(Recording("silence", []))
        let part = Recording("part of a song", [1, 2, 3], isComplete: false)
        context.insert(part)
        part.pieces = [RecordingPiece(0, [9])]
        try context.save()
        try context.container.close()
    }

    private func configuration(
        _ key: ModelConfiguration.EncryptionKey?
    ) -> ModelConfiguration {
        var configuration = ModelConfiguration(url: folder.store)
        configuration.encryptionKey = key
        return configuration
    }

    private func verify(
        _ key: ModelConfiguration.EncryptionKey?,
        isQuick: Bool = false
    ) throws -> StoreVerification {
        let found = try configuration(key).verifyStore(
            [Self.rule],
            options: StoreVerification.Options(
                isQuick: isQuick,
                owners: [DamagedValue.Ownership(of: "Recording", identity: "album")]
            )
        )
        #expect(found.problems == [])
        return found
    }

    private func change(_ sql: String) throws {
        try StoreFile(folder.store).write { db in try db.execute(sql) }
    }

    @Test func contentsWithTheirDigestsAreIntact() throws {
        #expect(try verify(key).damagedContents == [])
    }

    @Test(
        arguments: [
            "UPDATE Recording SET digest = '1 2 3 4 6' WHERE label = 'song'",
            // Of equal length, so that the sizes agree.
            "UPDATE RecordingPiece SET start = 2 - start WHERE start < 4",
            "UPDATE RecordingPiece SET start = 5 WHERE start = 4",
        ]
    )
    func otherContentIsNamedWithItsOwner(sql: String) throws {
        try change(sql)
        let expected = StoreVerification.DamagedContent(name: "song", owner: "album of song")
        #expect(try verify(key).damagedContents == [expected])
        #expect(try verify(key, isQuick: true).damagedContents == [])
    }

    @Test func contentsAreNotComparedWithoutTheirKey() throws {
        try change("UPDATE Recording SET digest = ''")
        for key in [nil, ModelConfiguration.EncryptionKey.random()] {
            #expect(try verify(key).damagedContents == [])
        }
    }

    @Test func valueThatCannotBeDecryptedIsReportedOnce() throws {
        // Of equal length, so that the sizes agree.
        try change(
            "UPDATE RecordingPiece SET content = randomblob(length(content)) WHERE start = 2"
        )
        let found = try verify(key)
        #expect(found.damagedContents == [])
        #expect(found.encryptedValues?.damages.map(\.entity) == ["RecordingPiece"])
    }
}
