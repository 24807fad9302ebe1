// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Relationships that are read while changes of their models are unsaved.
@Suite struct RelationshipLoaderTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let shelf: Shelf
    private let other: Shelf
    private let sticker: Sticker

    init() throws {
        container = try SpecimenBox.container()
        let writer = ModelContext(container)
        let shelves = ["top", "low"].map { Shelf(name: $0, note: nil, weight: 0, region: nil) }
        let red = Sticker(name: "red", score: 1, isOld: false)
        for model in shelves { writer.insert(model) }
        writer.insert(red)
        for serial in 0..<4 {
            let specimen = Specimen(serial: serial)
            writer.insert(specimen)
            specimen.shelf = shelves[serial < 3 ? 0 : 1]
            specimen.stickers = serial < 2 ? [red] : []
        }
        try writer.save()
        context = ModelContext(container)
        let byName = FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name, order: .reverse)])
        let found = try context.fetch(byName)
        (shelf, other) = (found[0], found[1])
        sticker = try #require(try context.fetch(FetchDescriptor<Sticker>()).first)
    }

    private func specimen(_ serial: Int) throws -> Specimen {
        let one = #Predicate<Specimen> { $0.serial == serial }
        return try #require(try context.fetch(FetchDescriptor(predicate: one)).first)
    }

    private func serials(_ specimens: [Specimen]) -> [Int] { specimens.map(\.serial) }

    @Test func movedModelChangesBothRelationships() throws {
        try specimen(3).shelf = shelf
        try specimen(0).shelf = other
        #expect(serials(shelf.specimens) == [1, 2, 3])
        #expect(serials(other.specimens) == [0])
    }

    @Test func modelThatMovedBackIsListedOnce() throws {
        let moved = try specimen(1)
        moved.shelf = other
        moved.shelf = shelf
        #expect(serials(shelf.specimens) == [0, 1, 2])
        #expect(serials(other.specimens) == [3])
    }

    @Test func insertedModelComesLast() throws {
        let new = Specimen(serial: 9)
        new.shelf = shelf
        context.insert(new)
        #expect(serials(shelf.specimens) == [0, 1, 2, 9])
        context.delete(new)
        #expect(serials(shelf.specimens) == [0, 1, 2])
    }

    @Test func deletedModelsAreLeftOut() throws {
        context.delete(try specimen(1))
        #expect(serials(shelf.specimens) == [0, 2])
        #expect(serials(sticker.specimens) == [0])
        context.rollback()
        #expect(serials(shelf.specimens) == [0, 1, 2])
    }

    @Test func linksOfManyToManyAreApplied() throws {
        try specimen(0).stickers = []
        try specimen(3).stickers = [sticker]
        #expect(serials(sticker.specimens) == [1, 3])
        try context.save()
        #expect(serials(sticker.specimens) == [1, 3])
    }

    @Test func prefetchingAppliesUnsavedChanges() throws {
        try specimen(3).shelf = shelf
        try specimen(0).stickers = []
        context.delete(try specimen(2))
        var shelves = FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name, order: .reverse)])
        shelves.relationshipKeyPathsForPrefetching = [\.specimens]
        #expect(try context.fetch(shelves).map { serials($0.specimens) } == [[0, 1, 3], []])
        var stickers = FetchDescriptor<Sticker>()
        stickers.relationshipKeyPathsForPrefetching = [\.specimens]
        #expect(try context.fetch(stickers).map { serials($0.specimens) } == [[1]])
    }

    @Test func failedReadIsThrownByTheNextSave() throws {
        try container.close()
        #expect(shelf.specimens.isEmpty)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(!context.hasChanges)
    }

    @Test func deletingManyModelsAppliesEveryRule() throws {
        try context.delete(model: Specimen.self)
        #expect(try context.fetchCount(FetchDescriptor<Specimen>()) == 0)
        #expect(shelf.specimens.isEmpty)
        #expect(sticker.specimens.isEmpty)
        try context.save()
        let reader = ModelContext(container)
        #expect(try reader.fetchCount(FetchDescriptor<Specimen>()) == 0)
        #expect(try reader.fetch(FetchDescriptor<Shelf>()).allSatisfy(\.specimens.isEmpty))
    }

    @Test func discardedModelOfAnotherContextIsLeftOut() throws {
        let draft = Specimen(serial: 9)
        context.insert(draft)
        draft.shelf = shelf
        context.delete(draft)
        try context.save()
        let second = ModelContext(container)
        let top = #Predicate<Shelf> { $0.name == "top" }
        draft.shelf = try second.fetch(FetchDescriptor(predicate: top)).first
        #expect(draft.modelContext == second)
        other.weight += 1
        #expect(serials(shelf.specimens) == [0, 1, 2])
    }

    @Test func pairThatAnotherContextSavedIsListedOnce() throws {
        try specimen(3).stickers.append(sticker)
        let second = ModelContext(container)
        let third = #Predicate<Specimen> { $0.serial == 3 }
        let same = try #require(try second.fetch(FetchDescriptor(predicate: third)).first)
        same.stickers = try second.fetch(FetchDescriptor<Sticker>())
        try second.save()
        context.processPendingChanges()
        #expect(serials(sticker.specimens) == [0, 1, 3])
    }

    @Test func rollbackDiscardsTheErrorOfARead() throws {
        try container.close()
        #expect(shelf.specimens.isEmpty)
        context.rollback()
        try context.save()
        #expect(!context.hasChanges)
    }
}
