// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Relationships that become ordered, or are no longer ordered.
@Suite struct OrderMigrationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    enum Plain: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [List.self, Item.self, Tag.self] }

        @Model final class List {
            @Relationship(inverse: \Item.list) var items: [Item] = []
            @Relationship(inverse: \Tag.lists) var tags: [Tag] = []
            init() {}
        }

        @Model final class Item {
            var name: String
            var list: List?
            init(_ name: String) { self.name = name }
        }

        @Model final class Tag {
            var name: String
            var lists: [List] = []
            init(_ name: String) { self.name = name }
        }
    }

    enum InOrder: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [List.self, Item.self, Tag.self] }

        @Model final class List {
            @Relationship(.ordered, inverse: \Item.list) var items: [Item] = []
            @Relationship(.ordered, inverse: \Tag.lists) var tags: [Tag] = []
            init() {}
        }

        @Model final class Item {
            var name: String
            var list: List?
            init(_ name: String) { self.name = name }
        }

        @Model final class Tag {
            var name: String
            var lists: [List] = []
            init(_ name: String) { self.name = name }
        }
    }

    /// The same with other names, another attribute, and several lists for an item.
    enum Renamed: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [List.self, Item.self, Tag.self] }

        @Model final class List {
            @Relationship(.ordered, originalName: "items", inverse: \Item.lists)
            var contents: [Item] = []
            @Relationship(.ordered, originalName: "tags", inverse: \Tag.places)
            var labels: [Tag] = []
            init() {}
        }

        @Model final class Item {
            var name: String
            @Relationship(originalName: "list") var lists: [List] = []
            init(_ name: String) { self.name = name }
        }

        @Model final class Tag {
            var name: String
            var rank: Int = 1
            @Relationship(.ordered, originalName: "lists") var places: [List] = []
            init(_ name: String) { self.name = name }
        }
    }

    /// A relationship without an inverse, in a join table.
    enum OneWay: VersionedSchema {
        static let versionIdentifier = Schema.Version(4, 0, 0)
        static var models: [any PersistentModel.Type] { [List.self, Item.self] }

        @Model final class List {
            var contents: [Item] = []
            init() {}
        }

        @Model final class Item {
            var name: String
            init(_ name: String) { self.name = name }
        }
    }

    /// The same in an order.
    enum OneWayInOrder: VersionedSchema {
        static let versionIdentifier = Schema.Version(4, 1, 0)
        static var models: [any PersistentModel.Type] { [List.self, Item.self] }

        @Model final class List {
            @Relationship(.ordered) var contents: [Item] = []
            init() {}
        }

        @Model final class Item {
            var name: String
            init(_ name: String) { self.name = name }
        }
    }

    /// The relationship with an inverse, in a foreign key.
    enum Single: VersionedSchema {
        static let versionIdentifier = Schema.Version(5, 0, 0)
        static var models: [any PersistentModel.Type] { [List.self, Item.self] }

        @Model final class List {
            @Relationship(.ordered, inverse: \Item.list) var contents: [Item] = []
            init() {}
        }

        @Model final class Item {
            var name: String
            var list: List?
            init(_ name: String) { self.name = name }
        }
    }

    enum PlainAgain: VersionedSchema {
        static let versionIdentifier = Schema.Version(4, 0, 0)
        static var models: [any PersistentModel.Type] { Plain.models }
    }

    private func write() throws {
        try folder.using(Plain.self) { context in
            let list = Plain.List()
            context.insert(list)
            list.items = ["b", "a", "c"].map { Plain.Item($0) }
            list.tags = ["y", "x"].map { Plain.Tag($0) }
            try context.save()
        }
    }

    private func rearrange() throws {
        try folder.using(InOrder.self) { context in
            let list = try #require(try context.fetch(FetchDescriptor<InOrder.List>()).first)
            #expect(list.items.map(\.name) == ["b", "a", "c"])
            #expect(list.tags.map(\.name) == ["y", "x"])
            list.items.swapAt(0, 2)
            list.items.append(InOrder.Item("d"))
            list.tags.swapAt(0, 1)
            list.tags.append(InOrder.Tag("z"))
            try context.save()
        }
    }

    @Test func relationshipThatBecomesOrderedKeepsTheOrderOfInsertion() throws {
        try write()
        try rearrange()
        let context = try folder.open(InOrder.self)
        let list = try #require(try context.fetch(FetchDescriptor<InOrder.List>()).first)
        #expect(list.items.map(\.name) == ["c", "a", "b", "d"])
        #expect(list.tags.map(\.name) == ["x", "y", "z"])
    }

    @Test func relationshipThatIsNoLongerOrderedHasTheOrderOfInsertion() throws {
        try write()
        try rearrange()
        let context = try folder.open(PlainAgain.self)
        let list = try #require(try context.fetch(FetchDescriptor<Plain.List>()).first)
        #expect(list.items.map(\.name) == ["b", "a", "c", "d"])
        #expect(list.tags.map(\.name) == ["y", "x", "z"])
    }

    @Test func orderSurvivesTheMoveToAJoinTableAndNewNames() throws {
        try write()
        try rearrange()
        do {
            let context = try folder.open(Renamed.self)
            let list = try #require(try context.fetch(FetchDescriptor<Renamed.List>()).first)
            #expect(list.contents.map(\.name) == ["c", "a", "b", "d"])
            #expect(list.labels.map(\.name) == ["x", "y", "z"])
            #expect(list.labels.first?.places == [list])
            list.contents.swapAt(0, 3)
            list.labels.swapAt(0, 2)
            try context.save()
        }
        let context = try folder.open(Renamed.self)
        let list = try #require(try context.fetch(FetchDescriptor<Renamed.List>()).first)
        #expect(list.contents.map(\.name) == ["d", "a", "b", "c"])
        #expect(list.labels.map(\.name) == ["z", "y", "x"])
    }

    @Test func orderSurvivesTheMoveToAForeignKey() throws {
        try folder.using(OneWayInOrder.self) { context in
            let list = OneWayInOrder.List()
            context.insert(list)
            list.contents = ["a", "b", "c", "d"].map { OneWayInOrder.Item($0) }
            try context.save()
            list.contents.swapAt(0, 3)
            try context.save()
        }
        let context = try folder.open(Single.self)
        let list = try #require(try context.fetch(FetchDescriptor<Single.List>()).first)
        #expect(list.contents.map(\.name) == ["d", "b", "c", "a"])
    }

    @Test func orderOfPairsSurvivesTheMoveToAForeignKey() throws {
        try folder.using(OneWay.self) { context in
            let items = ["a", "b", "c"].map { OneWay.Item($0) }
            for item in items { context.insert(item) }
            let list = OneWay.List()
            context.insert(list)
            list.contents = [items[2], items[0], items[1]]
            try context.save()
        }
        let context = try folder.open(Single.self)
        let list = try #require(try context.fetch(FetchDescriptor<Single.List>()).first)
        #expect(list.contents.map(\.name) == ["c", "a", "b"])
        list.contents.append(Single.Item("d"))
        try context.save()
        #expect(list.contents.map(\.name) == ["c", "a", "b", "d"])
    }

    @Test func optionIsPartOfTheShape() throws {
        func hash(_ version: any VersionedSchema.Type) throws -> String {
            let layout = SchemaLayout(try ResolvedSchema(Schema(versionedSchema: version)))
            return SchemaSnapshot(layout, entities: Set(layout.tables.indices)).hash
        }
        #expect(try hash(Plain.self) != hash(InOrder.self))
        #expect(
            try SchemaSnapshot.Relationship.description(of: "items", in: InOrder.self)
                == "[Item] in order, inverse list, on delete nullify, in the inverse's column"
        )
    }
}

extension SchemaSnapshot.Relationship {
    /// Returns the description of a relationship of `List`.
    fileprivate static func description(
        of name: String,
        in version: any VersionedSchema.Type
    ) throws -> String? {
        let layout = SchemaLayout(try ResolvedSchema(Schema(versionedSchema: version)))
        return SchemaSnapshot(layout, entities: Set(layout.tables.indices))
            .entity(named: "List")?.relationship(named: name)?.description
    }
}
