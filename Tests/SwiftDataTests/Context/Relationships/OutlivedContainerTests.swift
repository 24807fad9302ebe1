// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Models that outlive their container.
struct OutlivedContainerTests {
    @Model final class Keeper {
        var name: String
        var animals: [Animal] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Animal {
        var name: String
        @Relationship(inverse: \Keeper.animals) var keeper: Keeper?
        init(_ name: String) { self.name = name }
    }

    private func container() throws -> ModelContainer {
        let container = try ModelContainer(
            for: Keeper.self,
            Animal.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        let animal = Animal("Rex")
        writer.insert(animal)
        animal.keeper = Keeper("Ann")
        try writer.save()
        return container
    }

    private func orphan() throws -> Animal {
        try #require(try ModelContext(try container()).fetch(FetchDescriptor<Animal>()).first)
    }

    @Test func relationshipsAreReadAfterContextAndContainerAreReleased() throws {
        let animal = try orphan()
        #expect(animal.modelContext == nil)
        #expect(animal.name == "Rex")
        #expect(animal.keeper?.name == "Ann")
        let animals = try #require(animal.keeper).animals
        #expect(animals.map(\.name) == ["Rex"])
        #expect(animals.first === animal)
    }

    @Test func prefetchedRelationshipsAreReadAfterTheContextIsReleased() throws {
        var descriptor = FetchDescriptor<Animal>()
        descriptor.relationshipKeyPathsForPrefetching = [\.keeper]
        let animal = try #require(try ModelContext(try container()).fetch(descriptor).first)
        #expect(animal.keeper?.name == "Ann")
    }

    @Test func changeAfterTheReleaseOfTheContextIsReported() throws {
        let animal = try orphan()
        let (_, warnings) = collectingRuntimeWarnings {
            animal.name = "Max"
            animal.keeper = Keeper("Bob")
        }
        #expect(warnings.count == 2)
        #expect(warnings.first?.contains("Animal.name was changed") == true)
        #expect(warnings.last?.contains("Animal.keeper was changed") == true)
        #expect(!animal.hasChanges)
        #expect(animal.name == "Max")
        #expect(animal.keeper?.name == "Bob")
    }

    @Test func modelsWithoutContextAreReleased() throws {
        weak var reference: Animal?
        do {
            let animal = try orphan()
            reference = animal
            #expect(animal.keeper?.animals.count == 1)
        }
        #expect(reference == nil)
    }

    @Test func lastModelReleasesResolvedSchema() throws {
        weak var resolvedSchema: ResolvedSchema?
        do {
            let animal = try orphan()
            resolvedSchema = animal._$model.entity?.resolvedSchema
            #expect(resolvedSchema != nil)
            #expect(animal.name == "Rex")
        }
        #expect(resolvedSchema == nil)
    }
}
