// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The check of all encrypted values of a store.
struct EncryptedValueCheckTests {
    @Model final class Album {
        var uuid = "album"
        @Attribute(.encrypt) var title: String
        @Relationship(deleteRule: .cascade, inverse: \Photo.album) var photos: [Photo] = []
        init(_ title: String) { self.title = title }
    }

    @Model final class Photo {
        @Attribute(.encrypt, .preserveValueOnDeletion) var caption: String?
        @Attribute(.encrypt, .externalStorage) var image: Data?
        var album: Album?
        init(_ caption: String?) { self.caption = caption }
    }

    private static let owners = [
        DamagedValue.Ownership(of: "Album", identity: "uuid"),
        DamagedValue.Ownership(of: "Photo", by: [("album", "Album")], identity: "uuid"),
    ]

    private let folder: TemporaryFolder
    private let key = ModelConfiguration.EncryptionKey.random()

    init() throws { folder = try TemporaryFolder() }

    private func container() throws -> ModelContainer {
        var configuration = ModelConfiguration(url: folder.store)
        configuration.encryptionKey = key
        return try ModelContainer(for: Album.self, configurations: configuration)
    }

    /// Writes an album with two photos, and deletes a third one.
    private func prepare() throws {
        let context = ModelContext(try container())
        let album = Album("Summer")
        context.insert(album)
        let photos = ["one", nil, "gone"].map { Photo($0) }
        photos[0].image = Data(repeating: 7, count: 100_000)
        photos[1].image = Data(repeating: 7, count: 10)
        for photo in photos { photo.album = album }
        try context.save()
        context.delete(photos[2])
        try context.save()
    }

    private func execute(_ sql: String) throws {
        try SQLiteDatabase(folder.store.path(percentEncoded: false), access: .readWrite).execute(
            sql
        )
    }

    private func check(
        _ key: ModelConfiguration.EncryptionKey?
    ) throws -> (isEncrypted: Bool, values: EncryptedValues?) {
        var configuration = ModelConfiguration(url: folder.store)
        configuration.encryptionKey = key
        let found = try configuration.verifyStore([], options: .init(owners: Self.owners))
        #expect(found.problems == [])
        return (found.isEncrypted, found.encryptedValues)
    }

    @Test func intactValuesAreCounted() throws {
        try prepare()
        let values = try #require(try check(key).values)
        // A title, a caption, a small image and the caption of the deleted photo.
        #expect(values.count == 4)
        #expect(values.damages == [])
        #expect(try container().checkEncryptedValues(Self.owners) == values)
    }

    @Test func valuesAreNotCheckedWithoutTheirKey() throws {
        try prepare()
        for key in [nil, ModelConfiguration.EncryptionKey.random()] {
            let found = try check(key)
            #expect(found.isEncrypted)
            #expect(found.values == nil)
        }
    }

    @Test func damagedValuesAreNamedWithTheirOwners() throws {
        try prepare()
        try execute("UPDATE Album SET title = randomblob(length(title))")
        try execute("UPDATE Photo SET caption = randomblob(40) WHERE caption IS NOT NULL")
        let values = try #require(try check(key).values)
        #expect(values.count == 4)
        #expect(values.damagedCount == 2)
        #expect(values.damages.map(\.owner) == ["album", "album"])
        #expect(values.damages.map(\.property) == ["title", "caption"])
        #expect(try container().checkEncryptedValues(Self.owners) == values)
    }

    @Test func damagedValueInTheHistoryIsFound() throws {
        try prepare()
        try execute(
            """
            UPDATE swiftdata_change SET tombstone = (SELECT tombstone FROM swiftdata_change \
            WHERE tombstone IS NOT NULL), key = key + 1 WHERE tombstone IS NOT NULL
            """
        )
        let values = try #require(try check(key).values)
        #expect(values.damages.map(\.entity) == ["Photo"])
        #expect(values.damages.map(\.property) == [nil])
    }

    @Test func valueThatIsNotEncryptedIsDamaged() throws {
        try prepare()
        try execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '') WHERE name = 'Album'
            """
        )
        try execute("UPDATE Album SET title = 'Winter'")
        #expect(try check(key).values?.damagedCount == 1)
        let context = ModelContext(try container())
        let album = try #require(context.fetch(FetchDescriptor<Album>()).first)
        let error = #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.value(of: \.title, in: album)
        }
        #expect(explanation(of: error).contains("not encrypted"))
        let (title, _) = collectingRuntimeWarnings { album.title }
        #expect(title == "")
        // Unsaved values are no damage.
        album.title = "Autumn"
        let other = Album("Spring")
        context.insert(other)
        let titles = try context.fetch(FetchDescriptor<Album>()).map(\.title)
        #expect(Set(titles) == ["Autumn", "Spring"])
    }

    @Test func interruptedCheckEnds() throws {
        try prepare()
        let interruption = ReadInterruption()
        interruption.request()
        let error = #expect(throws: StoreError.self) {
            try container().checkEncryptedValues(Self.owners, interruption: interruption)
        }
        #expect(error?.code == .interrupted)
    }
}
