// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Ordered relationships in custom stores that keep the identifiers of related models.
@Suite struct CustomStoreOrderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func container(_ store: CustomStore) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(Ordered.types),
            configurations: [store.configuration(folder.url.appending(path: "albums"))]
        )
    }

    @Test(arguments: CustomStore.allCases)
    func orderIsStored(store: CustomStore) throws {
        do {
            let context = ModelContext(try container(store))
            let album = Ordered.Album()
            context.insert(album)
            album.tracks = Ordered.tracks("abcd")
            album.labels = ["p", "q", "r"].map { Ordered.Label($0) }
            try context.save()
            album.tracks.swapAt(0, 3)
            album.labels?.swapAt(0, 2)
            try context.save()
            Ordered.Track("e").album = album
            album.tracks.remove(at: 1)
            try context.save()
            #expect((album.titles, album.labelNames) == ("dcae", "rqp"))
        }
        let context = ModelContext(try container(store))
        let album = try #require(try context.fetch(FetchDescriptor<Ordered.Album>()).first)
        #expect((album.titles, album.labelNames) == ("dcae", "rqp"))
        context.insert(Ordered.Track("f"))
        #expect(album.titles == "dcae")
    }

    @Test(arguments: CustomStore.allCases)
    func otherContextsReceiveTheOrder(store: CustomStore) throws {
        let container = try container(store)
        let context = ModelContext(container)
        let album = Ordered.Album()
        context.insert(album)
        album.tracks = Ordered.tracks("abc")
        try context.save()
        let reader = ModelContext(container)
        let other = try #require(try reader.fetch(FetchDescriptor<Ordered.Album>()).first)
        #expect(other.titles == "abc")
        album.tracks.swapAt(0, 2)
        try context.save()
        reader.processPendingChanges()
        #expect(other.titles == "cba")
    }

    // MARK: Models that an order lacks

    @Model final class Playlist {
        @Attribute(.unique) var name: String
        @Relationship(.ordered, inverse: \Song.playlist) var songs: [Song] = []

        init(_ name: String) { self.name = name }

        var titles: String { songs.map(\.title).joined() }
    }

    @Model final class Song {
        var title: String
        var playlist: Playlist?

        init(_ title: String) { self.title = title }
    }

    /// Returns a container with a playlist of three songs; nil is the SQLite store.
    private func playlist(_ store: CustomStore?) throws -> ModelContainer {
        let configuration: any DataStoreConfiguration =
            store?.configuration(folder.url.appending(path: "songs"))
            ?? ModelConfiguration(url: folder.store)
        let container = try ModelContainer(
            for: Schema([Playlist.self]),
            configurations: [configuration]
        )
        let context = ModelContext(container)
        let playlist = Playlist("p")
        context.insert(playlist)
        playlist.songs = ["a", "b", "c"].map { Song($0) }
        try context.save()
        return container
    }

    private func titles(_ container: ModelContainer) throws -> [String] {
        try ModelContext(container).fetch(FetchDescriptor<Playlist>()).map(\.titles)
    }

    @Test(arguments: [nil] + CustomStore.allCases.map { Optional($0) })
    func songsOfAnUpsertFollowTheStoredOnes(store: CustomStore?) throws {
        let container = try playlist(store)
        let context = ModelContext(container)
        let playlist = Playlist("p")
        context.insert(playlist)
        playlist.songs = [Song("x"), Song("y")]
        try context.save()
        let found = try titles(container)
        #expect(found == ["abcxy"])
    }

    @Test(arguments: [nil] + CustomStore.allCases.map { Optional($0) })
    func songAddedBeforeARearrangementDoesNotChangeIt(store: CustomStore?) throws {
        let container = try playlist(store)
        let context = ModelContext(container)
        let playlist = try #require(try context.fetch(FetchDescriptor<Playlist>()).first)
        playlist.songs.append(playlist.songs.remove(at: 0))
        playlist.songs.append(Song("e"))
        let other = ModelContext(container)
        let song = Song("d")
        other.insert(song)
        song.playlist = try other.fetch(FetchDescriptor<Playlist>()).first
        try other.save()
        try context.save()
        let found = try titles(container)
        #expect(found.map { $0.filter { $0 != "d" } } == ["bcae"])
        #expect(found == [playlist.titles])
    }
}
