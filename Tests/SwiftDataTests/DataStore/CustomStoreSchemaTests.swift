// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Hierarchies, relationships without an inverse or to the own type, and constraints in custom
/// stores.
@Suite struct CustomStoreSchemaTests {
    private typealias Person = Firm.Person
    private typealias Engineer = Firm.Engineer
    private typealias Badge = Firm.Badge
    private typealias Room = Firm.Room
    private typealias Key = Firm.Key

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func container(_ store: CustomStore) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(Firm.types),
            configurations: [store.configuration(folder.url.appending(path: "firm"))]
        )
    }

    private func people(_ context: ModelContext) throws -> [Person] {
        try context.fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)]))
    }

    @Test(arguments: CustomStore.allCases)
    func modelsOfAHierarchyKeepTheirClasses(store: CustomStore) throws {
        do {
            let context = ModelContext(try container(store))
            let ada = Engineer("Ada", language: "Swift")
            ada.manager = Person("Bob")
            ada.nickname = nil
            context.insert(ada)
            try context.save()
        }
        let context = ModelContext(try container(store))
        let people = try people(context)
        #expect(people.map { $0 is Engineer } == [true, false])
        #expect((people[0] as? Engineer)?.language == "Swift")
        #expect(people.map(\.nickname) == [nil, "none"])
        #expect(people[0].manager === people[1])
        #expect(try context.fetch(FetchDescriptor<Engineer>()).map(\.name) == ["Ada"])
        #expect(try context.fetchCount(FetchDescriptor<Engineer>()) == 1)
        let swift = #Predicate<Engineer> { $0.language == "Swift" }
        #expect(try context.fetchCount(FetchDescriptor(predicate: swift)) == 1)
        (people[0] as? Engineer)?.language = "C"
        try context.save()
        let other = ModelContext(context.container)
        #expect(try other.fetch(FetchDescriptor<Engineer>()).map(\.language) == ["C"])
    }

    @Test(arguments: CustomStore.allCases)
    func relationshipsToTheOwnTypeSurviveReopening(store: CustomStore) throws {
        do {
            let context = ModelContext(try container(store))
            let people = ["a", "b", "c"].map(Person.init)
            for person in people { context.insert(person) }
            people[0].reports = [people[1], people[2]]
            people[1].friends = [people[2], people[1]]
            try context.save()
            people[2].manager = people[1]
            people[1].friends.removeLast()
            try context.save()
        }
        let people = try people(ModelContext(try container(store)))
        #expect(people.map { $0.reports.map(\.name) } == [["b"], ["c"], []])
        #expect(people.map { $0.friends.map(\.name) } == [[], ["c"], []])
        #expect(people.map { $0.admirers.map(\.name) } == [[], [], ["b"]])
    }

    @Test(arguments: CustomStore.allCases)
    func deletedModelsLeaveRelationshipsWithoutAnInverse(store: CustomStore) throws {
        let container = try container(store)
        let context = ModelContext(container)
        let (ada, badge, room) = (Person("Ada"), Badge(1), Room(1, 1))
        context.insert(ada)
        (ada.badge, ada.rooms) = (badge, [room])
        try context.save()
        let other = ModelContext(container)
        try other.delete(model: Badge.self)
        try other.delete(model: Room.self)
        try other.save()
        let found = try people(ModelContext(container))
        #expect(found.map { $0.badge == nil } == [true])
        #expect(found.map(\.rooms.count) == [0])
        let without = FetchDescriptor<Person>(predicate: #Predicate { $0.badge == nil })
        #expect(try ModelContext(container).fetchCount(without) == 1)
    }

    @Test(arguments: CustomStore.allCases)
    func deletionOfARequiredModelIsRejected(store: CustomStore) throws {
        let container = try container(store)
        let context = ModelContext(container)
        context.insert(Key(Room(1, 1)))
        try context.save()
        let other = ModelContext(container)
        try other.delete(model: Room.self)
        #expect(throws: (any Error).self) { try other.save() }
        #expect(try ModelContext(container).fetch(FetchDescriptor<Key>()).map(\.room.floor) == [1])
    }

    @Test(arguments: CustomStore.allCases)
    func constraintsOverTwoAttributesHoldForPartialChanges(store: CustomStore) throws {
        let context = ModelContext(try container(store))
        let rooms = [Room(1, 1), Room(1, 2)]
        for room in rooms { context.insert(room) }
        try context.save()
        rooms[1].number = 1
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .notUnique)
        rooms[1].floor = 2
        try context.save()
        context.insert(Room(2, 1))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Room>()) == 2)
    }

    @Test(arguments: CustomStore.allCases)
    func concurrentlyDeletedModelsCannotBeLinked(store: CustomStore) throws {
        let container = try container(store)
        let context = ModelContext(container)
        let people = [Person("a"), Person("b")]
        for person in people { context.insert(person) }
        try context.save()
        let other = ModelContext(container)
        let found = try self.people(other)
        other.delete(found[1])
        people[0].friends = [people[1]]
        try other.save()
        try? context.save()
        let last = try self.people(ModelContext(container))
        #expect(last.map(\.name) == ["a"])
        #expect(last.map(\.friends.count) == [0])
    }

    @Test func negativeLimitIsNone() throws {
        let context = ModelContext(try container(.json))
        context.insert(Badge(1))
        try context.save()
        var descriptor = FetchDescriptor<Badge>()
        descriptor.fetchLimit = -1
        #expect(try context.fetch(descriptor).count == 1)
        #expect(try context.fetchIdentifiers(descriptor).count == 1)
    }

    @Test func storesWithOneIdentifierAreRefused() throws {
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            try ModelContainer(
                for: Schema([Setting.self, Badge.self]),
                configurations: [
                    SettingConfiguration(schema: Schema([Setting.self])),
                    SettingConfiguration(name: "other", schema: Schema([Badge.self])),
                ]
            )
        }
    }
}
