// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The SQL that fetches are rendered to.
@Suite struct QueryRendererTests {
    private let graph: ResolvedSchema
    private let renderer: QueryRenderer

    init() throws {
        graph = try ResolvedSchema(
            Schema([Specimen.self, Shelf.self, Region.self, Sticker.self, Piece.self])
        )
        renderer = QueryRenderer(SchemaLayout(graph))
    }

    private func query<T: PersistentModel>(_ predicate: Predicate<T>? = nil) throws -> FetchQuery {
        let entity = try graph.entity(for: T.self)
        var query = FetchQuery(entity)
        query.filter = try predicate.map {
            try PredicateTranslator().translate($0, entity: entity) { _, _ in nil }
        }
        return query
    }

    @Test func valuesAreBoundAsParameters() throws {
        let text = try renderer.keys(
            query(#Predicate<Shelf> { $0.name == "'; DROP" && $0.weight > 3 })
        )
        #expect(
            text.sql == """
                SELECT "t0"."_pk" FROM "Shelf" AS "t0" \
                WHERE (("t0"."name" COLLATE swift_string = ?) AND ("t0"."weight" > ?)) \
                ORDER BY +"t0"."_pk"
                """
        )
        #expect(text.bindings == [.text("'; DROP"), .integer(3)])
    }

    @Test func selectedColumnsMapToProperties() throws {
        var query = try query(nil as Predicate<Shelf>?)
        let weight = try #require(query.entity.property(named: "weight"))
        query.properties = PropertySet()
        query.properties?.insert(weight.index)
        let rows = try renderer.rows(query)
        #expect(
            rows.text(for: query).sql == """
                SELECT "t0"."_pk", "t0"."weight" FROM "Shelf" AS "t0" ORDER BY "t0"."_pk"
                """
        )
        #expect(rows.form.columns[weight.index] == 1)
        #expect(rows.form.columns.filter { $0 >= 0 }.count == 1)
    }

    @Test func keyPathsShareJoins() throws {
        let text = try renderer.keys(
            query(#Predicate<Specimen> { $0.shelf?.name == "a" && $0.shelf?.weight == 1 })
        )
        #expect(text.sql.ranges(of: "LEFT JOIN").count == 1)
    }

    @Test func countAppliesLimitAndOffset() throws {
        var query = try query(nil as Predicate<Shelf>?)
        query.limit = 2
        query.offset = 1
        let text = try renderer.count(query)
        #expect(
            text.sql == """
                SELECT count(*) FROM (SELECT 1 FROM "Shelf" AS "t0" LIMIT ? OFFSET ?)
                """
        )
        #expect(text.bindings == [.integer(2), .integer(1)])
    }

    @Test func longListsUseOneStatement() throws {
        func sql(_ count: Int) throws -> String {
            let numbers = (0..<count).map { 2 * $0 }
            return try renderer.keys(query(#Predicate<Shelf> { numbers.contains($0.weight) })).sql
        }
        #expect(try sql(17) == sql(1000))
        #expect(try sql(5) == sql(8))
        #expect(try sql(17).contains("json_each"))
    }

    @Test func longListOfConsecutiveNumbersIsARange() throws {
        let numbers = Array((3...40).reversed())
        let text = try renderer.keys(query(#Predicate<Shelf> { numbers.contains($0.weight) }))
        #expect(text.sql.contains("BETWEEN ? AND ?"))
        #expect(text.bindings == [.integer(3), .integer(40)])
    }

    @Test func pendingRowsShadowOnlyTablesInTheQuery() throws {
        let shelf = try graph.entity(for: Shelf.self).index
        let rows = PendingTable()
        rows.delete(4)
        let pending = PendingRows(
            table: { $0 == shelf ? rows : nil },
            hasDeletions: { $0 == shelf },
            pairs: { _ in nil }
        )
        let renderer = QueryRenderer(SchemaLayout(graph), pending: pending)
        #expect(
            try renderer.keys(query(nil as Predicate<Shelf>?)).sql.hasPrefix(#"WITH "Shelf"("_pk""#)
        )
        #expect(try renderer.keys(query(nil as Predicate<Region>?)).sql.hasPrefix("SELECT"))
    }

    @Test func textEqualityUsesIndexWithMatchingCollation() throws {
        let database = try SQLiteDatabase(SQLiteDatabase.inMemory)
        try SQLFunctions.install(in: database)
        try database.execute(
            """
            CREATE TABLE "Shelf"("_pk" INTEGER PRIMARY KEY, "name" TEXT, "note" TEXT, "weight" INTEGER, "region" INTEGER) STRICT;
            CREATE INDEX "byName" ON "Shelf"("name" COLLATE swift_string);
            CREATE INDEX "byNote" ON "Shelf"("note" COLLATE swift_string);
            """
        )
        for predicate in [
            #Predicate<Shelf> { $0.name == "a" }, #Predicate<Shelf> { $0.note == "a" },
            #Predicate<Shelf> { $0.name > "a" },
        ] {
            let text = try renderer.keys(query(predicate))
            var plan: [String] = []
            // The column 'detail'.
            try database.step("EXPLAIN QUERY PLAN \(text)") { plan.append($0.text(3) ?? "") }
            #expect(plan.contains { $0.contains("USING") }, "\(text.sql)")
        }
    }
}
