// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import Testing

@testable import SwiftData

/// Ordered relationships that are not loaded, or that another context or an observer reads.
@Suite struct OrderedRelationshipContextTests {
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
        album.tracks = Ordered.tracks("cab")
        album.labels = ["p", "q", "r"].map { Label($0) }
        try context.save()
    }

    /// Returns the album in a new context, which has loaded nothing else.
    private func other() throws -> (context: ModelContext, album: Album) {
        let context = ModelContext(container)
        return (context, try #require(try context.fetch(FetchDescriptor<Album>()).first))
    }

    private func hasLoadedTracks(_ album: Album) throws -> Bool {
        let property = try #require(album._$model.entity?.property(named: "tracks"))
        return property.access.isLoaded(album)
    }

    // MARK: Following

    @Test func appendOfAnotherContextIsMergedInMemory() throws {
        let (reader, other) = try other()
        #expect(other.titles == "cab")
        for title in ["z", "d"] { Track(title).album = album }
        try context.save()
        reader.processPendingChanges()
        #expect(try hasLoadedTracks(other))
        #expect(other.titles == "cabzd")
        album.tracks.append(Track("e"))
        try context.save()
        reader.processPendingChanges()
        #expect(try hasLoadedTracks(other))
        #expect(other.titles == "cabzde")
    }

    @Test func appendOrderOfAnotherContextIsKept() throws {
        let tracks = Ordered.tracks("xyz")
        for track in tracks { context.insert(track) }
        try context.save()
        let (reader, other) = try other()
        #expect(other.titles == "cab")
        for track in tracks.reversed() { track.album = album }
        try context.save()
        reader.processPendingChanges()
        #expect(other.titles == "cabzyx")
        #expect(try self.other().album.titles == "cabzyx")
    }

    @Test func unsavedAppendStaysBehindThatOfAnotherContext() throws {
        let (reader, other) = try other()
        #expect(other.titles == "cab")
        let own = Track("o")
        reader.insert(own)
        own.album = other
        Track("d").album = album
        try context.save()
        reader.processPendingChanges()
        #expect(other.titles == "cabdo")
        try reader.save()
        #expect(try self.other().album.titles == "cabdo")
    }

    @Test func trackThatLeavesAndReturnsInOtherSavesIsLast() throws {
        let (reader, other) = try other()
        #expect(other.titles == "cab")
        let track = Track("x")
        track.album = album
        try context.save()
        track.album = nil
        Track("y").album = album
        try context.save()
        track.album = album
        try context.save()
        reader.processPendingChanges()
        #expect(other.titles == "cabyx")
    }

    // MARK: Relationships that are not loaded

    @Test func appendedPairWhoseRemovalIsUnsavedIsLast() throws {
        let (context, album) = try other()
        let first = FetchDescriptor<Label>(predicate: #Predicate { $0.name == "p" })
        let label = try #require(try context.fetch(first).first)
        label.albums.removeAll()
        try context.append(label, to: \.labels, of: album)
        #expect(album.labelNames == "qrp")
        try context.save()
        #expect(try other().album.labelNames == "qrp")
    }

    @Test func identifiersAreInTheOrderOfUnsavedChanges() throws {
        let (context, album) = try other()
        let track = Track("z")
        context.insert(track)
        track.album = album
        let unloaded = try context.identifiersRelated(to: album, by: \.tracks, limit: 2)
        #expect(unloaded == album.tracks.prefix(2).map(\.persistentModelID))
        album.tracks.swapAt(0, 3)
        let loaded = try context.identifiersRelated(to: album, by: \.tracks, limit: 2)
        #expect(album.titles == "zabc")
        #expect(loaded == album.tracks.prefix(2).map(\.persistentModelID))
    }

    // MARK: Observers and warnings

    @Test func observerOfARestoredModelReadsItsPairs() throws {
        let second = Album("second")
        context.insert(second)
        let label = Label("x")
        context.insert(label)
        try context.save()
        #expect((album.labelNames, second.labelNames) == ("pqr", ""))
        label.albums = [album, second]
        context.delete(label)
        nonisolated(unsafe) let albums = [album, second]
        for album in albums {
            withObservationTracking {
                _ = album.labels
            } onChange: {
                for album in albums { _ = album.labels }
            }
        }
        context.insert(label)
        #expect((album.labelNames, second.labelNames) == ("pqrx", "x"))
    }

    @Test func rearrangementIntoTheOrderOfTheStoreIsNotReported() throws {
        let notes = ["a", "b"].map { Ordered.Note($0) }
        for note in notes { context.insert(note) }
        album.notes = notes.reversed()
        let warnings = collectingRuntimeWarnings { album.notes = notes }.warnings
        #expect(warnings.isEmpty)
        let reported = collectingRuntimeWarnings { album.notes = notes.reversed() }.warnings
        #expect(reported.count == 1)
    }
}
