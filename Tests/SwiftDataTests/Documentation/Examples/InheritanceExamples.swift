// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *Inheritance*.
struct InheritanceExamples: PrintingExample {
    let output = PrintedLines()

    @Model
    class Trip {
        @Attribute(.unique) var name: String
        var start: Date
        @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

        init(name: String, start: Date) {
            self.name = name
            self.start = start
        }
    }

    @Model
    final class BusinessTrip: Trip {
        var purpose: String
        var budget: Decimal?

        init(name: String, start: Date, purpose: String) {
            self.purpose = purpose
            super.init(name: name, start: start)
        }
    }

    @Model
    final class PersonalTrip: Trip {
        var companions: Int

        init(name: String, start: Date, companions: Int) {
            self.companions = companions
            super.init(name: name, start: start)
        }
    }

    @Model
    final class Stop {
        var city: String
        var trip: Trip?

        init(city: String) {
            self.city = city
        }
    }

    private let context: ModelContext

    init() throws {
        let container = try ModelContainer(
            for: BusinessTrip.self,
            PersonalTrip.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        let start = Date(timeIntervalSinceReferenceDate: 0)
        let berlin = BusinessTrip(name: "Berlin", start: start, purpose: "sales")
        context.insert(Trip(name: "Alps", start: start))
        context.insert(berlin)
        context.insert(PersonalTrip(name: "Dublin", start: start, companions: 2))
        berlin.stops = [Stop(city: "Potsdam")]
        try context.save()
    }

    @Test func hierarchyIsFetchedByClass() throws {
        let all = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
        for trip in try context.fetch(all) {
            print(trip.name, (trip as? BusinessTrip)?.purpose ?? "-")
        }
        let business = try context.fetch(FetchDescriptor<BusinessTrip>())
        print(business.count)
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/Inheritance.md")
        #expect(output.lines == page.blocks(of: "text")[0])
    }

    @Test func predicatesTestClasses() throws {
        let personal = #Predicate<Trip> { $0 is PersonalTrip }
        let sales = #Predicate<Trip> { ($0 as? BusinessTrip)?.purpose == "sales" }
        let businessStops = #Predicate<Stop> { $0.trip is BusinessTrip }
        print(try context.fetchCount(FetchDescriptor(predicate: personal)))
        print(try context.fetch(FetchDescriptor(predicate: sales)).map(\.name))
        print(try context.fetch(FetchDescriptor(predicate: businessStops)).map(\.city))
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/Inheritance.md")
        #expect(output.lines == page.blocks(of: "text")[1])
    }
}
