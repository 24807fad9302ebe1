// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import SwiftDataCloud

/// Relationships that are to-one at both ends.
struct OneToOneTests {
    private typealias Car = Garage.Car
    private typealias Engine = Garage.Engine
    private typealias Badge = Garage.Badge
    private typealias Driver = Garage.Driver
    private typealias KeyBox = Garage.KeyBox

    private let hub: TestHub
    private let phone: Device
    private let laptop: Device

    init() async throws {
        hub = try await TestHub()
        phone = try hub.device("phone", models: Garage.models)
        laptop = try hub.device("laptop", models: Garage.models)
    }

    /// Synchronizes both devices until they have the same, and returns what they have.
    private func merged() async throws -> [String] {
        try await hub.synchronize(phone, laptop, phone, laptop)
        let lines = try Garage.lines(ModelContext(phone.container))
        #expect(try Garage.lines(ModelContext(laptop.container)) == lines)
        for device in [phone, laptop] {
            #expect(try Garage.inconsistencies(ModelContext(device.container)).isEmpty)
            #expect(device.sync.status.problem == nil && device.sync.status.pending == 0)
        }
        return lines
    }

    private func car(_ name: String, on device: Device) throws -> Car {
        try #require(try device.context.fetch(FetchDescriptor<Car>()).first { $0.name == name })
    }

    private func engine(_ name: String, on device: Device) throws -> Engine {
        try #require(try device.context.fetch(FetchDescriptor<Engine>()).first { $0.name == name })
    }

    private func driver(_ name: String, on device: Device) throws -> Driver {
        try #require(try device.context.fetch(FetchDescriptor<Driver>()).first { $0.name == name })
    }

    /// Writes cars with engines, badges and drivers on the phone, and synchronizes.
    private func writeCars(_ names: String...) async throws {
        try phone.write { context in
            for name in names {
                let car = Car(name)
                context.insert(car)
                car.engine = Engine(name + "-e")
                car.badge = Badge(name + "-b")
                car.driver = Driver(name + "-d")
            }
        }
        _ = try await merged()
    }

    // MARK: Without conflicts

    @Test func bothEndsArrive() async throws {
        try await writeCars("A")
        #expect(
            try Garage.lines(laptop.context) == [
                "badge A-b of A", "car A: engine A-e, badge A-b, driver A-d, next -, previous -",
                "driver A-d of A, box -", "engine A-e of A",
            ]
        )
    }

    @Test func replacedModelsLoseTheirReferences() async throws {
        try await writeCars("A")
        try phone.write { _ in
            let car = try self.car("A", on: phone)
            (car.engine, car.badge) = (Engine("new-e"), Badge("new-b"))
        }
        try laptop.write { context in
            let driver = Driver("new-d")
            context.insert(driver)
            driver.car = try car("A", on: laptop)
        }
        #expect(
            try await merged() == [
                "badge A-b of -", "badge new-b of A",
                "car A: engine new-e, badge new-b, driver new-d, next -, previous -",
                "driver A-d of -, box -", "driver new-d of A, box -",
                "engine A-e of -", "engine new-e of A",
            ]
        )
    }

    @Test func referencesAreClearedFromEitherEnd() async throws {
        try await writeCars("A")
        try laptop.write { _ in
            let car = try self.car("A", on: laptop)
            car.engine?.car = nil
            (car.badge, car.driver) = (nil, nil)
        }
        let lines = try await merged()
        #expect(lines.contains("car A: engine -, badge -, driver -, next -, previous -"))
        #expect(lines.count == 4)
    }

    @Test func partnersAreExchanged() async throws {
        try await writeCars("A", "B")
        try laptop.write { _ in
            let (a, b) = (try car("A", on: laptop), try car("B", on: laptop))
            let (engine, badge) = (a.engine, a.badge)
            (a.engine, a.badge) = (b.engine, b.badge)
            (b.engine, b.badge) = (engine, badge)
        }
        let lines = try await merged()
        #expect(lines.contains("car A: engine B-e, badge B-b, driver A-d, next -, previous -"))
        #expect(lines.contains("car B: engine A-e, badge A-b, driver B-d, next -, previous -"))
    }

    @Test func modelsInACircleArrive() async throws {
        try await writeCars("A", "B", "C")
        try phone.write { _ in try join("A", "B", "C", on: phone) }
        #expect(
            try await neighbors()
                == ["next B, previous C", "next C, previous A", "next A, previous B"]
        )
        try laptop.write { _ in try join("A", "C", "B", on: laptop) }
        #expect(
            try await neighbors()
                == ["next C, previous B", "next A, previous C", "next B, previous A"]
        )
    }

    @Test func newModelsInACircleArrive() async throws {
        try phone.write { context in
            let cars = ["A", "B"].map { Car($0) }
            (cars[0].next, cars[1].next) = (cars[1], cars[0])
            context.insert(cars[0])
        }
        #expect(try await neighbors() == ["next B, previous B", "next A, previous A"])
    }

    /// Lets each car precede the next one, and the last one the first.
    private func join(_ names: String..., on device: Device) throws {
        for (name, next) in zip(names, names.dropFirst() + names.prefix(1)) {
            try car(name, on: device).next = try car(next, on: device)
        }
    }

    /// Synchronizes both devices, and returns the neighbors of each car.
    private func neighbors() async throws -> [String] {
        try await merged().filter { $0.hasPrefix("car") }.map { String($0.suffix(18)) }
    }

    // MARK: Delete rules

    @Test func deletionsCascadeFromEitherEndOfTheForeignKey() async throws {
        try await writeCars("A", "B")
        try laptop.write { $0.delete(try car("A", on: laptop)) }
        let lines = try await merged()
        #expect(lines.contains("driver A-d of -, box -"))
        #expect(!lines.contains { $0.contains("A-e") || $0.contains("A-b") })
        #expect(lines.count == 5)
    }

    @Test func modelThatAnotherDeviceChangedOutlivesACascade() async throws {
        try await writeCars("A")
        try phone.write { $0.delete(try car("A", on: phone)) }
        try laptop.write { _ in
            try engine("A-e", on: laptop).name = "changed-e"
            try #require(try car("A", on: laptop).badge).name = "changed-b"
        }
        #expect(
            try await merged() == [
                "badge changed-b of -", "driver A-d of -, box -", "engine changed-e of -",
            ]
        )
    }

    /// A deletion reaches the partners that its device had, and no others.
    @Test func newPartnersOutliveTheDeletionOfTheirOwner() async throws {
        try await writeCars("A")
        try phone.write { $0.delete(try car("A", on: phone)) }
        try laptop.write { _ in
            let car = try self.car("A", on: laptop)
            (car.engine, car.badge) = (Engine("new-e"), Badge("new-b"))
        }
        #expect(
            try await merged() == [
                "badge new-b of -", "driver A-d of -, box -", "engine new-e of -",
            ]
        )
    }

    @Test func modelThatIsNeededOutlivesItsDeletion() async throws {
        try phone.write { context in
            context.insert(KeyBox("K"))
            context.insert(Driver("D"))
        }
        _ = try await merged()
        try phone.write { context in
            try driver("D", on: phone).box = try context.fetch(FetchDescriptor<KeyBox>()).first
        }
        try laptop.write { try $0.delete(model: KeyBox.self) }
        #expect(try await merged() == ["box K of D", "driver D of -, box K"])
    }

    // MARK: Conflicts

    @Test func ofTwoNewPartnersTheLaterOneStays() async throws {
        try await writeCars("A")
        for device in [phone, laptop] {
            try device.write { _ in
                let name = device === phone ? "P" : "L"
                let car = try self.car("A", on: device)
                (car.engine, car.badge) = (Engine(name + "-e"), Badge(name + "-b"))
            }
        }
        let lines = try await merged()
        #expect(lines.filter { $0.hasPrefix("engine") && $0.hasSuffix(" of A") }.count == 1)
        #expect(lines.filter { $0.hasPrefix("badge") && $0.hasSuffix(" of A") }.count == 1)
        #expect(lines.filter { $0.hasPrefix("engine") || $0.hasPrefix("badge") }.count == 6)
        #expect(!lines.contains { $0.contains("engine -") || $0.contains("badge -") })
    }

    @Test func ofTwoNewOwnersTheLaterOneStays() async throws {
        try await writeCars("A", "B", "C")
        for (device, name) in [(phone, "B"), (laptop, "C")] {
            try device.write { _ in
                let car = try self.car(name, on: device)
                car.engine = try engine("A-e", on: device)
                car.badge = try self.car("A", on: device).badge
                car.driver = try driver("A-d", on: device)
            }
        }
        let lines = try await merged()
        for prefix in ["engine", "badge", "driver"] {
            let own = lines.filter { $0.hasPrefix("\(prefix) A-") }
            #expect(own.count == 1)
            #expect(own.allSatisfy { $0.contains(" of B") || $0.contains(" of C") })
            #expect(lines.filter { $0.hasPrefix(prefix) }.count == 3)
        }
        #expect(lines.filter { $0.hasPrefix("car") && $0.contains("A-e") }.count == 1)
        #expect(lines.contains("car A: engine -, badge -, driver -, next -, previous -"))
    }

    @Test func circlesOfBothDevicesBecomeOneOrder() async throws {
        try await writeCars("A", "B", "C", "D")
        try phone.write { _ in try join("A", "B", "C", "D", on: phone) }
        try laptop.write { _ in try join("D", "B", "A", "C", on: laptop) }
        #expect(try await neighbors().count == 4)
    }

    @Test func conflictOfAThirdDeviceIsSettledAsWell() async throws {
        try await writeCars("A")
        let tablet = try hub.device("tablet", models: Garage.models)
        try await tablet.sync.now()
        for device in [phone, laptop, tablet] {
            try device.write { _ in try car("A", on: device).engine = Engine("new") }
        }
        try await hub.synchronize(tablet, laptop, phone, tablet)
        let lines = try await merged()
        try await tablet.sync.now()
        #expect(try Garage.lines(ModelContext(tablet.container)) == lines)
        #expect(lines.filter { $0 == "engine new of A" }.count == 1)
        #expect(lines.filter { $0 == "engine new of -" }.count == 2)
    }
}
