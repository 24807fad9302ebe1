// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Models with relationships of all kinds, for tests of models that return after their deletion.
enum Armada {
    @Model final class Fleet {
        var serial: Int
        @Relationship(deleteRule: .cascade, inverse: \Ship.fleet) var ships: [Ship] = []

        init(_ serial: Int) { self.serial = serial }
    }

    @Model final class Ship {
        var serial: Int
        var fleet: Fleet?
        var captain: Captain?
        @Relationship(inverse: nil) var home: Port?

        init(_ serial: Int) { self.serial = serial }
    }

    @Model final class Captain {
        var serial: Int
        @Relationship(inverse: \Ship.captain) var ships: [Ship] = []
        @Relationship(inverse: \Port.captains) var ports: [Port] = []
        /// One-to-one; the captain has the foreign key.
        @Relationship(inverse: \License.captain) var license: License?

        init(_ serial: Int) { self.serial = serial }
    }

    @Model final class Port {
        var serial: Int
        var captains: [Captain] = []

        init(_ serial: Int) { self.serial = serial }
    }

    @Model final class License {
        var serial: Int
        var captain: Captain?

        init(_ serial: Int) { self.serial = serial }
    }

    /// A required reference without an inverse.
    @Model final class Cargo {
        var serial: Int
        @Relationship(inverse: nil) var port: Port

        init(_ serial: Int, for port: Port) {
            self.serial = serial
            self.port = port
        }
    }

    /// Its crates can also belong to a truck, which deletes them as well.
    @Model final class Pier {
        @Relationship(deleteRule: .cascade, inverse: \Crate.pier) var crates: [Crate] = []

        init() {}
    }

    @Model final class Truck {
        @Relationship(deleteRule: .cascade, inverse: \Crate.truck) var crates: [Crate] = []

        init() {}
    }

    @Model final class Crate {
        var pier: Pier?
        var truck: Truck?

        init() {}
    }

    static func container() throws -> ModelContainer {
        try ModelContainer(
            for: Fleet.self,
            Ship.self,
            Captain.self,
            Port.self,
            License.self,
            Cargo.self,
            Pier.self,
            Truck.self,
            Crate.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }
}
