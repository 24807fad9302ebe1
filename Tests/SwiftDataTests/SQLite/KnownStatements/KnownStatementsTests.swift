// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// Known statements, compared with new ones.
@Suite struct KnownStatementsTests {
    private let known = KnownStatements()
    private let plain = NewStatements()
    private let schema: ResolvedSchema
    private let renderer: QueryRenderer

    init() throws {
        schema = try ResolvedSchema(
            Schema([Specimen.self, Shelf.self, Region.self, Sticker.self, Piece.self])
        )
        renderer = QueryRenderer(SchemaLayout(schema))
    }

    private func query(_ keys: [Int64]) throws -> FetchQuery {
        var query = FetchQuery(try schema.entity(for: Shelf.self))
        query.scope = .keys(keys)
        return query
    }

    @Test(arguments: [RenderedQuery.Result.rows, .keys, .count])
    func queriesWithOtherValuesShareAStatement(result: RenderedQuery.Result) throws {
        let first = try known.statement(for: result, of: query([1]), over: nil, from: renderer)
        let second = try known.statement(for: result, of: query([2]), over: nil, from: renderer)
        #expect(first.form === second.form)
        let new = try plain.statement(for: result, of: query([2]), over: nil, from: renderer)
        #expect(new.form !== second.form)
        #expect(try new.text(for: query([2])).sql == second.text(for: query([2])).sql)
        #expect(try new.text(for: query([2])).bindings == second.text(for: query([2])).bindings)
        let several =
            try known.statement(for: result, of: query([1, 3]), over: nil, from: renderer)
        #expect(several.form !== second.form)
    }

    @Test(arguments: [[1, 2, 3], [1, 5, 9]] as [[Int64]])
    func relatedRowsOfOtherOwnersShareAStatement(owners: [Int64]) throws {
        let entity = try schema.entity(for: Shelf.self)
        let property = try #require(entity.properties.first { $0.isToMany })
        for owners in [owners.map { $0 + 10 }, owners] {
            let keys = KeyCondition(owners, acceptsRange: true)
            let statement = try #require(
                try known.related(to: keys, by: property, of: entity, from: renderer)
            )
            let new = try #require(
                try plain.related(to: keys, by: property, of: entity, from: renderer)
            )
            #expect(statement.text.sql == new.text.sql)
            #expect(statement.text.bindings == new.text.bindings)
            #expect(statement.isSorted == new.isSorted)
        }
    }
}
