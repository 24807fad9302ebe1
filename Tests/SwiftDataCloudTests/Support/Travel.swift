// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Models as those of a program that comes from CloudKit, and some with more rules.
enum Travel {
    @Model final class Trip {
        var id = UUID()
        var name = ""
        var budget: Double?
        var starts = Date(timeIntervalSinceReferenceDate: 0.25)
        @Attribute(.externalStorage) var cover: Data?
        /// Stays on the device.
        @Attribute(.local) var isExpanded = false
        /// Stays on the device.
        @Attribute(.encrypt) var pin = "none"
        /// Is synchronized, sealed.
        @Attribute(.allowsCloudEncryption) var booking = ""
        @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop]? = []
        @Relationship(inverse: \Person.trips) var people: [Person]? = []
        var country: Country?
        init(_ name: String) { self.name = name }
    }

    @Model final class Stop {
        var place = ""
        var number = 0
        var trip: Trip?
        init(_ place: String, _ number: Int) {
            self.place = place
            self.number = number
        }
    }

    @Model final class Person {
        @Attribute(.unique) var name: String
        var trips: [Trip]? = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Country {
        var name = ""
        @Relationship(deleteRule: .deny, inverse: \Trip.country) var trips: [Trip]? = []
        init(_ name: String) { self.name = name }
    }

    static let models: [any PersistentModel.Type] = [
        Trip.self, Stop.self, Person.self, Country.self,
    ]

    /// Describes all rows, regardless of the identifiers of a store.
    static func lines(_ context: ModelContext) throws -> [String] {
        let trips = try context.fetch(FetchDescriptor<Trip>()).map { trip in
            let stops = (trip.stops ?? []).map { "\($0.number) \($0.place)" }.sorted()
            let people = (trip.people ?? []).map(\.name).sorted()
            return "\(trip.id) \(trip.name) \(trip.budget ?? -1) "
                + "\(trip.starts.timeIntervalSinceReferenceDate) \(trip.cover?.count ?? -1) "
                + "\(trip.booking) \(stops) \(people) \(trip.country?.name ?? "-")"
        }
        let stops = try context.fetch(FetchDescriptor<Stop>()).map { "stop \($0.place)" }
        let people = try context.fetch(FetchDescriptor<Person>()).map { "person \($0.name)" }
        let countries = try context.fetch(FetchDescriptor<Country>()).map { "country \($0.name)" }
        return (trips + stops + people + countries).sorted()
    }
}
