// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Values that the store computes for each group of models.
@Suite struct GroupedAggregateDescriptorTests {
    private let context: ModelContext

    /// Four saved specimens with the levels low, medium, high, low and the numbers 1, 5, -3, 11.
    init() throws { context = try FourSpecimens().context }

    @Test func groupsAreInTheOrderOfTheirKeys() throws {
        let byLevel = AggregateDescriptor(of: Specimen.self, .count, .sum(\.int)).grouped(
            by: \.level
        )
        let groups = try context.fetchGroups(byLevel)
        #expect(groups.map(\.key) == [.high, .low, .medium])
        #expect(groups.map(\.value.0) == [1, 2, 1])
        #expect(groups.map(\.value.1) == [-3, 12, 5])
    }

    @Test func keysOfSeveralPropertiesAreATuple() throws {
        let groups = try context.fetchGroups(
            AggregateDescriptor(of: Specimen.self, .count).grouped(by: \.level, \.shelf?.name)
        )
        #expect(groups.map(\.key.0) == [.high, .low, .low, .medium])
        #expect(groups.map(\.key.1) == [nil, nil, "Top", "Bottom"])
        #expect(groups.map(\.value) == [1, 1, 1, 1])
    }

    @Test func groupsAreSortedByAggregatesAndKeys() throws {
        var byLevel = AggregateDescriptor(of: Specimen.self, .count).grouped(by: \.level)
        byLevel.sortBy = [.by(.sum(\.int), order: .reverse)]
        #expect(try context.fetchGroups(byLevel).map(\.key) == [.low, .medium, .high])
        byLevel.sortBy = [.by(.count), .by(key: \.level, order: .reverse)]
        #expect(try context.fetchGroups(byLevel).map(\.key) == [.medium, .high, .low])
    }

    @Test func unsignedKeysAndSumsAreSortedByValue() throws {
        var byNumber = AggregateDescriptor(of: Specimen.self, .max(\.uint64)).grouped(by: \.uint64)
        #expect(try context.fetchGroups(byNumber).map(\.key) == [0, .max])
        byNumber.sortBy = [.by(.sum(\.uint64), order: .reverse)]
        #expect(try context.fetchGroups(byNumber).map(\.value) == [.max, 0])
    }

    @Test func groupsAreLimited() throws {
        var byLevel = AggregateDescriptor(of: Specimen.self, .count).grouped(by: \.level)
        byLevel.fetchLimit = 1
        byLevel.fetchOffset = 1
        #expect(try context.fetchGroups(byLevel).map(\.key) == [.low])
        byLevel.fetchLimit = 0
        #expect(try context.fetchGroups(byLevel).isEmpty)
    }

    @Test func predicateSelectsModelsBeforeGrouping() throws {
        let groups = try context.fetchGroups(
            AggregateDescriptor(.count, predicate: #Predicate<Specimen> { $0.int > 1 })
                .grouped(by: \.level)
        )
        #expect(groups.map(\.key) == [.low, .medium])
        let none = AggregateDescriptor(.count, predicate: #Predicate<Specimen> { $0.int > 99 })
        #expect(try context.fetchGroups(none.grouped(by: \.level)).isEmpty)
    }

    @Test func relatedModelsAreKeys() throws {
        let shelf = Shelf(name: "New", note: nil, weight: 1, region: nil)
        let specimen = Specimen(serial: 4)
        context.insert(specimen)
        specimen.shelf = shelf
        let groups = try context.fetchGroups(
            AggregateDescriptor(of: Specimen.self, .count).grouped(by: \.shelf)
        )
        #expect(Set(groups.map { $0.key?.name }) == ["Top", "Bottom", "New", nil])
        #expect(groups.contains { $0.key === shelf })
        #expect(groups.first { $0.key == nil }?.value == 2)
        let regions = try context.fetchGroups(
            AggregateDescriptor(of: Specimen.self, .count).grouped(by: \.shelf?.region)
        )
        #expect(regions.map { $0.key?.name } == [nil, "North"])
        #expect(regions.map(\.value) == [4, 1])
    }

    @Test func equalTextIsOneGroup() throws {
        // Equal to `String`, but with other bytes.
        for (serial, text) in ["e\u{301}", "\u{E9}"].enumerated() {
            let specimen = Specimen(serial: serial)
            specimen.text = text
            context.insert(specimen)
        }
        let byText = AggregateDescriptor(
            .count,
            predicate: #Predicate<Specimen> { $0.text == "\u{E9}" }
        )
        .grouped(by: \.text)
        #expect(try context.fetchGroups(byText).map(\.value) == [2])
        try context.save()
        #expect(try context.fetchGroups(byText).map(\.value) == [2])
    }

    @Test func groupsAreHashable() throws {
        let byLevel = AggregateDescriptor(of: Specimen.self, .count).grouped(by: \.level)
        let groups = try context.fetchGroups(byLevel)
        #expect(groups == (try context.fetchGroups(byLevel)))
        #expect(Set(groups).count == 3)
    }

    @Test func propertiesWithoutStoredOrderAreRefused() throws {
        let specimens = AggregateDescriptor(of: Specimen.self, .count)
        func expectRefusal<Key>(
            _ descriptor: GroupedAggregateDescriptor<Specimen, Key, Int>,
            _ text: String
        ) throws {
            let error = #expect(throws: SwiftDataError.self) {
                try context.fetchGroups(descriptor)
            }
            #expect(error?.explanation.contains(text) == true, "\(error?.explanation ?? "")")
        }
        try expectRefusal(specimens.grouped(by: \.keywords), "is stored as JSON, so models cannot")
        try expectRefusal(specimens.grouped(by: \.stickers), "is a to-many relationship")
        var sorted = specimens.grouped(by: \.level)
        sorted.sortBy = [.by(key: \.int)]
        try expectRefusal(sorted, "is not among the properties")
    }

    @Test func subclassesAreGroupedSeparately() throws {
        let trips = try Trips.context()
        let traveler = Trips.Traveler("Ann")
        for trip in try trips.fetch(FetchDescriptor<Trips.BusinessTrip>()) {
            trip.traveler = traveler
        }
        let groups = try trips.fetchGroups(
            AggregateDescriptor(of: Trips.BusinessTrip.self, .count, .max(\.name))
                .grouped(by: \.traveler?.name)
        )
        #expect(groups.map(\.key) == ["Ann"])
        #expect(groups.map(\.value.0) == [2])
        #expect(groups.map(\.value.1) == ["Cupertino"])
    }
}
