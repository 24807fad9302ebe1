// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Loaded relationships after the save of another context, which must not cost more than it changed.
@Suite struct ForeignCommitTests {
    private let container: ModelContainer
    private let writer: ModelContext
    private let reader: ModelContext
    /// Shelves of the writer with two specimens each.
    private let shelves: [Shelf]
    /// The same shelves in the reader, with loaded relationships.
    private let loaded: [Shelf]

    init() throws {
        container = try SpecimenBox.container()
        writer = ModelContext(container)
        shelves = ["a", "b", "c"].map { Shelf(name: $0, note: nil, weight: 0, region: nil) }
        for (number, shelf) in shelves.enumerated() {
            writer.insert(shelf)
            for serial in [2 * number, 2 * number + 1] {
                let specimen = Specimen(serial: serial)
                specimen.shelf = shelf
                specimen.stickers = [Sticker(name: "\(serial)", score: 0, isOld: false)]
            }
        }
        try writer.save()
        reader = ModelContext(container)
        loaded = try reader.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)]))
        for shelf in loaded {
            #expect(shelf.specimens.count == 2)
            for specimen in shelf.specimens { #expect(specimen.stickers.count == 1) }
        }
    }

    private func isLoaded(_ shelf: Shelf) throws -> Bool {
        let entity = try #require(shelf._$model.entity)
        return try #require(entity.property(named: "specimens")).access.isLoaded(shelf)
    }

    private func merge() throws -> [[Int]] {
        try writer.save()
        reader.processPendingChanges()
        return loaded.map { $0.specimens.map(\.serial) }
    }

    @Test func newModelIsAddedToItsOwnerOnly() throws {
        Specimen(serial: 9).shelf = shelves[1]
        try writer.save()
        reader.processPendingChanges()
        #expect(try loaded.allSatisfy { try isLoaded($0) })
        #expect(loaded.map { $0.specimens.map(\.serial) } == [[0, 1], [2, 3, 9], [4, 5]])
        #expect(loaded[1].specimens[2].shelf === loaded[1])
    }

    @Test func modelRemovedFromAnOwnerAndThenDeletedLeavesTheOwner() throws {
        let specimen = shelves[0].specimens[0]
        let sticker = specimen.stickers[0]
        specimen.stickers = []
        writer.delete(sticker)
        _ = try merge()
        #expect(loaded[0].specimens[0].stickers.isEmpty)
    }

    @Test func changedAttributeLeavesRelationshipsLoaded() throws {
        shelves[0].specimens[0].serial = 100
        try writer.save()
        reader.processPendingChanges()
        #expect(try loaded.allSatisfy { try isLoaded($0) })
        #expect(loaded[0].specimens.map(\.serial) == [100, 1])
    }

    @Test func movedModelChangesBothOwners() throws {
        shelves[0].specimens[0].shelf = shelves[2]
        try writer.save()
        reader.processPendingChanges()
        #expect(try isLoaded(loaded[1]))
        #expect(loaded.map { $0.specimens.map(\.serial) } == [[1], [2, 3], [0, 4, 5]])
    }

    @Test func deletedModelLeavesItsOwnerOnly() throws {
        writer.delete(shelves[0].specimens[0])
        try writer.save()
        reader.processPendingChanges()
        #expect(try loaded.allSatisfy { try isLoaded($0) })
        #expect(loaded.map { $0.specimens.map(\.serial) } == [[1], [2, 3], [4, 5]])
    }

    @Test func deletedOwnerIsForgotten() throws {
        let specimen = loaded[0].specimens[0]
        #expect(specimen.shelf === loaded[0])
        writer.delete(shelves[0])
        try writer.save()
        reader.processPendingChanges()
        #expect(specimen.shelf == nil)
        #expect(loaded[0].modelContext == nil)
    }

    @Test func deletedLinkedModelLeavesItsOwner() throws {
        let specimen = loaded[0].specimens[0]
        writer.delete(shelves[0].specimens[0].stickers[0])
        try writer.save()
        reader.processPendingChanges()
        #expect(specimen.stickers.isEmpty)
        #expect(loaded[0].specimens[1].stickers.count == 1)
    }

    @Test func referenceThatTheDeletingContextDidNotKnowIsCleared() throws {
        writer.delete(shelves[0])
        let other = ModelContext(container)
        let late = Specimen(serial: 9)
        other.insert(late)
        let first = shelves[0].persistentModelID
        late.shelf = try #require(other.model(for: first) as? Shelf)
        try other.save()
        reader.processPendingChanges()
        let found = try reader.fetch(
            FetchDescriptor<Specimen>(predicate: #Predicate { $0.serial == 9 })
        )
        #expect(found.first?.shelf === loaded[0])
        try writer.save()
        reader.processPendingChanges()
        #expect(found.first?.shelf == nil)
    }

    @Test func unsavedChangesOfTheReaderAreKept() throws {
        let mine = Specimen(serial: 50)
        mine.shelf = loaded[0]
        loaded[1].specimens[0].shelf = loaded[0]
        Specimen(serial: 9).shelf = shelves[0]
        #expect(try merge() == [[0, 1, 50, 2, 9], [3], [4, 5]])
        try reader.save()
        let fresh = try ModelContext(container).fetch(
            FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)])
        )
        #expect(fresh.map { Set($0.specimens.map(\.serial)) } == [[0, 1, 50, 2, 9], [3], [4, 5]])
    }

    @Test func assignedRelationshipGainsAndLosesWhatTheWriterChanges() throws {
        loaded[0].specimens.append(Specimen(serial: 50))
        loaded[1].specimens.removeLast()
        shelves[0].specimens.append(Specimen(serial: 9))
        shelves[1].specimens[0].shelf = nil
        #expect(try merge().map { $0.sorted() } == [[0, 1, 9, 50], [], [4, 5]])
        try reader.save()
        let fresh = try ModelContext(container).fetch(
            FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)])
        )
        #expect(fresh.map { $0.specimens.map(\.serial).sorted() } == [[0, 1, 9, 50], [], [4, 5]])
    }

    @Test func commandsOfOneGroupAreMergedTogether() throws {
        try writer.commitGroup { group in
            let (kept, moved, removed) = (
                Specimen(serial: 9), Specimen(serial: 10), Specimen(serial: 11)
            )
            try group.run { for one in [kept, moved, removed] { one.shelf = shelves[0] } }
            try group.run { moved.shelf = shelves[1] }
            try group.run { writer.delete(removed) }
        }
        reader.processPendingChanges()
        #expect(loaded.map { $0.specimens.map(\.serial) } == [[0, 1, 9], [2, 3, 10], [4, 5]])
    }

    @Test func manyNewModelsAreMerged() throws {
        for serial in 100..<500 { Specimen(serial: serial).shelf = shelves[serial % 2] }
        let merged = try merge()
        #expect(merged.map(\.count) == [202, 202, 2])
        #expect(merged[0].suffix(3) == [494, 496, 498])
    }
}
