// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import SwiftDataCloud

/// Models of class hierarchies.
struct HierarchyTests {
    private let hub: TestHub

    init() async throws { hub = try await TestHub() }

    private func device(
        _ name: String,
        database: ModelConfiguration.CloudKitDatabase = .private(TestHub.name),
        models: [any PersistentModel.Type] = Zoo.models
    ) throws -> Device {
        try hub.device(name, database: database, models: models)
    }

    private func lines(_ device: Device) throws -> [String] {
        try Zoo.lines(ModelContext(device.container))
    }

    private func animal(_ name: String, on device: Device) throws -> Zoo.Animal {
        try #require(
            try device.context.fetch(FetchDescriptor<Zoo.Animal>()).first { $0.name == name }
        )
    }

    private func writeAnimals(_ context: ModelContext) throws {
        let keeper = Zoo.Keeper("Ada")
        let animals = [
            Zoo.Animal("Ann"), Zoo.Bird("Bob", span: 1.5), Zoo.Parrot("Pam", words: "hello"),
            Zoo.Fish("Fin", in: Zoo.Tank("big")),
        ]
        for animal in animals {
            context.insert(animal)
            animal.keeper = keeper
            animal.meals = [Zoo.Meal("for " + animal.name)]
        }
        keeper.favorite = animals[2] as? Zoo.Bird
    }

    @Test func modelsArriveWithTheirClasses() async throws {
        let (phone, laptop) = (try device("phone"), try device("laptop"))
        try phone.write(writeAnimals)
        try await hub.synchronize(phone, laptop)
        #expect(
            try lines(laptop) == [
                #"animal: Ann ["for Ann"] of Ada"#, #"bird 1.5 -: Bob ["for Bob"] of Ada"#,
                #"fish -1 big: Fin ["for Fin"] of Ada"#,
                #"parrot hello 0.5 Ada: Pam ["for Pam"] of Ada"#,
            ]
        )
        #expect(try lines(phone) == lines(laptop))
    }

    @Test func rowsOfAnEarlierStoreArriveWithTheirClasses() async throws {
        let earlier = try device("phone", database: .none)
        try earlier.write(writeAnimals)
        let expected = try lines(earlier)
        let (phone, laptop) = (try device("phone"), try device("laptop"))
        try await hub.synchronize(phone, laptop)
        #expect(try lines(laptop) == expected && expected.count == 4)
    }

    @Test func changesOfInheritedAndOwnPropertiesAreMerged() async throws {
        let (phone, laptop) = (try device("phone"), try device("laptop"))
        try phone.write(writeAnimals)
        try await hub.synchronize(phone, laptop)
        try phone.write { _ in
            (try animal("Pam", on: phone) as? Zoo.Parrot)?.words = "bye"
            (try animal("Fin", on: phone) as? Zoo.Fish)?.tank = nil
        }
        try laptop.write { context in
            let pam = try animal("Pam", on: laptop)
            (pam as? Zoo.Bird)?.span = 0.75
            (pam as? Zoo.Bird)?.admirer = nil
            try animal("Fin", on: laptop).name = "Flo"
            context.delete(try animal("Bob", on: laptop))
        }
        try await hub.synchronize(phone, laptop, phone)
        #expect(
            try lines(phone) == [
                #"animal: Ann ["for Ann"] of Ada"#, #"fish -1 -: Flo ["for Fin"] of Ada"#,
                #"parrot bye 0.75 -: Pam ["for Pam"] of Ada"#,
            ]
        )
        #expect(try lines(laptop) == lines(phone))
    }

    @Test func textsOfSubclassesAreConflicts() async throws {
        let (phone, laptop) = (try device("phone"), try device("laptop"))
        try phone.write(writeAnimals)
        try await hub.synchronize(phone, laptop)
        for (device, words) in [(phone, "one"), (laptop, "two")] {
            try device.write { _ in
                (try animal("Pam", on: device) as? Zoo.Parrot)?.words = words
            }
        }
        try await hub.synchronize(phone, laptop, phone)
        let conflict = try #require(try await phone.sync.conflicts().first)
        #expect(Set([conflict.current.text, conflict.other.text]) == ["one", "two"])
        #expect(conflict.attribute == "words")
        #expect(try lines(laptop) == lines(phone))
    }

    @Test func modelsOfAnUnknownClassWaitForIt() async throws {
        let phone = try device("phone")
        try phone.write(writeAnimals)
        do {
            let old = try device("laptop", models: Zoo.modelsWithoutParrots)
            try await hub.synchronize(phone, old)
            #expect(try lines(old).count == 3 && old.sync.status.problem == nil)
            try old.write { _ in try animal("Bob", on: old).name = "Bea" }
            try await hub.synchronize(old, phone)
            await old.sync.pause()
        }
        let laptop = try device("laptop")
        try await laptop.sync.now()
        #expect(try lines(laptop) == lines(phone))
        #expect(try lines(laptop).contains { $0.contains("parrot hello") })
    }

    /// A process that starts again uses the primary key of a deleted row again.
    @Test func modelThatReplacesOneOfAnotherClassIsAnotherModel() async throws {
        let laptop = try device("laptop")
        do {
            let phone = try device("phone")
            try phone.write { $0.insert(Zoo.Fish("Fin")) }
            try await hub.synchronize(phone, laptop)
            await phone.sync.pause()
        }
        do {
            let phone = try device("phone", database: .none)
            try phone.write { $0.delete(try animal("Fin", on: phone)) }
        }
        do {
            let phone = try device("phone", database: .none)
            try phone.write { $0.insert(Zoo.Parrot("Pam", words: "hello")) }
        }
        let phone = try device("phone")
        try await hub.synchronize(phone, laptop)
        #expect(try lines(laptop) == ["parrot hello 0.5 -: Pam [] of -"])
        #expect(try lines(phone) == lines(laptop))
    }
}
