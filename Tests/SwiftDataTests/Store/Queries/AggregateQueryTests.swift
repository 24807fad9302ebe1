// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The aggregates that a context requires of every kind of store.
struct AggregateQueryTests {
    private func rows(
        _ query: AggregateQuery,
        in contract: ContractStore,
        over pending: PendingRows? = nil
    ) throws -> [[_ColumnValue]] {
        var rows: [[_ColumnValue]] = []
        try contract.store.read(for: StoreClient()) { session in
            try session.aggregate(query, over: pending) { rows.append($0) }
        }
        return rows
    }

    private func attribute(_ name: String, in contract: ContractStore) throws -> QueryExpression {
        let property = try contract.property(name)
        let type = try #require(property.columns.first?.type)
        let path = QueryPath(QueryVariable(id: 0, entity: contract.note))
        return .attribute(path, index: property.index, type)
    }

    private func contract(_ kind: StoreKind) throws -> ContractStore {
        let contract = try ContractStore(kind)
        try contract.insert([
            contract.row("a", text: "x", size: 3), contract.row("b", text: "y", size: 4),
            contract.row("c", text: "x", size: 5),
        ])
        return contract
    }

    @Test(arguments: StoreKind.allCases)
    func valuesOfAllRowsAreOneGroup(kind: StoreKind) throws {
        let contract = try contract(kind)
        let size = try attribute("size", in: contract)
        var query = AggregateQuery(
            rows: contract.query(),
            terms: [
                .init(function: .count, argument: nil), .init(function: .sum, argument: size),
                .init(function: .average, argument: size),
                .init(function: .maximum, argument: try attribute("text", in: contract)),
            ]
        )
        #expect(
            try rows(query, in: contract) == [[.integer(3), .integer(12), .real(4), .text("y")]]
        )
        query.rows.filter = .equal(size, .constant(.integer(99), _ColumnType(.integer)))
        #expect(try rows(query, in: contract) == [[.integer(0), .null, .null, .null]])
    }

    @Test(arguments: StoreKind.allCases)
    func groupsHaveKeysAndOrder(kind: StoreKind) throws {
        let contract = try contract(kind)
        let size = AggregateQuery.Term(
            function: .sum,
            argument: try attribute("size", in: contract)
        )
        var query = AggregateQuery(
            rows: contract.query(),
            terms: [size],
            keys: [try attribute("text", in: contract)]
        )
        let (x, y): ([_ColumnValue], [_ColumnValue]) = (
            [.text("x"), .integer(8)], [.text("y"), .integer(4)]
        )
        #expect(try rows(query, in: contract) == [x, y])
        query.order = [.init(value: .term(size), isReverse: false)]
        #expect(try rows(query, in: contract) == [y, x])
        query.offset = 1
        #expect(try rows(query, in: contract) == [x])
    }

    @Test(arguments: StoreKind.allCases)
    func unsavedRowsAreMerged(kind: StoreKind) throws {
        let contract = try contract(kind)
        let unsaved = PendingTable()
        unsaved.set(contract.row("d", text: "z", size: 100), for: 90, isSaved: false)
        unsaved.set(contract.row("a", text: "x", size: 30), for: 1, isSaved: true)
        unsaved.delete(2)
        let pending = PendingRows(
            table: { $0 == contract.note.index ? unsaved : nil },
            hasDeletions: { _ in true },
            pairs: { _ in nil }
        )
        let query = AggregateQuery(
            rows: contract.query(),
            terms: [.init(function: .sum, argument: try attribute("size", in: contract))],
            keys: [try attribute("text", in: contract)]
        )
        #expect(
            try rows(query, in: contract, over: pending) == [
                [.text("x"), .integer(35)], [.text("z"), .integer(100)],
            ]
        )
    }
}
