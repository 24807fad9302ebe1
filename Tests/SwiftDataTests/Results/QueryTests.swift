// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import Testing

@testable import SwiftData

/// Properties that are the results of a fetch.
struct QueryTests {
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try .fleet()
        context = ModelContext(container)
        let harbor = Harbor("North")
        for (name, kind, tonnage) in [("Ant", "bark", 3), ("Bee", "yacht", 1), ("Cat", "bark", 2)] {
            context.insert(Ship(name, kind: kind, tonnage: tonnage, home: harbor))
        }
        try context.save()
    }

    final class Registry {
        var modelContext: ModelContext?
        @Query var all: [Ship]
        @Query(sort: \Ship.name) var byName: [Ship]
        @Query(filter: #Predicate<Ship> { $0.tonnage > 1 }, sort: \.kind, order: .reverse)
        var heavy: Array<Ship>
        @Query(sort: [SortDescriptor(\Ship.kind), SortDescriptor(\Ship.name)])
        fileprivate var sorted: [Ship]
        @Query(Registry.first) var first: [Ship]
        @Query(sort: \Ship.name, sectionBy: \.kind) var byKind: SectionedResults<Ship, String>
        @Query(FetchDescriptor<Harbor>(), sectionBy: \.name)
        var harbors: SectionedResults<Harbor, String>

        static var first: FetchDescriptor<Ship> {
            var descriptor = FetchDescriptor<Ship>(sortBy: [SortDescriptor(\.name)])
            descriptor.fetchLimit = 1
            return descriptor
        }

        init(_ modelContext: ModelContext?) { self.modelContext = modelContext }

        func sort(by keyPath: any KeyPath<Ship, String> & Sendable) {
            _byName = Query(sort: keyPath)
        }

        var fetchError: (any Error)? { _byName.fetchError }

        init(lighterThan tonnage: Int, _ modelContext: ModelContext) {
            self.modelContext = modelContext
            _byName = Query(filter: #Predicate { $0.tonnage < tonnage }, sort: \.name)
        }
    }

    struct Report {
        let modelContext: ModelContext
        @Query(sort: \Ship.name) var ships: [Ship]
    }

    @MainActor final class Screen {
        let modelContext: ModelContext
        @Query(sort: \Ship.name) var ships: [Ship]

        init(_ modelContext: ModelContext) { self.modelContext = modelContext }
    }

    @ModelActor actor Worker {
        @Query(sort: \Ship.name) private var ships: [Ship]

        func insert(_ name: String) -> [String] {
            modelContext.insert(Ship(name))
            return ships.map(\.name)
        }
    }

    @Test func propertiesAreTheResultsOfTheirFetches() throws {
        let registry = Registry(context)
        #expect(registry.all.count == 3)
        #expect(registry.byName.map(\.name) == ["Ant", "Bee", "Cat"])
        #expect(registry.heavy.map(\.name) == ["Cat", "Ant"])
        #expect(registry.sorted.map(\.name) == ["Ant", "Cat", "Bee"])
        #expect(registry.first.map(\.name) == ["Ant"])
        #expect(registry.byKind.sectionTitles == ["bark", "yacht"])
        #expect(registry.byKind.map { $0.map(\.name) } == [["Ant", "Cat"], ["Bee"]])
        #expect(registry._byKind.sections == registry.byKind)
        #expect(registry._byName.sections.isEmpty)
        #expect(registry.harbors.first?.first?.ships.count == 3)
    }

    @Test func propertiesFollowTheContext() throws {
        let registry = Registry(context)
        let ant = try #require(registry.byName.first)
        #expect(registry.byName.first === ant)
        ant.name = "Zebra"
        #expect(registry.byName.map(\.name) == ["Bee", "Cat", "Zebra"])
        let other = ModelContext(container)
        other.insert(Ship("Aal"))
        try other.save()
        #expect(registry.byName.map(\.name) == ["Aal", "Bee", "Cat", "Zebra"])
    }

    @Test func initializerReplacesAQuery() throws {
        let registry = Registry(lighterThan: 3, context)
        #expect(registry.byName.map(\.name) == ["Bee", "Cat"])
    }

    @Test func queryWithoutAContextIsEmpty() throws {
        let registry = Registry(nil)
        #expect(registry.byName.isEmpty)
        #expect(registry.byKind.isEmpty)
        #expect(registry._byName.modelContext == nil)
        #expect(SwiftDataError.missingModelContext ~= (try #require(registry._byName.fetchError)))
        registry.modelContext = context
        #expect(registry.byName.count == 3)
        #expect(registry._byName.modelContext === context)
        #expect(registry._byName.wrappedValue.count == 3)
        #expect(registry._byName.fetchError == nil)
        registry.modelContext = ModelContext(container)
        #expect(registry.byName.first?.modelContext === registry.modelContext)
    }

    @Test func failedFetchIsReported() throws {
        let query = Query<Ship, [Ship]>(
            filter: #Predicate { $0.persistentModelID.entityName == "Ship" }
        )
        #expect(query._result(in: context).isEmpty)
        #expect(SwiftDataError.unsupportedPredicate ~= (try #require(query.fetchError)))
    }

    @Test func copiesOfAStructShareTheResults() throws {
        let report = Report(modelContext: context)
        let copy = report
        #expect(report.ships.count == 3)
        #expect(copy._ships.wrappedValue.count == 3)
    }

    @Test func queriesOfModelsWithoutPlaceholdersKeepTheirValues() throws {
        let container = try ModelContainer(
            for: Parcel.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        for code in ["a", "b"] { writer.insert(Parcel(Label(code: code))) }
        try writer.save()
        let reader = ModelContext(container)
        let query = Query<Parcel, [Parcel]>(sort: \.number)
        let parcels = query._result(in: reader)
        try writer.delete(model: Parcel.self)
        writer.insert(Parcel(Label(code: "c")))
        try writer.save()
        #expect(query.wrappedValue.map(\.label.code) == ["c"])
        #expect(parcels.map(\.label.code) == ["a", "b"])
    }

    @Test func computedSortPropertyIsReportedWithoutAddresses() throws {
        let registry = Registry(context)
        registry.sort(by: \.title)
        #expect(registry.byName.isEmpty)
        let text = explanation(of: registry.fetchError)
        #expect(text.contains("Ship") && text.contains("not a stored attribute"))
        #expect(!text.contains("0x"))
    }

    @Test func actorHasQueries() async {
        let worker = Worker(modelContainer: container)
        #expect(await worker.insert("Aal") == ["Aal", "Ant", "Bee", "Cat"])
        #expect(await worker.insert("Zebra").count == 5)
    }

    @MainActor @Test func readersOfAPropertyAreNotified() async throws {
        let screen = Screen(container.mainContext)
        #expect(screen.ships.count == 3)
        await awaitChange(of: screen.ships.count) { container.saveShipElsewhere("Dab") }
        #expect(screen.ships.count == 4)
    }
}

extension Ship {
    fileprivate var title: String { "The \(name)" }
}

/// A value without a placeholder, because it is encoded as a single value.
private struct Label: Codable {
    let code: String

    init(code: String) { self.code = code }

    init(from decoder: any Decoder) throws {
        code = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}

@Model private final class Parcel {
    var number = 0
    var label: Label
    init(_ label: Label) { self.label = label }
}
