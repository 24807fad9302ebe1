// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Undo of changes of ordered relationships.
@Suite struct UndoOrderTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let manager = UndoManager()
    private let album = Ordered.Album()
    private let other = Ordered.Album("other")

    init() throws {
        container = try Ordered.container()
        context = ModelContext(container)
        context.insert(album)
        context.insert(other)
        album.tracks = Ordered.tracks("dcba")
        album.labels = ["q", "p", "r"].map { Ordered.Label($0) }
        other.tracks = Ordered.tracks("zx")
        try context.save()
        context.undoManager = manager
    }

    /// The order of all relationships in a context.
    private func order(in context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Ordered.Album>(sortBy: [SortDescriptor(\.name)]))
            .map { "\($0.titles) \($0.labelNames)" }
    }

    private func stored() throws -> [String] { try order(in: ModelContext(container)) }

    private func check(_ change: () throws -> Void) throws {
        let before = try order(in: context)
        try change()
        let after = try order(in: context)
        #expect(before != after)
        for isSaved in [false, true, true] {
            if isSaved {
                try context.save()
                #expect(try stored() == after)
            }
            manager.undo()
            #expect(try order(in: context) == before)
            if isSaved {
                try context.save()
                #expect(try stored() == before)
            }
            manager.redo()
            #expect(try order(in: context) == after)
        }
        try context.save()
        #expect(try stored() == after)
    }

    @Test func rearrangementIsUndone() throws { try check { album.tracks.swapAt(0, 3) } }

    @Test func rearrangementOfPairsIsUndone() throws {
        try check { album.labels?.swapAt(0, 2) }
    }

    @Test func insertionInTheMiddleIsUndone() throws {
        try check { album.tracks.insert(Ordered.Track("n"), at: 2) }
    }

    @Test func removalIsUndone() throws { try check { _ = album.tracks.remove(at: 1) } }

    @Test func removalThroughTheOtherEndIsUndone() throws {
        let track = try #require(album.track("c"))
        try check { track.album = nil }
    }

    @Test func moveToAnotherOwnerIsUndone() throws {
        let track = try #require(album.track("c"))
        try check { track.album = other }
    }

    @Test func removalOfAPairIsUndone() throws { try check { _ = album.labels?.remove(at: 0) } }

    @Test func deletionOfATrackIsUndone() throws {
        let track = try #require(album.track("c"))
        try check { context.delete(track) }
    }

    @Test func deletionOfALabelIsUndone() throws {
        let label = try #require(album.labels?.first)
        try check { context.delete(label) }
    }

    @Test func deletionOfTheOwnerIsUndone() throws { try check { context.delete(album) } }

    @Test func deletionOfAnOwnerThatIsNotLoadedIsUndone() throws {
        let context = ModelContext(container)
        let manager = UndoManager()
        context.undoManager = manager
        let albums = try context.fetch(FetchDescriptor<Ordered.Album>())
        let album = try #require(albums.first { $0.name == "album" })
        context.delete(album)
        try context.save()
        manager.undo()
        try context.save()
        #expect(try stored() == ["dcba qpr", "zx "])
    }

    @Test func deletionOfATrackWhoseOwnerIsNotLoadedIsUndone() throws {
        let context = ModelContext(container)
        let manager = UndoManager()
        context.undoManager = manager
        let track = try #require(
            try context.fetch(
                FetchDescriptor<Ordered.Track>(predicate: #Predicate { $0.title == "c" })
            ).first
        )
        context.delete(track)
        try context.save()
        manager.undo()
        try context.save()
        #expect(try stored() == ["dcba qpr", "zx "])
    }
}
