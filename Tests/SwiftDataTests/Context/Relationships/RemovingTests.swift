// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Modifications that remove models from a to-many relationship one by one.
@Suite struct RemovingTests {
    private typealias Album = Ordered.Album

    private let context: ModelContext

    init() throws { context = ModelContext(try SpecimenBox.container()) }

    private func specimenWithPieces(_ count: Int) throws -> Specimen {
        let specimen = Specimen(serial: 1)
        context.insert(specimen)
        specimen.pieces = (0..<count).map { Piece(size: Double($0), title: nil) }
        try context.save()
        return specimen
    }

    private func reloaded<T: PersistentModel>(_ model: T) throws -> T {
        let context = ModelContext(try #require(model.modelContext).container)
        return try #require(context.model(for: model.persistentModelID) as? T)
    }

    @Test func modelsRemovedAtAnyPlaceNoLongerReferToTheOwner() throws {
        let specimen = try specimenWithPieces(60)
        let pieces = try #require(specimen.pieces)
        specimen.pieces?.removeFirst()
        specimen.pieces?.remove(at: 28)
        specimen.pieces?.removeLast()
        specimen.pieces?.removeAll { $0 === pieces[10] }
        specimen.pieces?.removeAll { [20.0, 21, 40].contains($0.size) }
        let removed: Set<Double> = [0, 29, 59, 10, 20, 21, 40]
        let expected = (0..<60).map { Double($0) }.filter { !removed.contains($0) }
        #expect(specimen.pieces?.map(\.size) == expected)
        for piece in pieces {
            #expect((piece.specimen === specimen) == !removed.contains(piece.size))
        }
        try context.save()
        #expect(try reloaded(specimen).pieces?.map(\.size) == expected)
    }

    /// The array of the model is neither copied nor replaced, whatever its size.
    @Test func removalsChangeTheModelsInPlace() throws {
        let specimen = try specimenWithPieces(1_000)
        specimen.pieces?.removeFirst()
        let address = specimen.pieces?.withUnsafeBufferPointer(\.baseAddress)
        for _ in 0..<300 {
            let last = specimen.pieces?.last
            specimen.pieces?.removeFirst()
            specimen.pieces?.removeAll { $0 === last }
            specimen.pieces?.remove(at: (specimen.pieces?.count ?? 0) / 2)
        }
        #expect(specimen.pieces?.withUnsafeBufferPointer(\.baseAddress) == address)
        #expect(specimen.pieces?.count == 99)
    }

    @Test func emptiedRelationshipIsSaved() throws {
        let specimen = try specimenWithPieces(40)
        while specimen.pieces?.isEmpty == false { specimen.pieces?.removeFirst() }
        #expect(specimen.pieces?.isEmpty == true)
        try context.save()
        #expect(try reloaded(specimen).pieces?.isEmpty == true)
    }

    @Test func removalsFromManyToManyUnlinkBothEnds() throws {
        let specimen = Specimen(serial: 1)
        context.insert(specimen)
        let stickers = (0..<50).map { Sticker(name: "\($0)", score: $0, isOld: false) }
        specimen.stickers = stickers
        try context.save()
        for index in stride(from: 48, through: 0, by: -2) { specimen.stickers.remove(at: index) }
        #expect(specimen.stickers.map(\.score) == Array(stride(from: 1, to: 50, by: 2)))
        #expect(stickers[0].specimens.isEmpty)
        #expect(stickers[1].specimens == [specimen])
        try context.save()
        let scores = try reloaded(specimen).stickers.map(\.score).sorted()
        #expect(scores == Array(stride(from: 1, to: 50, by: 2)))
    }

    @Test func removalsKeepTheOrderOfAnOrderedRelationship() throws {
        let container = try Ordered.container()
        let context = ModelContext(container)
        let album = Album()
        context.insert(album)
        album.tracks = (0..<60).reversed().map { Ordered.Track("\($0),") }
        try context.save()
        album.tracks.removeFirst()
        album.tracks.remove(at: 30)
        album.tracks.removeAll { $0.title == "7," }
        let expected = (0..<60).reversed().filter { ![59, 28, 7].contains($0) }.map { "\($0)," }
        #expect(album.titles == expected.joined())
        try context.save()
        #expect(album.titles == expected.joined())
        #expect(try reloaded(album).titles == expected.joined())
    }

    @Test func modelReplacedInTheMiddleOfAnOrderedRelationshipIsStoredThere() throws {
        let container = try Ordered.container()
        let context = ModelContext(container)
        let album = Album()
        context.insert(album)
        album.tracks = Ordered.tracks("abcdef")
        try context.save()
        album.tracks[2] = Ordered.Track("x")
        album.tracks.insert(Ordered.Track("y"), at: 5)
        #expect(album.titles == "abxdeyf")
        try context.save()
        #expect(try reloaded(album).titles == "abxdeyf")
    }

    @Test func removalsAreUndoneTogether() throws {
        let undoManager = UndoManager()
        let specimen = try specimenWithPieces(40)
        context.undoManager = undoManager
        specimen.pieces?.removeFirst()
        specimen.pieces?.remove(at: 20)
        context.processPendingChanges()
        #expect(specimen.pieces?.count == 38)
        undoManager.undo()
        #expect(Set((specimen.pieces ?? []).map(\.size)) == Set((0..<40).map { Double($0) }))
        #expect(specimen.pieces?.allSatisfy { $0.specimen === specimen } == true)
    }

    @Test func rollbackUndoesRemovals() throws {
        let specimen = try specimenWithPieces(40)
        for _ in 0..<10 { specimen.pieces?.removeFirst() }
        context.rollback()
        #expect(specimen.pieces?.map(\.size) == (0..<40).map { Double($0) })
    }

    /// A model that is assigned at another place can already be the last one.
    @Test func modelThatAddedItselfIsMoved() throws {
        let context = ModelContext(try Ordered.container())
        let album = Album()
        context.insert(album)
        album.tracks = Ordered.tracks("abcd")
        let track = Ordered.Track("x")
        track.album = album
        #expect(album.titles == "abcdx")
        album.tracks.insert(track, at: 1)
        #expect(album.titles == "axbcd")
        try context.save()
        #expect(try reloaded(album).titles == "axbcd")
    }

    @Test func modelsLeavingByTheirOwnReferenceAreRemoved() throws {
        let specimen = try specimenWithPieces(50)
        for _ in 0..<20 { specimen.pieces?.first?.specimen = nil }
        specimen.pieces?.removeFirst()
        #expect(specimen.pieces?.map(\.size) == (21..<50).map { Double($0) })
        try context.save()
        #expect(try reloaded(specimen).pieces?.map(\.size) == (21..<50).map { Double($0) })
    }
}
