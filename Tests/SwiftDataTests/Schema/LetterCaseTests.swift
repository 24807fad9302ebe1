// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Names that differ in letter case only, which are the same to SQLite.
struct LetterCaseTests {
    struct Pair: Codable, Equatable {
        var x: Int
        var X: Int
    }

    struct Nested: Codable, Equatable {
        var pair: Pair
        var name: String
    }

    @Model final class Item {
        var pair: Pair
        var other: Pair?
        var nested: Nested
        init(_ pair: Pair) {
            self.pair = pair
            nested = Nested(pair: pair, name: "n")
        }
    }

    private func container(_ types: any PersistentModel.Type...) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(types),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }

    @Test func fieldsOfAStructComeBack() throws {
        let context = ModelContext(try container(Item.self))
        let item = Item(Pair(x: 1, X: 2))
        item.other = Pair(x: 3, X: 4)
        context.insert(item)
        try context.save()
        let stored = try #require(
            try ModelContext(context.container).fetch(FetchDescriptor<Item>()).first
        )
        #expect(stored.pair == Pair(x: 1, X: 2))
        #expect(stored.other == Pair(x: 3, X: 4))
        #expect(stored.nested == Nested(pair: Pair(x: 1, X: 2), name: "n"))
    }

    @Model final class Twins {
        var first: Twins?
        @Relationship(inverse: nil) var First: Twins?
        init() {}
    }

    @Model final class A {
        var b: [A_B] = []
        init() {}
    }

    @Model final class A_B {
        init() {}
    }

    @Model final class a_b {
        var number = 1
        init() {}
    }

    @Model final class Indexed {
        #Index<Indexed>([\.a_b], [\.a, \.b])
        var a = 1
        var b = 1
        var a_b = 1
        init() {}
    }

    @Test(
        arguments: [
            ([Twins.self], "the properties first and First differ only in case"),
            ([A_B.self, a_b.self], "the models A_B and a_b differ only in case"),
            ([A.self, A_B.self], "the tables or indexes A_B and A_b of the store would differ"),
            ([Indexed.self], "two tables or indexes with the name Indexed_a_b_index"),
        ] as [([any PersistentModel.Type], String)]
    )
    func schemaNamesWhatToRename(types: [any PersistentModel.Type], message: String) throws {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema(types),
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        }
        #expect(explanation(of: error).contains(message))
    }
}
