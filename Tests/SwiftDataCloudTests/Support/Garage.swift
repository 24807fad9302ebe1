// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Models whose relationships are to-one at both ends, with each delete rule.
///
/// The foreign key is in the model whose name is first: a car has the one of its engine, a badge
/// the one of its car, so that a cascade begins at either end of a key.
enum Garage {
    @Model final class Car {
        var name = ""
        @Relationship(deleteRule: .cascade, inverse: \Engine.car) var engine: Engine?
        @Relationship(deleteRule: .cascade, inverse: \Badge.car) var badge: Badge?
        @Relationship(inverse: \Driver.car) var driver: Driver?
        /// Cars in a train.
        @Relationship(inverse: \Car.previous) var next: Car?
        var previous: Car?
        init(_ name: String) { self.name = name }
    }

    @Model final class Engine {
        var name = ""
        var car: Car?
        init(_ name: String) { self.name = name }
    }

    @Model final class Badge {
        var name = ""
        var car: Car?
        init(_ name: String) { self.name = name }
    }

    @Model final class Driver {
        var name = ""
        var car: Car?
        /// Cannot be deleted while it has a key.
        var box: KeyBox?
        init(_ name: String) { self.name = name }
    }

    @Model final class KeyBox {
        var name = ""
        @Relationship(deleteRule: .deny, inverse: \Driver.box) var driver: Driver?
        init(_ name: String) { self.name = name }
    }

    static let models: [any PersistentModel.Type] = [
        Car.self, Engine.self, Badge.self, Driver.self, KeyBox.self,
    ]

    /// Describes all models, each relationship from both of its ends.
    static func lines(_ context: ModelContext) throws -> [String] {
        let cars = try context.fetch(FetchDescriptor<Car>()).map { car in
            "car \(car.name): engine \(car.engine?.name ?? "-"), badge \(car.badge?.name ?? "-"), "
                + "driver \(car.driver?.name ?? "-"), next \(car.next?.name ?? "-"), "
                + "previous \(car.previous?.name ?? "-")"
        }
        let parts =
            try context.fetch(FetchDescriptor<Engine>())
            .map { "engine \($0.name) of \($0.car?.name ?? "-")" }
            + context.fetch(FetchDescriptor<Badge>())
            .map { "badge \($0.name) of \($0.car?.name ?? "-")" }
        let drivers = try context.fetch(FetchDescriptor<Driver>()).map { driver in
            "driver \(driver.name) of \(driver.car?.name ?? "-"), box \(driver.box?.name ?? "-")"
        }
        let boxes = try context.fetch(FetchDescriptor<KeyBox>())
            .map { "box \($0.name) of \($0.driver?.name ?? "-")" }
        return (cars + parts + drivers + boxes).sorted()
    }

    /// Returns the names of the models whose partners do not refer back to them.
    static func inconsistencies(_ context: ModelContext) throws -> [String] {
        let cars = try context.fetch(FetchDescriptor<Car>()).filter { car in
            let partners = [
                car.engine.map(\.car), car.badge.map(\.car), car.driver.map(\.car),
                car.next.map(\.previous), car.previous.map(\.next),
            ]
            return partners.contains { $0.map { $0 !== car } ?? false }
        }
        let engines = try context.fetch(FetchDescriptor<Engine>())
            .filter { engine in engine.car.map { $0.engine !== engine } ?? false }
        let badges = try context.fetch(FetchDescriptor<Badge>())
            .filter { badge in badge.car.map { $0.badge !== badge } ?? false }
        let drivers = try context.fetch(FetchDescriptor<Driver>()).filter { driver in
            driver.car.map { $0.driver !== driver } ?? false
                || driver.box.map { $0.driver !== driver } ?? false
        }
        return cars.map(\.name) + engines.map(\.name) + badges.map(\.name) + drivers.map(\.name)
    }
}
