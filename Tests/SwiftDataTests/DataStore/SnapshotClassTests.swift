// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Models with subclasses in a store with a snapshot type of its own, which names the class of a
/// model in its identifier.
struct SnapshotClassTests {
    private typealias Pet = Shelter.Pet
    private typealias Cat = Shelter.Cat

    private let container: ModelContainer

    init() throws {
        container = try ModelContainer(
            for: Schema([Pet.self, Cat.self]),
            configurations: [PetConfiguration()]
        )
        let context = ModelContext(container)
        context.insert(Pet("Rex"))
        context.insert(Cat("Tom", lives: 9))
        try context.save()
    }

    private func pets(_ context: ModelContext) throws -> [Pet] {
        try context.fetch(FetchDescriptor<Pet>(sortBy: [SortDescriptor(\.name)]))
    }

    @Test func modelsKeepTheirClasses() throws {
        let context = ModelContext(container)
        let pets = try pets(context)
        #expect(pets.map(\.name) == ["Rex", "Tom"])
        #expect(pets.map { ($0 as? Cat)?.lives } == [nil, 9])
        #expect(pets.map(\.persistentModelID.entityName) == ["Pet", "Cat"])
        #expect(try context.fetch(FetchDescriptor<Cat>()).map(\.name) == ["Tom"])
        #expect(try context.fetchCount(FetchDescriptor<Pet>()) == 2)
        #expect(try context.fetchIdentifiers(FetchDescriptor<Cat>()).count == 1)
    }

    @Test func modelIsFoundByItsIdentifier() throws {
        let identifier = try PersistentIdentifier.identifier(
            for: "pet-store",
            entityName: "Cat",
            primaryKey: "Tom"
        )
        let context = ModelContext(container)
        let tom = try #require(context.model(for: identifier) as? Cat)
        #expect(tom.lives == 9)
        let registered: Cat? = context.registeredModel(for: identifier)
        #expect(registered === tom)
        let own = #Predicate<Pet> { $0.persistentModelID == identifier }
        #expect(try context.fetch(FetchDescriptor(predicate: own)).map(\.name) == ["Tom"])
    }

    @Test func changesReachTheStore() throws {
        let context = ModelContext(container)
        let pets = try pets(context)
        (pets[1] as? Cat)?.lives = 8
        context.delete(pets[0])
        try context.save()
        let other = try self.pets(ModelContext(container))
        #expect(other.map { ($0 as? Cat)?.lives } == [8])
    }
}
