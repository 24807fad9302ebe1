// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Reads that see one commit while other contexts save.
struct ReadSnapshotTests {
    @Model final class Shelf {
        var name: String
        @Relationship(inverse: \Volume.shelf) var volumes: [Volume] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Volume {
        var title: String
        var shelf: Shelf?
        init(_ title: String, _ shelf: Shelf?) {
            self.title = title
            self.shelf = shelf
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func readsOfASnapshotSeeOneCommit() throws {
        let url = folder.url.appending(path: "test.store")
        let container = try ModelContainer(
            for: Shelf.self,
            Volume.self,
            configurations: ModelConfiguration(url: url)
        )
        let writer = ModelContext(container)
        let shelf = Shelf("a")
        let first = Volume("one", shelf)
        writer.insert(first)
        try writer.save()
        let reader = ModelContext(container)
        let last = try container.historyBounds().last
        try reader.readSnapshot { transaction in
            #expect(transaction == last)
            first.title = "changed"
            writer.insert(Volume("two", shelf))
            try writer.save()
            let volumes = try reader.fetch(FetchDescriptor<Volume>())
            #expect(volumes.map(\.title) == ["one"])
            let shelves = try reader.fetch(FetchDescriptor<Shelf>())
            #expect(shelves.first?.volumes.map(\.title) == ["one"])
            #expect(try container.historyBounds().last == last + 1)
            #expect(try reader.readSnapshot { $0 } == last)
            #expect(try reader.fetchCount(FetchDescriptor<Volume>()) == 1)
        }
        let titles = try reader.fetch(FetchDescriptor<Volume>()).map(\.title)
        #expect(Set(titles) == ["changed", "two"])
        let shelves = try reader.fetch(FetchDescriptor<Shelf>())
        #expect(shelves.first?.volumes.count == 2)
    }

    @Test func failedSnapshotDoesNotAffectLaterReads() throws {
        struct Failure: Error {}
        let container = try ModelContainer(
            for: Shelf.self,
            Volume.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        #expect(throws: Failure.self) {
            try context.readSnapshot { _ in throw Failure() }
        }
        context.insert(Shelf("a"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Shelf>()) == 1)
        #expect(try context.readSnapshot { $0 } == container.historyBounds().last)
    }
}
