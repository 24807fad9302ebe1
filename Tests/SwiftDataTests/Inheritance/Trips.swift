// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// A class hierarchy of three levels with two branches, for the tests of inheritance.
enum Trips {
    @Model class Trip {
        #Index<Trip>([\.start])
        @Attribute(.unique) var name: String
        var start: Date
        var distance: Int = 10
        @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
        var traveler: Traveler?

        init(name: String, start: Date = Date(timeIntervalSinceReferenceDate: 0)) {
            self.name = name
            self.start = start
        }

        var title: String { "Trip to \(name)" }
    }

    @Model class BusinessTrip: Trip {
        var purpose: String
        var expenses: Decimal?
        var company: Company?

        init(name: String, purpose: String, company: Company? = nil) {
            self.purpose = purpose
            self.company = company
            super.init(name: name)
        }

        override var title: String { "\(purpose) in \(name)" }
    }

    @Model final class Conference: BusinessTrip {
        @Attribute(.unique) var badge: Int
        var talks: [Talk] = []

        init(name: String, badge: Int) {
            self.badge = badge
            super.init(name: name, purpose: "conference")
        }
    }

    @Model final class PersonalTrip: Trip {
        enum Reason: String, Codable { case family, leisure }
        var reason: Reason
        /// A property that another branch has with another type.
        var purpose: Int?

        init(name: String, reason: Reason) {
            self.reason = reason
            super.init(name: name)
        }
    }

    @Model final class Stop {
        var city: String
        var trip: Trip?
        init(_ city: String) { self.city = city }
    }

    @Model final class Traveler {
        var name: String
        @Relationship(inverse: \Trip.traveler) var trips: [Trip] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Company {
        var name: String
        @Relationship(deleteRule: .deny, inverse: \BusinessTrip.company)
        var trips: [BusinessTrip] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Talk {
        var title: String
        init(_ title: String) { self.title = title }
    }

    static let models: [any PersistentModel.Type] = [
        Trip.self, BusinessTrip.self, Conference.self, PersonalTrip.self,
    ]

    static func container(_ configurations: ModelConfiguration...) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(models),
            configurations: configurations.isEmpty
                ? [ModelConfiguration(isStoredInMemoryOnly: true)] : configurations
        )
    }

    /// Returns a context with one unsaved model of each class.
    static func context() throws -> ModelContext {
        let context = ModelContext(try container())
        context.insert(Trip(name: "Alps"))
        context.insert(BusinessTrip(name: "Berlin", purpose: "sales"))
        context.insert(Conference(name: "Cupertino", badge: 7))
        context.insert(PersonalTrip(name: "Dublin", reason: .family))
        return context
    }
}
