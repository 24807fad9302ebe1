// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// To-many relationships whose order is stored.
@Suite struct OrderedRelationshipTests {
    private typealias Album = Ordered.Album
    private typealias Track = Ordered.Track
    private typealias Label = Ordered.Label

    private let container: ModelContainer
    private let context: ModelContext
    private let album = Album()

    init() throws {
        container = try Ordered.container()
        context = ModelContext(container)
        context.insert(album)
    }

    private func stored() throws -> String { try other().titles }

    /// Returns the album in a new context.
    private func other() throws -> Album {
        let context = ModelContext(container)
        let name = album.name
        let found = try context.fetch(
            FetchDescriptor<Album>(predicate: #Predicate { $0.name == name })
        )
        let album = try #require(found.first)
        _ = (album.tracks, album.labels, album.covers)
        return album
    }

    private func saveTracks(_ titles: String) throws {
        album.tracks = Ordered.tracks(titles)
        try context.save()
    }

    // MARK: One to many

    @Test func assignedOrderIsStored() throws {
        let tracks = Ordered.tracks("abcd")
        for track in tracks { context.insert(track) }
        album.tracks = [tracks[2], tracks[0], tracks[3], tracks[1]]
        try context.save()
        #expect(try stored() == "cadb")
    }

    @Test func orderOfArrayAssignedBeforeInsertionIsStored() throws {
        let tracks = Ordered.tracks("abc")
        let new = Album("new")
        tracks[0].album = new
        new.tracks = [tracks[2], tracks[0], tracks[1]]
        context.insert(new)
        try context.save()
        let found = try ModelContext(container)
            .fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.name == "new" }))
        #expect(found.map(\.titles) == ["cab"])
    }

    @Test(
        arguments: [
            ("abcde", "edcba"), ("abcde", "bcdea"), ("abcde", "eabcd"), ("abcde", "acbde"),
            ("ab", "ba"), ("abcdef", "fbcdea"), ("abc", "cb"), ("abc", "cxb"), ("abc", "xyz"),
        ]
    )
    func rearrangedTracksAreStored(before: String, after: String) throws {
        try saveTracks(before)
        album.tracks = after.map { title in
            album.track(String(title)) ?? Track(String(title))
        }
        #expect(album.titles == after)
        try context.save()
        #expect(album.titles == after)
        #expect(try stored() == after)
    }

    @Test func trackIsInsertedAtItsPlace() throws {
        try saveTracks("abc")
        album.tracks.insert(Track("x"), at: 1)
        album.tracks.insert(Track("y"), at: 0)
        try context.save()
        #expect(try stored() == "yaxbc")
    }

    @Test func referenceToTheOwnerAppends() throws {
        try saveTracks("cb")
        let track = Track("a")
        track.album = album
        #expect(album.titles == "cba")
        try context.save()
        #expect(try stored() == "cba")
    }

    @Test func referencesAppendInTheOrderOfAssignment() throws {
        let tracks = Ordered.tracks("abc")
        for track in tracks { context.insert(track) }
        try context.save()
        let context = ModelContext(container)
        let album = try #require(try context.fetch(FetchDescriptor<Album>()).first)
        let loaded = try context.fetch(FetchDescriptor<Track>(sortBy: [SortDescriptor(\.title)]))
        for track in loaded.reversed() { track.album = album }
        try context.save()
        #expect(try stored() == "cba")
        #expect(album.titles == "cba")
    }

    @Test func unsavedAdditionsAreLastWhenTheRelationshipIsLoaded() throws {
        try saveTracks("cb")
        let context = ModelContext(container)
        let album = try #require(try context.fetch(FetchDescriptor<Album>()).first)
        for title in ["z", "a"] {
            let track = Track(title)
            context.insert(track)
            track.album = album
        }
        #expect(album.titles == "cbza")
        try context.save()
        #expect(try stored() == "cbza")
    }

    @Test func trackThatLeavesAndReturnsIsLast() throws {
        try saveTracks("abc")
        let track = try #require(album.track("a"))
        track.album = nil
        track.album = album
        #expect(album.titles == "bca")
        try context.save()
        #expect(try stored() == "bca")
    }

    @Test func assigningTheSameOwnerKeepsThePlace() throws {
        try saveTracks("abc")
        album.track("a")?.album = album
        #expect(album.titles == "abc")
        try context.save()
        #expect(try stored() == "abc")
    }

    @Test func trackMovesToThePlaceInAnotherAlbum() throws {
        try saveTracks("abc")
        let other = Album("other")
        context.insert(other)
        other.tracks = Ordered.tracks("xyz")
        try context.save()
        other.tracks.insert(try #require(album.track("b")), at: 1)
        album.tracks.append(try #require(other.track("z")))
        #expect((album.titles, other.titles) == ("acz", "xby"))
        try context.save()
        #expect(try stored() == "acz")
        let found = try ModelContext(container)
            .fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.name == "other" }))
        #expect(found.map(\.titles) == ["xby"])
    }

    @Test func deletedTrackLeavesTheOthersInOrder() throws {
        try saveTracks("cab")
        context.delete(try #require(album.track("a")))
        #expect(album.titles == "cb")
        try context.save()
        #expect(try stored() == "cb")
    }

    @Test func rollbackRestoresTheOrder() throws {
        try saveTracks("cab")
        album.tracks.reverse()
        #expect(context.hasChanges)
        context.rollback()
        #expect(album.titles == "cab")
        try context.save()
        #expect(try stored() == "cab")
    }

    @Test func insertingADeletedTrackAgainRestoresItsPlace() throws {
        try saveTracks("cab")
        let track = try #require(album.track("a"))
        context.delete(track)
        context.insert(track)
        #expect(album.titles == "cab")
        try context.save()
        #expect(try stored() == "cab")
    }

    @Test func prefetchingLoadsTheOrder() throws {
        try saveTracks("cab")
        var descriptor = FetchDescriptor<Album>()
        descriptor.relationshipKeyPathsForPrefetching = [\.tracks]
        let context = ModelContext(container)
        #expect(try context.fetch(descriptor).map(\.titles) == ["cab"])
    }

    @Test func orderSurvivesReopening() throws {
        let folder = try TemporaryFolder()
        func open() throws -> ModelContext {
            ModelContext(
                try ModelContainer(
                    for: Schema(Ordered.types),
                    configurations: [ModelConfiguration(url: folder.store)]
                )
            )
        }
        do {
            let context = try open()
            let album = Album()
            context.insert(album)
            album.tracks = Ordered.tracks("abc")
            try context.save()
            album.tracks.swapAt(0, 2)
            try context.save()
        }
        #expect(try open().fetch(FetchDescriptor<Album>()).map(\.titles) == ["cba"])
    }

    // MARK: Many to many

    @Test func bothEndsOfManyToManyKeepTheirOrder() throws {
        let labels = ["p", "q", "r"].map { Label($0) }
        let second = Album("second")
        context.insert(second)
        album.labels = [labels[2], labels[0], labels[1]]
        second.labels = [labels[1], labels[2]]
        labels[2].albums.swapAt(0, 1)
        try context.save()
        #expect(try other().labelNames == "rpq")
        let found = try ModelContext(container)
            .fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)]))
        #expect(
            found.map { $0.albums.map(\.name) } == [
                ["album"], ["album", "second"], ["second", "album"],
            ]
        )
    }

    @Test func rearrangedPairsAreStored() throws {
        album.labels = ["p", "q", "r", "s"].map { Label($0) }
        try context.save()
        album.labels?.swapAt(0, 3)
        album.labels?.insert(Label("x"), at: 1)
        album.labels?.removeLast()
        #expect(album.labelNames == "sxqr")
        try context.save()
        #expect(try other().labelNames == "sxqr")
    }

    @Test func pairThatIsRemovedAndAddedIsLast() throws {
        album.labels = ["p", "q", "r"].map { Label($0) }
        try context.save()
        let label = try #require(album.labels?.first)
        album.labels?.removeFirst()
        album.labels?.append(label)
        #expect(album.labelNames == "qrp")
        try context.save()
        #expect(try other().labelNames == "qrp")
    }

    @Test func relationshipWithoutInverseKeepsItsOrder() throws {
        album.covers = ["p", "q", "r"].map { Ordered.Cover($0) }
        try context.save()
        album.covers.swapAt(0, 2)
        try context.save()
        #expect(try other().coverNames == "rqp")
        var descriptor = FetchDescriptor<Album>()
        descriptor.relationshipKeyPathsForPrefetching = [\.covers, \.labels]
        #expect(try ModelContext(container).fetch(descriptor).map(\.coverNames) == ["rqp"])
    }

    // MARK: Other contexts

    @Test func otherContextsReceiveTheOrder() throws {
        album.labels = ["p", "q"].map { Label($0) }
        album.covers = ["p", "q"].map { Ordered.Cover($0) }
        try saveTracks("abc")
        let other = try other()
        #expect((other.titles, other.labelNames, other.coverNames) == ("abc", "pq", "pq"))
        album.tracks.swapAt(0, 2)
        album.labels?.swapAt(0, 1)
        album.covers.swapAt(0, 1)
        try context.save()
        other.modelContext?.processPendingChanges()
        #expect((other.titles, other.labelNames, other.coverNames) == ("cba", "qp", "qp"))
        Track("d").album = album
        try context.save()
        other.modelContext?.processPendingChanges()
        #expect(other.titles == "cbad")
    }

    @Test func orderOfTheLastSaveWins() throws {
        try saveTracks("abc")
        let otherContext = ModelContext(container)
        let other = try #require(try otherContext.fetch(FetchDescriptor<Album>()).first)
        #expect(other.titles == "abc")
        other.tracks.swapAt(0, 1)
        album.tracks.append(Track("d"))
        try context.save()
        try otherContext.save()
        #expect(try stored() == "bacd")
        #expect(other.titles == "bacd")
        context.processPendingChanges()
        #expect(album.titles == "bacd")
    }

    // MARK: Cost

    /// Returns the positions of the tracks by title.
    private func positions() throws -> [String: Int64] {
        let schema = context.graph.stores.schema
        let entity = try schema.entity(for: Album.self)
        let property = try #require(entity.property(named: "tracks"))
        let column = try #require(context.graph.stores.layout.orderColumn(of: property, in: entity))
        let store = try #require(try context.graph.stores.store(of: entity) as? SQLiteStore)
        return try store.read(for: StoreClient()) { reader in
            let connection = try #require(reader as? SQLiteConnection)
            var positions: [String: Int64] = [:]
            let text: SQLText =
                "SELECT title, \(identifier: column.name) FROM \(identifier: column.table)"
            try connection.db.step(text) { positions[$0.text(0) ?? ""] = $0.integer(1) }
            return positions
        }
    }

    @Test func moveChangesOnePosition() throws {
        album.tracks = (0..<200).map { Track("\($0)") }
        try context.save()
        let before = try positions()
        album.tracks.insert(album.tracks.remove(at: 150), at: 20)
        try context.save()
        let after = try positions()
        #expect(after.filter { before[$0.key] != $0.value }.keys.sorted() == ["150"])
    }

    @Test func appendChangesNoOtherPosition() throws {
        album.tracks = (0..<50).map { Track("\($0)") }
        try context.save()
        let before = try positions()
        album.tracks.append(Track("50"))
        Track("51").album = album
        try context.save()
        let after = try positions()
        #expect(after.filter { before[$0.key] != $0.value }.keys.sorted() == ["50", "51"])
        #expect(try other().tracks.map(\.title) == (0..<52).map { "\($0)" })
    }

    // MARK: Declaration

    @Model final class Cover {
        @Relationship(.ordered) var image: Image?
        init() {}
    }

    @Model final class Image {
        init() {}
    }

    @Test func toOneRelationshipCannotBeOrdered() {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema([Cover.self]),
                configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
            )
        }
        #expect(
            explanation(of: error)
                == "Cover.image cannot be ordered, because it refers to at most one model; "
                + "remove the option .ordered"
        )
    }

    @Test func insertionBeforeTheEndOfARelationshipWithoutOrderIsReported() throws {
        album.notes = ["a", "b"].map { Ordered.Note($0) }
        try context.save()
        let appending = collectingRuntimeWarnings {
            album.notes = Array(album.notes.dropFirst()) + [Ordered.Note("c")]
        }.warnings
        #expect(appending.isEmpty)
        let inserting = collectingRuntimeWarnings {
            album.notes.insert(Ordered.Note("d"), at: 0)
        }.warnings
        #expect(inserting.count == 1)
        #expect(inserting.first?.contains("Album.notes was rearranged") == true)
    }

    @Test func rearrangingARelationshipWithoutOrderIsReportedOnce() throws {
        album.notes = ["a", "b"].map { Ordered.Note($0) }
        try context.save()
        let warnings = collectingRuntimeWarnings {
            album.notes.swapAt(0, 1)
            album.notes.swapAt(0, 1)
            album.notes.append(Ordered.Note("c"))
            album.notes.removeFirst()
            album.tracks = Ordered.tracks("ab")
            album.tracks.swapAt(0, 1)
        }.warnings
        #expect(
            warnings == [
                "SwiftData: Album.notes was rearranged, but does not keep an order: the store "
                    + "returns the models in the order of insertion; declare it with "
                    + "@Relationship(.ordered)"
            ]
        )
    }
}
