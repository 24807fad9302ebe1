// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The example of README.md, which must compile and print the documented output.
struct ReadmeExampleTests: PrintingExample {
    let output = PrintedLines()

    @Model
    final class Trip {
        #Index<Trip>([\.start])
        @Attribute(.unique) var name: String
        var start: Date
        @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

        init(name: String, start: Date) {
            self.name = name
            self.start = start
        }
    }

    @Model
    final class Stop {
        var place: String
        var nights: Int
        var trip: Trip?

        init(place: String, nights: Int) {
            self.place = place
            self.nights = nights
        }
    }

    @Test func exampleOutputMatchesReadme() throws {
        let folder = try TemporaryFolder()

        let file = folder.url.appending(path: "trips.store")
        let store = ModelConfiguration(url: file)
        let container = try ModelContainer(for: Trip.self, Stop.self, configurations: store)
        let context = ModelContext(container)

        let alps = Trip(name: "Alps", start: try Date("2026-07-04T08:00:00Z", strategy: .iso8601))
        context.insert(alps)
        alps.stops = [Stop(place: "Bern", nights: 1), Stop(place: "Zermatt", nights: 4)]
        context.insert(Trip(name: "Coast", start: .now))
        try context.save()

        let long = #Predicate<Trip> { trip in trip.stops.contains { $0.nights > 3 } }
        let byStart = FetchDescriptor(predicate: long, sortBy: [SortDescriptor(\.start)])
        for trip in try context.fetch(byStart) {
            print(trip.name, trip.stops.map(\.place))
        }

        context.delete(alps)
        try context.save()
        print(try context.fetchCount(FetchDescriptor<Trip>()), "trip is left")
        print(try context.fetchCount(FetchDescriptor<Stop>()), "stops are left")

        let page = try DocumentationPage("README.md")
        #expect(page.blocks(of: "text").contains(output.lines))
        let code = try #require(page.blocks(of: "swift").first)
        let own = try DocumentationPage.lines(
            of: "Tests/SwiftDataTests/Documentation/ReadmeExampleTests.swift"
        )
        let compiled = Set(own.map(trimmed))
        // Only the location of the store differs.
        let missing = code.map(trimmed).filter {
            !compiled.contains($0) && !$0.hasPrefix("let file = ")
        }
        #expect(missing == [])
    }

    private func trimmed(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }
}
