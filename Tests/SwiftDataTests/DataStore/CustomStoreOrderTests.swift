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
}
