// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// The first version of the models in the stores that migration tests write.
enum TripsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self, Stop.self, Tag.self] }

    @Model final class Trip {
        @Attribute(.spotlight) var title: String
        var days: Int16
        var note: String?
        var stops: [Stop]
        var tags: [Tag]
        init(title: String, days: Int16 = 1, note: String? = nil) {
            self.title = title
            self.days = days
            self.note = note
            self.stops = []
            self.tags = []
        }
    }

    @Model final class Stop {
        var name: String
        @Relationship(inverse: \Trip.stops) var trip: Trip?
        init(name: String) { self.name = name }
    }

    @Model final class Tag {
        var name: String
        init(name: String) { self.name = name }
    }
}

/// Changes that are migrated automatically: additions with a default, renames, removals, wider
/// types.
enum TripsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self, Stop.self, Tag.self] }

    @Model final class Trip {
        @Attribute(.spotlight, originalName: "title") var name: String
        var days: Int
        var rating = 3
        var token = UUID()
        var subtitle: String?
        @Relationship(originalName: "stops") var places: [Stop]
        var tags: [Tag]
        init(name: String) {
            self.name = name
            self.days = 1
            self.places = []
            self.tags = []
        }
    }

    @Model final class Stop {
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Trip.places) var trip: Trip?
        init(name: String) { self.name = name }
    }

    @Model final class Tag {
        var name: String
        var trips: [Trip]
        init(name: String) {
            self.name = name
            self.trips = []
        }
    }
}

/// Changes that require a custom stage.
enum TripsV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self] }

    @Model final class Trip {
        @Attribute(.spotlight, originalName: "title") var name: String
        var days: Int
        var subtitle: String
        init(name: String, subtitle: String) {
            self.name = name
            self.days = 1
            self.subtitle = subtitle
        }
    }
}

enum TripsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self, TripsV3.self] }
    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: TripsV1.self, toVersion: TripsV2.self),
            .custom(
                fromVersion: TripsV2.self,
                toVersion: TripsV3.self,
                willMigrate: { context in
                    for trip in try context.fetch(FetchDescriptor<TripsV2.Trip>()) {
                        trip.subtitle = "was rated \(trip.rating)"
                    }
                    try context.save()
                },
                didMigrate: { context in
                    for trip in try context.fetch(FetchDescriptor<TripsV3.Trip>()) {
                        trip.name += "!"
                    }
                    try context.save()
                }
            ),
        ]
    }
}

extension TemporaryFolder {
    /// Writes a store of the first version with two trips.
    func writeFirstVersion() throws {
        let context = try open(TripsV1.self)
        context.author = "first"
        let north = TripsV1.Trip(title: "Nörth", days: 7, note: "cold")
        let south = TripsV1.Trip(title: "South")
        context.insert(north)
        context.insert(south)
        north.stops = ["Oslo", "Bergen"].map { TripsV1.Stop(name: $0) }
        south.stops = [TripsV1.Stop(name: "Rome")]
        let sea = TripsV1.Tag(name: "sea")
        north.tags = [sea, TripsV1.Tag(name: "snow")]
        south.tags = [TripsV1.Tag(name: "sun")]
        try context.save()
    }
}
