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

    private func orphan() throws -> Animal {
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
        return try #require(try ModelContext(container).fetch(FetchDescriptor<Animal>()).first)
    }

    @Test func relationshipsAreEmptyAfterContainerIsReleased() throws {
        let animal = try orphan()
        let properties = try #require(animal._$model.entity).properties
        #expect(properties.compactMap { $0.destination?.name } == ["Keeper"])
        #expect(animal.keeper == nil)
        #expect(animal.name == "Rex")
        animal.keeper = Keeper("Bob")
        #expect(animal.keeper?.name == "Bob")
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
