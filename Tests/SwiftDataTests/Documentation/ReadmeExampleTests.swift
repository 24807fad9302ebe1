// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The example of README.md, which must compile and print the documented output.
struct ReadmeExampleTests {
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
        var output: [String] = []
        func print(_ items: Any...) {
            output.append(items.map { "\($0)" }.joined(separator: " "))
        }

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

        let page = try ReadmePage()
        #expect(output == page.output)
        #expect(page.code.filter { !page.isInThisFile($0) } == [])
    }
}

/// The code blocks of README.md that form the example.
private struct ReadmePage {
    let code: [String]
    let output: [String]
    private let ownLines: Set<String>

    init() throws {
        let file = URL(filePath: #filePath)
        let root = file.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        code = Self.block("swift", in: page)
        output = Self.block("text", in: page)
        let own = try String(contentsOf: file, encoding: .utf8)
        ownLines = Set(own.split(separator: "\n").map(Self.trimmed))
        try #require(!code.isEmpty)
    }

    /// Whether this file contains a line of the README; only the location of the store differs.
    func isInThisFile(_ line: String) -> Bool {
        ownLines.contains(line) || line.hasPrefix("let file = ")
    }

    /// Returns the unindented lines of the block that starts with a name.
    private static func block(_ name: String, in page: String) -> [String] {
        guard let start = page.firstRange(of: "\n```\(name)\n") else { return [] }
        let rest = page[start.upperBound...]
        guard let end = rest.firstRange(of: "```") else { return [] }
        return rest[..<end.lowerBound].split(separator: "\n").map(trimmed)
    }

    private static func trimmed(_ line: Substring) -> String {
        line.trimmingCharacters(in: .whitespaces)
    }
}
