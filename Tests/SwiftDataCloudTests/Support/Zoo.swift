// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// A class hierarchy with relationships of the root class and of subclasses.
enum Zoo {
    @Model class Animal {
        var name = ""
        var keeper: Keeper?
        @Relationship(deleteRule: .cascade, inverse: \Meal.animal) var meals: [Meal]? = []
        init(_ name: String) { self.name = name }
    }

    @Model class Bird: Animal {
        var span = 0.0
        /// To-one at both ends.
        var admirer: Keeper?
        init(_ name: String, span: Double) {
            self.span = span
            super.init(name)
        }
    }

    @Model final class Parrot: Bird {
        var words = ""
        init(_ name: String, words: String) {
            self.words = words
            super.init(name, span: 0.5)
        }
    }

    @Model final class Fish: Animal {
        var depth: Int?
        var tank: Tank?
        init(_ name: String, in tank: Tank? = nil) {
            self.tank = tank
            super.init(name)
        }
    }

    @Model final class Meal {
        var food = ""
        var animal: Animal?
        init(_ food: String) { self.food = food }
    }

    @Model final class Tank {
        var name = ""
        @Relationship(inverse: \Fish.tank) var fish: [Fish]? = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Keeper {
        var name = ""
        @Relationship(inverse: \Animal.keeper) var animals: [Animal]? = []
        @Relationship(inverse: \Bird.admirer) var favorite: Bird?
        init(_ name: String) { self.name = name }
    }

    static let models: [any PersistentModel.Type] = modelsWithoutParrots + [Parrot.self]

    /// The models of an earlier version of the program.
    static let modelsWithoutParrots: [any PersistentModel.Type] = [
        Animal.self, Bird.self, Fish.self, Meal.self, Tank.self, Keeper.self,
    ]

    /// Describes all animals, regardless of the identifiers of a store.
    static func lines(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Animal>()).map { animal in
            let meals = (animal.meals ?? []).map(\.food).sorted()
            let line = "\(animal.name) \(meals) of \(animal.keeper?.name ?? "-")"
            let own =
                switch animal {
                case let parrot as Parrot:
                    "parrot \(parrot.words) \(parrot.span) \(parrot.admirer?.name ?? "-")"
                case let bird as Bird: "bird \(bird.span) \(bird.admirer?.name ?? "-")"
                case let fish as Fish: "fish \(fish.depth ?? -1) \(fish.tank?.name ?? "-")"
                default: "animal"
                }
            return "\(own): \(line)"
        }
        .sorted()
    }
}
