// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftData
import Testing

/// Models in sets and as keys of dictionaries.
@Suite struct ModelHashTests {
    @Model final class Coin {
        @Attribute(.unique) var name: String
        init(_ name: String) { self.name = name }
    }

    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try ModelContainer(
            for: Coin.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
    }

    private func coins(_ count: Int) -> [Coin] { (0..<count).map { Coin("coin \($0)") } }

    @Test func setKeepsNewModelsAcrossInsertionAndSave() throws {
        let coins = coins(100)
        var set = Set(coins)
        coins.forEach(context.insert)
        #expect(coins.allSatisfy(set.contains))
        try context.save()
        #expect(coins.allSatisfy(set.contains))
        set.formUnion(coins)
        #expect(set.count == 100)
    }

    @Test func setKeepsInsertedModelsAcrossTheFirstSave() throws {
        let coins = coins(100)
        coins.forEach(context.insert)
        var set = Set(coins)
        try context.save()
        #expect(coins.allSatisfy(set.contains))
        set.formUnion(try context.fetch(FetchDescriptor<Coin>()))
        #expect(set.count == 100)
    }

    @Test func objectsOfOneRowInTwoContextsAreEqualAndHaveOneHash() throws {
        let coin = Coin("penny")
        context.insert(coin)
        let set: Set = [coin]
        try context.save()
        let other = try #require(try ModelContext(container).fetch(FetchDescriptor<Coin>()).first)
        #expect(other !== coin)
        #expect(other == coin)
        #expect(set.contains(other))
    }

    @Test func modelHashedBeforeInsertionEqualsItselfOnly() throws {
        let coin = Coin("penny")
        let set: Set = [coin]
        context.insert(coin)
        try context.save()
        let other = try #require(try ModelContext(container).fetch(FetchDescriptor<Coin>()).first)
        #expect(set.contains(coin))
        #expect(other != coin)
        #expect(other.persistentModelID == coin.persistentModelID)
    }

    @Test func setKeepsModelThatReplacesAStoredRow() throws {
        context.insert(Coin("penny"))
        try context.save()
        let second = ModelContext(container)
        let coin = Coin("penny")
        second.insert(coin)
        var set: Set = [coin]
        try second.save()
        #expect(set.contains(coin))
        #expect(set.insert(coin).inserted == false)
    }
}
