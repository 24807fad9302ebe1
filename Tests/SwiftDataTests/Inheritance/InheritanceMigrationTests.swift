// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Stores whose class hierarchy changes.
@Suite struct InheritanceMigrationTests {
    enum Flat: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static let models: [any PersistentModel.Type] = [Pet.self, Owner.self]

        @Model class Pet {
            var name: String
            var owner: Owner?
            init(_ name: String) { self.name = name }
        }

        @Model final class Owner {
            var name: String
            @Relationship(inverse: \Pet.owner) var pets: [Pet] = []
            init(_ name: String) { self.name = name }
        }
    }

    enum Divided: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static let models: [any PersistentModel.Type] = [
            Pet.self, Owner.self, Dog.self, Puppy.self, Cat.self,
        ]

        @Model class Pet {
            var name: String
            var owner: Owner?
            init(_ name: String) { self.name = name }
        }

        @Model class Dog: Pet {
            var breed: String
            var weight: Double = 10
            init(_ name: String, breed: String) {
                self.breed = breed
                super.init(name)
            }
        }

        @Model final class Puppy: Dog {
            var weeks: Int
            init(_ name: String, weeks: Int) {
                self.weeks = weeks
                super.init(name, breed: "unknown")
            }
        }

        @Model final class Cat: Pet {
            var lives: Int
            init(_ name: String, lives: Int) {
                self.lives = lives
                super.init(name)
            }
        }

        @Model final class Owner {
            var name: String
            @Relationship(inverse: \Pet.owner) var pets: [Pet] = []
            init(_ name: String) { self.name = name }
        }
    }

    /// Without `Cat`, with `breed` in the root class and `weight` in `Puppy`.
    enum Moved: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static let models: [any PersistentModel.Type] = [Pet.self, Owner.self, Puppy.self]

        @Model class Pet {
            var name: String
            var breed: String = "none"
            var owner: Owner?
            init(_ name: String) { self.name = name }
        }

        @Model class Dog: Pet {
            var tricks: [String] = ["sit"]
            init(_ name: String, _ unused: Int) { super.init(name) }
        }

        @Model final class Puppy: Dog {
            var weeks: Int
            var weight: Double = 1
            init(_ name: String, weeks: Int) {
                self.weeks = weeks
                super.init(name, 0)
            }
        }

        @Model final class Owner {
            var name: String
            @Relationship(inverse: \Pet.owner) var pets: [Pet] = []
            init(_ name: String) { self.name = name }
        }
    }

    /// With a required property in a class that has rows.
    enum Stricter: VersionedSchema {
        static let versionIdentifier = Schema.Version(4, 0, 0)
        static let models: [any PersistentModel.Type] = [Pet.self, Owner.self, Dog.self]

        @Model class Pet {
            var name: String
            var owner: Owner?
            init(_ name: String) { self.name = name }
        }

        @Model final class Dog: Pet {
            var breed: String
            var chip: Int
            init(_ name: String, chip: Int) {
                self.breed = ""
                self.chip = chip
                super.init(name)
            }
        }

        @Model final class Owner {
            var name: String
            @Relationship(inverse: \Pet.owner) var pets: [Pet] = []
            init(_ name: String) { self.name = name }
        }
    }

    /// With a former subclass as an entity of its own.
    enum Separate: VersionedSchema {
        static let versionIdentifier = Schema.Version(5, 0, 0)
        static let models: [any PersistentModel.Type] = [Pet.self, Owner.self, Cat.self]

        @Model class Pet {
            var name: String
            var owner: Owner?
            init(_ name: String) { self.name = name }
        }

        @Model final class Cat {
            var name: String
            init(_ name: String) { self.name = name }
        }

        @Model final class Owner {
            var name: String
            @Relationship(inverse: \Pet.owner) var pets: [Pet] = []
            init(_ name: String) { self.name = name }
        }
    }

    private func makeDivided(in folder: TemporaryFolder) throws {
        try folder.using(Divided.self) { context in
            let owner = Divided.Owner("Ann")
            context.insert(owner)
            let pets = [
                Divided.Pet("Ant"), Divided.Dog("Bello", breed: "pug"),
                Divided.Puppy("Cora", weeks: 4), Divided.Cat("Dora", lives: 9),
            ]
            for pet in pets { pet.owner = owner }
            try context.save()
        }
    }

    @Test func addedSubclassesLeaveRowsInRootClass() throws {
        let folder = try TemporaryFolder()
        try folder.using(Flat.self) { context in
            let pet = Flat.Pet("Ant")
            pet.owner = Flat.Owner("Ann")
            context.insert(pet)
            try context.save()
        }
        try folder.using(Divided.self) { context in
            context.insert(Divided.Dog("Bello", breed: "pug"))
            try context.save()
            let pets = try context.fetch(
                FetchDescriptor<Divided.Pet>(sortBy: [SortDescriptor(\.name)])
            )
            #expect(pets.map(\.name) == ["Ant", "Bello"])
            #expect(pets.map { $0 is Divided.Dog } == [false, true])
            #expect(pets.first?.owner?.name == "Ann")
        }
    }

    @Test func removedSubclassIsDeletedAndMovedPropertiesKeepValues() throws {
        let folder = try TemporaryFolder()
        try makeDivided(in: folder)
        try folder.using(Moved.self) { context in
            let pets = try context.fetch(
                FetchDescriptor<Moved.Pet>(sortBy: [SortDescriptor(\.name)])
            )
            #expect(pets.map(\.name) == ["Ant", "Bello", "Cora"])
            #expect(pets.map(\.breed) == ["none", "pug", "unknown"])
            #expect((pets[1] as? Moved.Dog)?.tricks == ["sit"])
            #expect((pets[2] as? Moved.Puppy)?.weight == 10)
            #expect((pets[2] as? Moved.Puppy)?.weeks == 4)
            let owner = try #require(try context.fetch(FetchDescriptor<Moved.Owner>()).first)
            #expect(owner.pets.count == 3)
        }
    }

    @Test func removalOfAllSubclassesKeepsRowsOfRootClass() throws {
        let folder = try TemporaryFolder()
        try makeDivided(in: folder)
        enum Latest: VersionedSchema {
            static let versionIdentifier = Schema.Version(6, 0, 0)
            static let models = Flat.models
        }
        try folder.using(Latest.self) { context in
            let names = try context.fetch(FetchDescriptor<Flat.Pet>()).map(\.name)
            #expect(names == ["Ant"])
        }
    }

    @Test func requiredPropertyOfSubclassWithRowsNeedsDefault() throws {
        let folder = try TemporaryFolder()
        try makeDivided(in: folder)
        let error = #expect(throws: SwiftDataError.self) { _ = try folder.open(Stricter.self) }
        #expect(error?.explanation.contains("Dog.chip") == true)
        try folder.using(Divided.self) { context in
            let count = try context.fetchCount(FetchDescriptor<Divided.Pet>())
            #expect(count == 4)
        }
    }

    @Test func subclassDoesNotBecomeAnotherEntitySilently() throws {
        let folder = try TemporaryFolder()
        try makeDivided(in: folder)
        let error = #expect(throws: SwiftDataError.self) { _ = try folder.open(Separate.self) }
        #expect(error?.explanation.contains("Cat: no longer a subclass of Pet") == true)
    }

    /// With `Cat` below `Dog`, whose required property has no value in its rows.
    enum Nested: VersionedSchema {
        static let versionIdentifier = Schema.Version(7, 0, 0)
        static let models: [any PersistentModel.Type] = [Pet.self, Owner.self, Cat.self]

        @Model class Pet {
            var name: String
            var owner: Owner?
            init(_ name: String) { self.name = name }
        }

        @Model class Dog: Pet {
            var breed: String = "stray"
            var weight: Double = 10
            init(_ name: String, breed: String) {
                self.breed = breed
                super.init(name)
            }
        }

        @Model final class Cat: Dog {
            var lives: Int
            init(_ name: String, lives: Int) {
                self.lives = lives
                super.init(name, breed: "")
            }
        }

        @Model final class Owner {
            var name: String
            @Relationship(inverse: \Pet.owner) var pets: [Pet] = []
            init(_ name: String) { self.name = name }
        }
    }

    @Test func movedSubclassGetsDefaultsOfItsNewSuperclass() throws {
        let folder = try TemporaryFolder()
        try makeDivided(in: folder)
        try folder.using(Nested.self) { context in
            let cats = try context.fetch(FetchDescriptor<Nested.Cat>())
            #expect(cats.map(\.breed) == ["stray"])
            #expect(cats.map(\.weight) == [10])
            let dogs = try context.fetch(
                FetchDescriptor<Nested.Dog>(sortBy: [SortDescriptor(\.name)])
            )
            #expect(dogs.map(\.breed) == ["pug", "stray"])
        }
    }

    @Test func keysOfRemovedSubclassAreNotReused() throws {
        let folder = try TemporaryFolder()
        try makeDivided(in: folder)
        let removed = try folder.using(Divided.self) { context in
            try context.fetchIdentifiers(FetchDescriptor<Divided.Cat>())
        }
        try folder.using(Moved.self) { context in
            let pet = Moved.Pet("Eve")
            context.insert(pet)
            try context.save()
            let isReused = removed.contains(pet.persistentModelID)
            #expect(!isReused)
        }
    }

    @Test func subclassWhoseRootIsRemovedIsNotDroppedSilently() throws {
        enum Rootless: VersionedSchema {
            static let versionIdentifier = Schema.Version(8, 0, 0)
            static let models: [any PersistentModel.Type] = [Separate.Cat.self]
        }
        let folder = try TemporaryFolder()
        try makeDivided(in: folder)
        let error = #expect(throws: SwiftDataError.self) { _ = try folder.open(Rootless.self) }
        #expect(error?.explanation.contains("Cat: no longer a subclass of Pet") == true)
    }

    @Test func stagedMigrationPassesThroughHierarchies() throws {
        enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] {
                [Flat.self, Divided.self, Moved.self]
            }
            static var stages: [MigrationStage] {
                [
                    .custom(
                        fromVersion: Flat.self,
                        toVersion: Divided.self,
                        willMigrate: nil,
                        didMigrate: { context in
                            for pet in try context.fetch(FetchDescriptor<Divided.Pet>()) {
                                context.insert(Divided.Dog(pet.name, breed: "mixed"))
                                context.delete(pet)
                            }
                            try context.save()
                        }
                    ),
                    .lightweight(fromVersion: Divided.self, toVersion: Moved.self),
                ]
            }
        }
        let folder = try TemporaryFolder()
        try folder.using(Flat.self) { context in
            context.insert(Flat.Pet("Ant"))
            context.insert(Flat.Pet("Bee"))
            try context.save()
        }
        try folder.using(Moved.self, plan: Plan.self) { context in
            let dogs = try context.fetch(
                FetchDescriptor<Moved.Dog>(sortBy: [SortDescriptor(\.name)])
            )
            #expect(dogs.map(\.name) == ["Ant", "Bee"])
            #expect(dogs.map(\.breed) == ["mixed", "mixed"])
        }
    }
}
