// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Sort orders and groups by properties of related models of a subclass.
@Suite struct InheritedSortTests {
    @Model class Animal {
        var name: String
        init(_ name: String) { self.name = name }
    }

    @Model final class Dog: Animal {
        var tricks: Int
        var label: String { "dog " + name }
        init(_ name: String, tricks: Int) {
            self.tricks = tricks
            super.init(name)
        }
    }

    @Model final class Owner {
        var number: Int
        var dog: Dog?
        var animal: Animal
        init(_ number: Int, dog: Dog, animal: Animal) {
            self.number = number
            self.dog = dog
            self.animal = animal
        }
    }

    private let context: ModelContext

    init() throws {
        let container = try ModelContainer(
            for: Schema([Animal.self, Dog.self, Owner.self]),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        context.insert(Owner(1, dog: Dog("Ada", tricks: 5), animal: Animal("Zed")))
        context.insert(Owner(2, dog: Dog("Bob", tricks: 3), animal: Dog("Yan", tricks: 1)))
    }

    private func numbers(by order: SortDescriptor<Owner>) throws -> [Int] {
        try context.fetch(FetchDescriptor<Owner>(sortBy: [order])).map(\.number)
    }

    @Test func propertyOfARelatedSubclassSorts() throws {
        #expect(try numbers(by: SortDescriptor(\.dog?.tricks)) == [2, 1])
        try context.save()
        #expect(try numbers(by: SortDescriptor(\.dog?.tricks)) == [2, 1])
    }

    @Test func propertyOfARelatedRootClassSorts() throws {
        try context.save()
        #expect(try numbers(by: SortDescriptor(\.animal.name)) == [2, 1])
    }

    @Test func inheritedAndComputedPropertiesOfARelatedSubclassAreRefused() throws {
        let orders = [SortDescriptor<Owner>(\.dog?.name), SortDescriptor<Owner>(\.dog?.label)]
        for order in orders {
            let error = try #require(throws: SwiftDataError.self) { try numbers(by: order) }
            #expect(error == .unsupportedSortDescriptor)
            #expect(error.explanation.contains("leads through dog to"))
            #expect(error.explanation.contains("Dog does not declare itself"))
        }
        let groups = AggregateDescriptor(of: Owner.self, .count).grouped(by: \.dog?.name)
        let error = #expect(throws: SwiftDataError.unsupportedKeyPath) {
            try context.fetchGroups(groups)
        }
        #expect(error?.explanation.contains("leads through dog to") == true)
    }
}
