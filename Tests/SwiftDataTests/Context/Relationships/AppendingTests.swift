// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Assignments that append to a to-many relationship.
@Suite struct AppendingTests {
    private let context: ModelContext

    init() throws { context = ModelContext(try SpecimenBox.container()) }

    private func reloaded<T: PersistentModel>(_ model: T) throws -> T {
        let context = ModelContext(context.container)
        return try #require(context.model(for: model.persistentModelID) as? T)
    }

    @Test func appendedModelsReferToTheOwnerAndAreSaved() throws {
        let specimen = Specimen(serial: 1)
        context.insert(specimen)
        for size in 0..<40 {
            let piece = Piece(size: Double(size), title: nil)
            specimen.pieces?.append(piece)
            #expect(piece.specimen === specimen)
            #expect(piece.modelContext === context)
        }
        try context.save()
        let other = try reloaded(specimen)
        #expect(other.pieces?.map(\.size) == (0..<40).map { Double($0) })
    }

    @Test func appendingToBothEndsOfManyToManyLinksOnce() throws {
        let specimen = Specimen(serial: 1)
        let sticker = Sticker(name: "red", score: 1, isOld: false)
        context.insert(specimen)
        specimen.stickers.append(sticker)
        #expect(sticker.specimens == [specimen])
        sticker.specimens.append(specimen)
        specimen.stickers.append(sticker)
        #expect(specimen.stickers == [sticker])
        try context.save()
        #expect(try reloaded(specimen).stickers.map(\.name) == ["red"])
    }

    @Test func modelMovesWhenItIsAppendedToAnotherOwner() throws {
        let (first, second) = (Specimen(serial: 1), Specimen(serial: 2))
        context.insert(first)
        context.insert(second)
        first.pieces = [Piece(size: 1, title: nil), Piece(size: 2, title: nil)]
        try context.save()
        let piece = try #require(first.pieces?.first)
        second.pieces?.append(piece)
        #expect(first.pieces?.map(\.size) == [2])
        #expect(piece.specimen === second)
        try context.save()
        #expect(try reloaded(second).pieces?.map(\.size) == [1])
    }

    @Test func rollbackUndoesTheAddition() throws {
        let specimen = Specimen(serial: 1)
        context.insert(specimen)
        try context.save()
        specimen.pieces?.append(Piece(size: 1, title: nil))
        #expect(context.hasChanges)
        context.rollback()
        #expect(specimen.pieces?.isEmpty == true)
    }

    // MARK: Modification in place

    private func specimenWithPieces(_ count: Int) throws -> Specimen {
        let specimen = Specimen(serial: 1)
        context.insert(specimen)
        for size in 0..<count { specimen.pieces?.append(Piece(size: Double(size), title: nil)) }
        try context.save()
        return specimen
    }

    @Test func modelsCanBeReadWhileTheyAreModified() throws {
        let specimen = try specimenWithPieces(40)
        specimen.pieces?.append(Piece(size: 40, title: nil))
        var counts: Set<Int?> = []
        specimen.pieces?.removeAll { piece in
            counts.insert(specimen.pieces?.count)
            return piece.size > 1
        }
        #expect(counts == [41])
        #expect(specimen.pieces?.map(\.size) == [0, 1])
    }

    @Test func changesOfTheOtherEndBetweenAdditionsAreKept() throws {
        let specimen = try specimenWithPieces(40)
        specimen.pieces?.append(Piece(size: 40, title: nil))
        Piece(size: 41, title: nil).specimen = specimen
        specimen.pieces?.append(Piece(size: 42, title: nil))
        specimen.pieces?.first?.specimen = nil
        specimen.pieces?.append(Piece(size: 43, title: nil))
        let expected = (1..<44).map { Double($0) }
        #expect(specimen.pieces?.map(\.size) == expected)
        try context.save()
        #expect(try reloaded(specimen).pieces?.map(\.size) == expected)
    }

    @Test func modificationThatThrowsKeepsItsChanges() throws {
        struct Stop: Error {}
        let specimen = try specimenWithPieces(3)
        func changeAndThrow(_ pieces: inout [Piece]?) throws {
            pieces?.removeLast()
            throw Stop()
        }
        #expect(throws: Stop.self) { try changeAndThrow(&specimen.pieces) }
        #expect(specimen.pieces?.map(\.size) == [0, 1])
        try context.save()
        #expect(try reloaded(specimen).pieces?.map(\.size) == [0, 1])
    }

    @Test func modelOfAnotherContextMakesTheSaveThrow() throws {
        let specimen = Specimen(serial: 1)
        context.insert(specimen)
        try context.save()
        let other = ModelContext(context.container)
        let (piece, sticker) = (
            Piece(size: 1, title: nil), Sticker(name: "red", score: 1, isOld: false)
        )
        other.insert(piece)
        other.insert(sticker)
        specimen.pieces?.append(piece)
        for _ in 0..<2 {
            #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        }
        specimen.pieces?.removeAll { $0 === piece }
        try context.save()
        specimen.stickers.append(sticker)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        context.rollback()
        try context.save()
        try other.save()
        #expect(try reloaded(specimen).stickers.isEmpty)
    }
}
