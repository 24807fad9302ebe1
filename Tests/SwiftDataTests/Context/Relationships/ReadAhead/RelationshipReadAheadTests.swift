// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Relationships that are loaded before they are read.
@Suite struct RelationshipReadAheadTests {
    @Model final class Shelf {
        var number: Int
        @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []
        init(_ number: Int) { self.number = number }
    }

    @Model final class Volume {
        var shelf: Shelf?
        init() {}
    }

    let container: ModelContainer
    let context: ModelContext
    let shelves: [Shelf]

    init() throws {
        container = try ModelContainer(
            for: Shelf.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        for number in 0..<20 {
            let shelf = Shelf(number)
            writer.insert(shelf)
            shelf.volumes = [Volume(), Volume()]
        }
        try writer.save()
        context = ModelContext(container)
        context.graph.relationshipReader = ReadAheadLoader(context.graph)
        shelves = try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.number)]))
    }

    private var loaded: [Int] {
        get throws {
            let entity = try #require(shelves[0]._$model.entity)
            let property = try #require(entity.property(named: "volumes"))
            return shelves.filter { property.access.isLoaded($0) }.map(\.number)
        }
    }

    @Test func singleReadLoadsOneRelationship() throws {
        #expect(shelves[3].volumes.count == 2)
        #expect(try loaded == [3])
    }

    @Test func consecutiveReadsLoadTwiceAsManyEachTime() throws {
        for shelf in shelves[..<2] { #expect(shelf.volumes.count == 2) }
        #expect(try loaded == Array(0...2))
        #expect(shelves[3].volumes.count == 2)
        #expect(try loaded == Array(0...5))
        #expect(shelves[6].volumes.count == 2)
        #expect(try loaded == Array(0...10))
    }

    @Test func consecutiveReadsLoadOneRelationshipEachWithoutReadingAhead() throws {
        context.graph.relationshipReader = context.graph.relationshipLoader
        for shelf in shelves[..<5] { #expect(shelf.volumes.count == 2) }
        #expect(try loaded == Array(0..<5))
    }

    @Test func workWithoutReadingAheadLoadsOneRelationship() throws {
        for shelf in shelves[..<2] { #expect(shelf.volumes.count == 2) }
        context.withoutReadingAhead { #expect(shelves[3].volumes.count == 2) }
        #expect(try loaded == Array(0...3))
    }

    @Test func readsOfOtherRelationshipsDoNotEndALoop() throws {
        for shelf in shelves[..<2] {
            for volume in shelf.volumes { #expect(volume.shelf === shelf) }
        }
        #expect(try loaded == Array(0...2))
    }

    @Test func readsOfDistantModelsLoadOneRelationshipEach() throws {
        let writer = ModelContext(container)
        for number in 20..<300 { writer.insert(Shelf(number)) }
        try writer.save()
        let all = try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.number)]))
        for number in [0, 150, 10, 299, 5, 120, 15] { _ = all[number].volumes }
        #expect(try loaded == [0, 5, 10, 15])
    }

    @Test func descendingReadsLoadTheModelsBefore() throws {
        for shelf in shelves.reversed() { #expect(shelf.volumes.count == 2) }
        #expect(try loaded == Array(0..<20))
    }

    @Test func unsavedChangesAreInRelationshipsLoadedAhead() throws {
        let added = Volume()
        context.insert(added)
        added.shelf = shelves[2]
        shelves[3].volumes = []
        for shelf in shelves[..<2] { #expect(shelf.volumes.count == 2) }
        #expect(shelves.map(\.volumes.count) == [2, 2, 3, 0] + Array(repeating: 2, count: 16))
        try context.save()
        let volumes = try ModelContext(container).fetch(FetchDescriptor<Volume>())
        #expect(volumes.count { $0.shelf == nil } == 2)
    }

    @Test func modelsDeletedOneByOneTakeTheirRelatedModelsAlong() throws {
        for shelf in shelves.dropLast() { context.delete(shelf) }
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Volume>()) == 2)
        #expect(shelves[19].volumes.count == 2)
    }

    @Test func deletedModelKeepsItsRelationships() throws {
        let volumes = shelves[0].volumes
        context.delete(shelves[0])
        #expect(shelves[0].volumes == volumes)
        context.rollback()
        #expect(shelves[0].volumes == volumes)
        #expect(volumes.allSatisfy { $0.shelf === shelves[0] })
    }
}
