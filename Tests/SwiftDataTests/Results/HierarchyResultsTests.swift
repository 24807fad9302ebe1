// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Results of class hierarchies that follow a context.
struct HierarchyResultsTests {
    private typealias Trip = Trips.Trip
    private typealias BusinessTrip = Trips.BusinessTrip

    private let context: ModelContext

    init() throws {
        context = try Trips.context()
        try context.save()
    }

    private func fetched<T: Trip>(_ type: T.Type) throws -> [String] {
        try context.fetch(FetchDescriptor<T>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    @Test func resultsOfTheRootAreObjectsOfTheirClasses() throws {
        let observer = try ResultsObserver<Trip, Never>(
            sortBy: [SortDescriptor(\.name)],
            modelContext: ModelContext(context.container)
        )
        #expect(try observer.results.map(\.name) == fetched(Trip.self))
        #expect(observer.results.contains { $0 is BusinessTrip })
        #expect(observer.results.contains { !($0 is BusinessTrip) })
    }

    @Test func resultsOfASubclassFollowItsModelsOnly() throws {
        let observer = try ResultsObserver<BusinessTrip, Never>(
            sortBy: [SortDescriptor(\.name)],
            modelContext: context
        )
        let count = observer.results.count
        let trips = try context.fetch(FetchDescriptor<Trip>())
        for trip in trips { trip.name += " again" }
        #expect(try observer.results.map(\.name) == fetched(BusinessTrip.self))
        #expect(observer.results.count == count)
        let first = try #require(observer.results.first)
        context.delete(first)
        try context.save()
        #expect(try observer.results.map(\.name) == fetched(BusinessTrip.self))
        #expect(observer.results.count == count - 1)
    }

    @Test func differencesNameTheModels() async throws {
        var iterator = ResultsDifferences<BusinessTrip>(modelContainer: context.container)
            .makeAsyncIterator()
        let first = try #require(try await iterator.next())
        let trips = try context.fetch(FetchDescriptor<BusinessTrip>())
        #expect(Set(first.identifiers) == Set(trips.map(\.persistentModelID)))
    }
}
