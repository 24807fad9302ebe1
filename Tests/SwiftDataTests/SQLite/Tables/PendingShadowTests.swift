// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The query plans of statements that merge unsaved rows into saved ones.
///
/// A plan that scans or copies a saved table makes a query cost the size of the table.
@Suite struct PendingShadowTests {
    @Model final class Town {
        @Attribute(.unique) var name: String
        var size = 0
        @Relationship(inverse: \Street.town) var streets: [Street] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Street {
        #Index<Street>([\.length])
        var name: String
        var length: Int
        var town: Town?
        @Relationship(inverse: \Sign.streets) var signs: [Sign] = []
        init(_ name: String, length: Int) {
            self.name = name
            self.length = length
        }
    }

    @Model final class Sign {
        var text: String
        var streets: [Street] = []
        init(_ text: String) { self.text = text }
    }

    private let context: ModelContext
    private let town: Town
    private let sign: Sign

    /// Every table has saved, new, changed and deleted rows.
    init() throws {
        let context = ModelContext(
            try ModelContainer(
                for: Town.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        )
        let saved = Self.insert(in: context)
        let deleted = Self.insert(in: context)
        try context.save()
        let new = Self.insert(in: context)
        saved.town.size = 5
        saved.town.streets[0].length = 7
        saved.sign.text = "changed"
        saved.sign.streets.append(new.town.streets[0])
        context.delete(deleted.town.streets[0])
        context.delete(deleted.town)
        context.delete(deleted.sign)
        self.context = context
        (town, sign) = new
    }

    private static func insert(in context: ModelContext) -> (town: Town, sign: Sign) {
        let town = Town(UUID().uuidString)
        let street = Street("a", length: 1)
        let sign = Sign("s")
        context.insert(town)
        street.town = town
        street.signs = [sign]
        return (town, sign)
    }

    private func plan(_ text: SQLText) throws -> [String] {
        var lines: [String] = []
        try context.coordinator.stores[0].store.read(for: StoreClient()) { session in
            let connection = try #require(session as? SQLiteConnection)
            try connection.db.step("EXPLAIN QUERY PLAN \(text.sql)", binding: text.bindings) {
                row in
                lines.append(row.text(3) ?? "")
            }
        }
        return lines
    }

    /// Returns the steps of a plan that read all rows of a saved table.
    private func scans(_ text: SQLText) throws -> [String] {
        #expect(text.rows != nil)
        return try plan(text).filter { line in
            line.hasPrefix("SCAN main.") || line.hasPrefix("MATERIALIZE")
        }
    }

    private func renderer() -> QueryRenderer {
        QueryRenderer(
            context.coordinator.layout,
            pending: context.graph.fetcher.pendingRows()
        )
    }

    private func query<T: PersistentModel>(
        _ predicate: Predicate<T>?,
        sortBy order: [SortDescriptor<T>] = []
    ) throws -> FetchQuery {
        try context.graph.fetcher.query(FetchDescriptor(predicate: predicate, sortBy: order))
    }

    @Test func equalityUsesTheIndex() throws {
        var query = try query(#Predicate<Town> { $0.name == "x" })
        #expect(try scans(renderer().keys(query)) == [])
        #expect(try scans(renderer().rows(query).text(for: query)) == [])
        #expect(try scans(renderer().count(query)) == [])
        query.limit = 1
        let rows = try renderer().rows(query)
        #expect(try scans(rows.text(for: query)) == [])
        #expect(try scans(#require(rows.unsavedText(for: query))) == [])
    }

    @Test func firstRowsInOrderOfAnIndexAreMerged() throws {
        var query = try query(nil, sortBy: [SortDescriptor<Street>(\.length, order: .reverse)])
        query.limit = 10
        let plan = try plan(renderer().rows(query).text(for: query))
        #expect(plan.contains { $0.hasPrefix("MERGE") })
        #expect(plan.contains { $0.hasPrefix("SCAN main.Street USING INDEX") })
    }

    @Test func keysAreLookedUp() throws {
        let entity = try context.graph.stores.schema.entity(for: Street.self)
        var query = FetchQuery(entity)
        query.scope = .keys([1, 2, 3])
        #expect(try scans(renderer().keys(query)).allSatisfy { $0.contains("keys") })
    }

    @Test func relationshipsAreFollowed() throws {
        let entity = try context.graph.stores.schema.entity(for: Town.self)
        var streets = try query(nil as Predicate<Street>?)
        streets.scope = .related(
            to: 1,
            by: try #require(entity.property(named: "streets")),
            of: entity
        )
        #expect(try scans(renderer().keys(streets)) == [])
        #expect(try scans(renderer().count(streets)) == [])
        let signs = try context.graph.stores.schema.entity(for: Sign.self)
        streets.scope = .related(
            to: 1,
            by: try #require(signs.property(named: "streets")),
            of: signs
        )
        #expect(try scans(renderer().keys(streets)) == [])
        #expect(try scans(renderer().count(streets)) == [])
    }

    @Test func testsOfRelatedModelsUseIndexes() throws {
        let some = #Predicate<Town> { $0.name == "x" && $0.streets.contains { $0.length > 3 } }
        #expect(try scans(renderer().keys(query(some))) == [])
        let many = #Predicate<Town> { $0.name == "x" && $0.streets.count > 3 }
        #expect(try scans(renderer().keys(query(many))) == [])
        let linked = #Predicate<Street> { street in
            street.length == 3 && street.signs.filter { $0.text == "s" }.count == 1
        }
        #expect(try scans(renderer().keys(query(linked))) == [])
    }

    @Test func pathsAreFollowedFromBothEnds() throws {
        let required = #Predicate<Street> { $0.town?.name == "x" }
        #expect(try scans(renderer().keys(query(required))) == [])
        let optional = #Predicate<Street> { $0.length == 3 && $0.town?.name != "x" }
        let sorted = try query(optional, sortBy: [SortDescriptor(\Street.town?.name)])
        #expect(try scans(renderer().keys(sorted)) == [])
    }

    @Test func mergedRowsHaveTheirUnsavedRelationships() throws {
        let names = FetchDescriptor<Street>(
            predicate: #Predicate { $0.town?.size ?? 0 < 9 },
            sortBy: [SortDescriptor(\.town?.size, order: .reverse), SortDescriptor(\.length)]
        )
        #expect(try context.fetch(names).map(\.length) == [7, 1])
        let linked = #Predicate<Street> { $0.signs.count > 1 }
        #expect(try context.fetch(FetchDescriptor(predicate: linked)) == town.streets)
        #expect(try context.fetchCount(\.streets, of: sign) == 1)
        try context.save()
        #expect(try context.fetch(names).map(\.length) == [7, 1])
        #expect(try context.fetch(FetchDescriptor(predicate: linked)) == town.streets)
    }

    @Test func unsavedRowsSatisfyAnyNumberOfConditions() throws {
        let context = ModelContext(try ExhibitBox.container())
        let exhibits = Origin.samples.enumerated().map { serial, origin in
            let exhibit = Exhibit(serial: serial)
            exhibit.origin = origin
            context.insert(exhibit)
            return exhibit
        }
        // A struct of 17 columns is compared by as many conditions.
        for (exhibit, origin) in zip(exhibits, Origin.samples) {
            let equal = FetchDescriptor<Exhibit>(predicate: #Predicate { $0.origin == origin })
            #expect(try context.fetch(equal) == [exhibit])
            let related = FetchDescriptor<Gallery>(
                predicate: #Predicate { $0.exhibits.contains { $0.origin == origin } }
            )
            #expect(try context.fetchCount(related) == 0)
            exhibit.gallery = Gallery(name: origin.city)
            #expect(try context.fetch(related).map(\.name) == [origin.city])
        }
    }
}
