// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// An unsaved value that no column can hold fails the queries of its table, and nothing else.
@Suite struct UnstorableValueTests {
    @Model final class Gauge {
        var level: Float
        var station: Station?
        init(_ level: Float) { self.level = level }
    }

    @Model final class Station {
        var name: String
        @Relationship(inverse: \Gauge.station) var gauges: [Gauge] = []
        init(_ name: String) { self.name = name }
    }

    private let context: ModelContext
    private let station: Station

    init() throws {
        let container = try ModelContainer(
            for: Station.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        let written = Station("North")
        writer.insert(written)
        written.gauges = [Gauge(1), Gauge(2)]
        try writer.save()
        context = ModelContext(container)
        station = try #require(try context.fetch(FetchDescriptor<Station>()).first)
        context.insert(Gauge(.nan))
    }

    @Test func fetchOfAnotherTypeSucceeds() throws {
        #expect(try context.fetch(FetchDescriptor<Station>()) == [station])
        #expect(try context.fetchCount(FetchDescriptor<Station>()) == 1)
        #expect(try context.fetchIdentifiers(FetchDescriptor<Station>()).count == 1)
    }

    @Test func relationshipToTheTypeIsComplete() throws {
        #expect(station.gauges.map(\.level) == [1, 2])
        let broken = Gauge(.nan)
        broken.station = station
        #expect(station.gauges.count == 3)
    }

    @Test func prefetchingTheTypeIsComplete() throws {
        var descriptor = FetchDescriptor<Station>()
        descriptor.relationshipKeyPathsForPrefetching = [\.gauges]
        #expect(try context.fetch(descriptor).first?.gauges.count == 2)
    }

    @Test func fetchOfItsTypeNamesTheModel() throws {
        let error = #expect(throws: SwiftDataError.self) {
            try context.fetch(FetchDescriptor<Gauge>())
        }
        #expect(error == .modelValidationFailure)
        #expect("\(try #require(error))".contains("Gauge"))
        let north = #Predicate<Station> { $0.gauges.contains { $0.level > 1 } }
        #expect(throws: SwiftDataError.self) {
            try context.fetch(FetchDescriptor(predicate: north))
        }
    }

    @Test func saveNamesTheModelAndKeepsTheChanges() throws {
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect("\(try #require(error))".contains("Gauge"))
        #expect(context.hasChanges)
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Gauge>()) == 2)
    }
}
