// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Assignments after which everything is as it was, and others that only seem to be.
@Suite struct UnchangedValueTests {
    @Model final class Item {
        @Attribute(.unique) var serial: Int
        @Attribute(.spotlight) var note: String
        var size = 1.5
        var box: Box?
        var marks: [Mark] = []
        init(_ serial: Int, _ note: String) {
            self.serial = serial
            self.note = note
        }
    }

    @Model final class Box {
        var name = "box"
        @Relationship(inverse: \Item.box) var items: [Item] = []
        init() {}
    }

    @Model final class Mark {
        @Relationship(inverse: \Item.marks) var items: [Item] = []
        init() {}
    }

    private let context: ModelContext
    private let item = Item(1, "a")
    private let box = Box()
    private let mark = Mark()

    init() throws {
        let container = try ModelContainer(
            for: Item.self,
            Box.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        context.insert(item)
        context.insert(box)
        context.insert(mark)
        try context.save()
    }

    /// The changes of the transactions that a change of models leads to.
    private func changes(_ change: () throws -> Void) throws -> [String] {
        let last = try context.container.historyBounds().last
        try change()
        try context.save()
        return try context.historyRows(after: last, limit: 10).flatMap(\.changes)
            .map { "\($0.operation) \($0.entityName) \($0.properties.joined(separator: " "))" }
    }

    @Test func equalValueIsNoChange() throws {
        #expect(try changes { item.note = "a" } == [])
        #expect(
            try changes {
                item.size = 1.5
                item.note = "a"
                item.box = nil
            } == []
        )
    }

    @Test func valueThatIsTakenBackIsNoChange() throws {
        #expect(
            try changes {
                item.note = "b"
                item.note = "a"
            } == []
        )
    }

    @Test func relationshipThatIsTakenBackIsNoChange() throws {
        #expect(
            try changes {
                box.items.append(item)
                box.items.removeAll()
            } == []
        )
        #expect(
            try changes {
                item.marks = [mark]
                mark.items = []
            } == []
        )
    }

    @Test func newModelThatDisappearsLeavesNoChange() throws {
        #expect(
            try changes {
                let other = Box()
                context.insert(other)
                item.box = other
                item.box = nil
                context.delete(other)
            } == []
        )
    }

    @Test func equalUpsertIsNoChange() throws {
        #expect(try changes { context.insert(Item(1, "a")) } == [])
        #expect(try context.fetch(FetchDescriptor<Item>()).map(\.note) == ["a"])
    }

    @Test func onlyChangedModelsAreRecorded() throws {
        #expect(
            try changes {
                item.note = "a"
                box.name = "other"
            } == ["update Box name"]
        )
    }

    @Test func otherEncodingOfATextIsAChange() throws {
        item.note = "caf\u{E9}"
        try context.save()
        #expect(try changes { item.note = "cafe\u{301}" } == ["update Item note"])
        let stored = try ModelContext(context.container).fetch(FetchDescriptor<Item>())
        #expect(stored.first?.note.unicodeScalars.count == 5)
    }

    @Test func changedRelationshipIsAChangeOfBothEnds() throws {
        let both: Set = ["update Box items", "update Item box"]
        #expect(try Set(changes { box.items.append(item) }) == both)
        #expect(try Set(changes { box.items.removeAll() }) == both)
    }

    @Test func deletedRelatedModelIsAChangeOfItsOwner() throws {
        box.items.append(item)
        try context.save()
        let changes = try changes {
            box.items = []
            context.delete(item)
        }
        #expect(Set(changes) == ["update Box items", "delete Item "])
    }

    @Test func notificationNamesTheChangedModelsOnly() throws {
        let notified = Notified()
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { notification in
            let key = ModelContext.NotificationKey.updatedIdentifiers.rawValue
            notified.identifiers = notification.userInfo?[key] as? [PersistentIdentifier]
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let listener = context.container.coordinator.changes.listen { notified.commits += 1 }
        defer { withExtendedLifetime(listener) {} }
        item.note = "a"
        box.items.append(item)
        box.items = []
        try context.save()
        #expect(notified.identifiers == nil)
        #expect(notified.commits == 0)
        item.note = "a"
        box.name = "other"
        try context.save()
        #expect(notified.identifiers == [box.persistentModelID])
        #expect(notified.commits == 1)
    }

    private final class Notified: @unchecked Sendable {
        // Set during a save on the thread of the test.
        var identifiers: [PersistentIdentifier]?
        var commits = 0
    }

    @Test func searchIndexStaysAsItIs() throws {
        item.note = "a"
        try context.save()
        item.note = "b"
        try context.save()
        let query = SearchDescriptor<Item>(try FullTextQuery("b"))
        #expect(try context.search(query).map(\.model.serial) == [1])
        let former = SearchDescriptor<Item>(try FullTextQuery("a"))
        #expect(try context.search(former).isEmpty)
    }
}
