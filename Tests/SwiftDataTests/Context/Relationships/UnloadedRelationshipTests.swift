// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Counting and appending without loading a relationship.
@Suite struct UnloadedRelationshipTests {
    private typealias Album = Ordered.Album
    private typealias Label = Ordered.Label

    /// The stores that the tests run with.
    enum Store: CaseIterable {
        case sqlite
        case json
        case forwarding

        func configuration(_ url: URL) -> any DataStoreConfiguration {
            switch self {
            case .sqlite: ModelConfiguration(url: url)
            case .json: CustomStore.json.configuration(url)
            case .forwarding: CustomStore.forwarding.configuration(url)
            }
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns a container with an album of three tracks, two labels and a cover.
    private func container(_ store: Store) throws -> ModelContainer {
        let container = try ModelContainer(
            for: Schema(Ordered.types),
            configurations: [store.configuration(folder.store)]
        )
        let context = ModelContext(container)
        let album = Album()
        context.insert(album)
        album.tracks = Ordered.tracks("cab")
        album.labels = ["q", "p"].map { Label($0) }
        album.covers = [Ordered.Cover("x")]
        try context.save()
        return container
    }

    private func album(in context: ModelContext) throws -> Album {
        try #require(
            try context.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.name == "album" }))
                .first
        )
    }

    private func isLoaded(_ name: String, of album: Album) throws -> Bool {
        try #require(album._$model.entity?.property(named: name)).access.isLoaded(album)
    }

    @Test(arguments: Store.allCases)
    func relatedModelsAreCountedWithUnsavedChanges(store: Store) throws {
        let context = ModelContext(try container(store))
        let album = try album(in: context)
        #expect(try context.fetchCount(\.tracks, of: album) == 3)
        #expect(try context.fetchCount(\.labels, of: album) == 2)
        #expect(try context.fetchCount(\.covers, of: album) == 1)
        let isEarly = #Predicate<Ordered.Track> { $0.title < "c" }
        #expect(try context.fetchCount(\.tracks, of: album, where: isEarly) == 2)

        Ordered.Track("d").album = album
        let track = try context.fetch(FetchDescriptor<Ordered.Track>(predicate: isEarly))
        track.first.map { context.delete($0) }
        #expect(try context.fetchCount(\.tracks, of: album) == 3)
        #expect(try context.fetchCount(\.tracks, of: album, where: isEarly) == 1)
        let new = Album("new")
        context.insert(new)
        new.tracks = Ordered.tracks("xy")
        #expect(try context.fetchCount(\.tracks, of: new) == 2)
        #expect(try !isLoaded("tracks", of: album) || store == .json)
    }

    @Test(arguments: Store.allCases)
    func appendedModelsAreLast(store: Store) throws {
        let container = try container(store)
        let context = ModelContext(container)
        let album = try album(in: context)
        let track = Ordered.Track("0")
        try context.append(track, to: \.tracks, of: album)
        try context.append(Label("a"), to: \.labels, of: album)
        try context.append(Ordered.Cover("a"), to: \.covers, of: album)
        #expect(track.album === album)
        for name in ["tracks", "labels", "covers"] { #expect(try !isLoaded(name, of: album)) }
        #expect(try context.fetchCount(\.tracks, of: album) == 4)
        #expect(try context.fetchCount(\.labels, of: album) == 3)
        try context.save()
        let other = try self.album(in: ModelContext(container))
        #expect((other.titles, other.labelNames, other.coverNames) == ("cab0", "qpa", "xa"))
        #expect((album.titles, album.labelNames, album.coverNames) == ("cab0", "qpa", "xa"))
    }

    @Test(arguments: Store.allCases)
    func containedModelsAreNotAppendedAgain(store: Store) throws {
        let container = try container(store)
        let context = ModelContext(container)
        let album = try album(in: context)
        let track = try #require(
            try context.fetch(
                FetchDescriptor<Ordered.Track>(predicate: #Predicate { $0.title == "c" })
            ).first
        )
        let label = try #require(
            try context.fetch(FetchDescriptor<Label>(predicate: #Predicate { $0.name == "q" }))
                .first
        )
        for _ in 0..<2 {
            try context.append(track, to: \.tracks, of: album)
            try context.append(label, to: \.labels, of: album)
        }
        #expect(try context.fetchCount(\.labels, of: album) == 2)
        try context.save()
        let other = try self.album(in: ModelContext(container))
        #expect((other.titles, other.labelNames) == ("cab", "qp"))
    }

    @Test func appendedModelIsAddedToALoadedRelationship() throws {
        let context = ModelContext(try container(.sqlite))
        let album = try album(in: context)
        #expect(album.titles == "cab")
        try context.append(Ordered.Track("0"), to: \.tracks, of: album)
        #expect(album.titles == "cab0")
        context.rollback()
        #expect(album.titles == "cab")
    }

    @Test func appendedModelLeavesItsFormerOwner() throws {
        let context = ModelContext(try container(.sqlite))
        let album = try album(in: context)
        let track = try #require(album.track("a"))
        let other = Album("other")
        context.insert(other)
        try context.append(track, to: \.tracks, of: other)
        #expect((album.titles, other.titles) == ("cb", "a"))
    }

    @Test func appendIsUndone() throws {
        let context = ModelContext(try container(.sqlite))
        let album = try album(in: context)
        let manager = UndoManager()
        context.undoManager = manager
        try context.append(Ordered.Track("0"), to: \.tracks, of: album)
        try context.append(Label("0"), to: \.labels, of: album)
        manager.undo()
        #expect((album.titles, album.labelNames) == ("cab", "qp"))
        manager.redo()
        #expect((album.titles, album.labelNames) == ("cab0", "qp0"))
    }

    @Test func modelsOfOtherContextsAreRejected() throws {
        let container = try container(.sqlite)
        let context = ModelContext(container)
        let other = ModelContext(container)
        let album = try album(in: context)
        let track = Ordered.Track("0")
        other.insert(track)
        #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.append(track, to: \.tracks, of: album)
        }
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
            try other.append(track, to: \.tracks, of: album)
        }
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
            try other.fetchCount(\.tracks, of: album)
        }
    }
}
